"""The states and networks on which the searches that deepen are tested."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.games import game
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.deepening import IterativeDeepening
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.network import Network
from tests.machine_choice import machine

SMALL = {  # few pieces, so that plain Python can look at everything
    "seega": "D1L2/5/2D1L/5/L2D1 first 24 - - 0 12 -",
    "seega-lenient": "1D1L1/L4/2D2/4D/1L3 second 24 - - 3 20 -",
    "seega+chain=optional": "L1D2/1LD2/D4/5/L3D second 24 - - 5 40 -",
    "seega+no_progress_plies=8": "D4/5/2L2/5/3LD first 24 - - 6 12 -",
    "seti-beth": "5/2h2/5/1H3/5/3p1/5/2P2/5/5 first - 4 -",
    "seti-beth+no_progress_plies=6": "5/2h2/5/1H3/5/3p1/5/2P2/5/5 second - 4 -",
    "seti-aleph": "h2/1s1/ss1/p2/2h/H2/2P/1S1/SS1/2H first 0,0 - 7 -",
    "seneti": None,
}
DEPTHS = {"senet-race": 4, "senet-formation": 3, "senet-geoludie": 2}  # with throws: what does not take long


def begin_game(ruleset: str) -> State:
    """A decision of a game, not far from what plain Python can look at."""
    return small(ruleset) if ruleset in SMALL else thrown(ruleset, 40, 1)


def small(ruleset: str) -> State:
    """A small position, given or reached."""
    text = SMALL[ruleset]
    return game(ruleset).state(text) if text else walked(ruleset, 3, 5)


def walked(ruleset: str, plies: int, seed: int) -> State:
    """A state after some random actions; the last one where the game ends sooner."""
    chosen, state = random.Random(seed), game(ruleset).initial()
    while plies and not state.after(action := chosen.choice(state.legal)).outcome:
        state, plies = state.after(action), plies - (state.to_move != "chance")
    return state


def thrown(ruleset: str, plies: int, seed: int) -> State:
    """A decision after some random actions."""
    chosen, state = random.Random(seed), game(ruleset).initial()
    while plies > 0 or state.to_move == "chance" or len(state.legal) == 1:
        state, plies = state.after(chosen.choice(state.legal)), plies - 1
    return state


def new_search(state: State, *given: Any, **named: Any) -> IterativeDeepening[Any, Any]:
    """The search that deepens for a game."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    return search(state, *given, **named)


def searched(
    state: State,
    depth: int,
    ways: object = None,
    *,
    plain: bool = False,
    network: Network | None = None,
    among: Sequence[int] | None = None,
) -> IterativeDeepening[Any, Any]:
    """A search to a depth."""
    with machine("plain" if plain else ""):
        search = new_search(state, 7, depth, ways, among=among, network=network)
    while not search.is_finished:
        search.run(500)
    return search


def for_first(search: IterativeDeepening[Any, Any]) -> Fraction:
    """The exact value for FIRST, in thousandths of a win."""
    return Fraction(search.points * WIN, search.value_unit) * (1 if search.state.turn == FIRST else -1)
