"""What searches are measured against: values by looking at everything, in a few lines of plain Python."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.outcome import FIRST, value_for_first
from ibau.search.network import Network, make_estimate, no_network
from ibau.search.pvs import QUIET_PLIES, WON_AT_ONCE

NONE = no_network()
HIDDEN = 8


def random_network(system: System, seed: int) -> Network:
    """A network that has learnt nothing."""
    chosen, inputs = np.random.default_rng(seed), sum(system.evaluation.input_bits)
    numbers: list[Any] = [
        chosen.integers(-999, 999, (inputs, HIDDEN)).astype(np.int16),
        chosen.integers(-999, 999, HIDDEN).astype(np.int32),
        chosen.integers(-9999, 9999, HIDDEN).astype(np.int16),
        np.zeros(1, np.int64),
        np.zeros(HIDDEN, np.int32),
    ]
    return Network(*numbers)


def estimated(state: State, network: Network) -> int:
    """The evaluation for FIRST."""
    system = state.game.system
    return make_estimate(system.rulebook, system.evaluation)(state.game.rules, state.position, network)


def urgent(state: State) -> list[int]:
    """The actions of a state that are followed beyond the depth."""
    urgency = state.game.system.evaluation.urgency
    return [action for action in state.legal if urgency(state.game.rules, state.position, action)]


def leads_nowhere(state: State) -> bool:
    """Has it been before, without a rule that counts?  In what is tested here all that ends such games is a draw."""
    rulebook, rules = state.game.system.rulebook, state.game.rules
    return (
        state.reversible_history is not None and state.reversible_history.count(rulebook.key(rules, state.position)) > 0
    )


def minimax(state: State, depth: int, ply: int = 0, network: Network = NONE, among: Sequence[int] | None = None) -> int:
    """The value for FIRST of looking `depth` plies ahead, and at urgent actions beyond."""
    if state.outcome:
        return value_for_first(state.outcome) * (WON_AT_ONCE - ply)
    if ply and depth >= 0 and leads_nowhere(state):
        return 0
    side = 1 if state.turn == FIRST else -1
    actions = among or (list(state.legal) if depth > 0 else urgent(state))
    if depth == -QUIET_PLIES:
        return estimated(state, network)
    below = depth if depth > 0 and len(actions) == 1 and not among else depth - 1
    values = [side * minimax(state.after(action), below, ply + 1, network) for action in actions]
    if depth <= 0 and len(actions) < len(state.legal):
        values.append(side * estimated(state, network))
    return side * max(values)


def expectiminimax(state: State, throws: int, network: Network = NONE, among: Sequence[int] | None = None) -> Fraction:
    """The value for FIRST, in thousandths of a win, of looking ahead up to this many throws."""
    if state.outcome:
        return value_for_first(state.outcome) * Fraction(1000)
    if state.to_move == "chance":
        if not throws:
            return Fraction(estimated(state, network))
        return sum(
            (
                chance * expectiminimax(state.play(throw), throws - 1, network)
                for throw, chance in state.chances.items()
            ),
            Fraction(0),
        )
    values = [expectiminimax(state.after(action), throws, network) for action in among or state.legal]
    return max(values) if state.turn == FIRST else min(values)
