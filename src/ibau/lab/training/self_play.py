"""Self-play of a search in games without throws, as training data.

Each position where a player decides is searched; its target is a mixture, by `TrainingPlan.trust`, of that value and
the target of the next position in the game (Sutton's lambda return, 1988), up to the result of the game.  Some actions
are random: they lead to positions that good play avoids, and show which side is better in positions that careful
players would draw.
"""

from typing import NamedTuple

import numpy as np

from ibau.background_compiler import next_decision
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, FIRST, NOBODY, value_for_first
from ibau.core.repetition import PositionHistory
from ibau.lab.training.training_files import Positions
from ibau.lab.training.training_plan import TrainingPlan
from ibau.lab.training.weight_fit import unamplify
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.network import Network

SLOTS = 1 << 16  # of a search's transposition table
MAX_ACTIONS = 3000  # a longer game is abandoned, with its last value as the result


class SearchedPosition(NamedTuple):
    """A searched position."""

    words: tuple[int, ...]  # its network inputs
    side: int  # 1 if FIRST is to move, else -1
    value: float  # for FIRST


def play_positions(game: Game, plan: TrainingPlan, network: Network, seed: tuple[int, ...], least: int) -> Positions:
    """Play whole games with at least `least` positions; the result depends on the arguments alone."""
    random = np.random.default_rng(seed)
    search = SelfPlaySearch(game, network, plan, int(random.integers(1 << 31)))
    trust = trust_for(plan, network)
    words: list[tuple[int, ...]] = []
    values: list[float] = []
    while len(words) < least:
        seen, end = play_searched_game(game, plan, search, random)
        words += [position.words for position in seen]
        values += value_targets(seen, end, trust)
    return Positions(np.array(words, np.int64), np.array(values, np.float32))


def trust_for(plan: TrainingPlan, network: Network) -> float:
    """The share of a target that comes from later positions: all of it while the features evaluate."""
    return plan.trust if len(network.bias) else 1.0


def value_targets(seen: list[SearchedPosition], end: float, trust: float) -> list[float]:
    """The target of each position, for the player to move; `end` is the result for FIRST."""
    later = end
    found: list[float] = []
    for position in reversed(seen):
        later = (1 - trust) * position.value + trust * later
        found.append(position.side * later)
    return found[::-1]


def play_searched_game(
    game: Game, plan: TrainingPlan, search: "SelfPlaySearch", random: np.random.Generator
) -> tuple[list[SearchedPosition], float]:
    """Play a game after a random opening; return its searched positions and its result for FIRST."""
    state = game.initial()
    opening = int(random.integers(plan.opening + 1))
    seen: list[SearchedPosition] = []
    for ply in range(MAX_ACTIONS):
        if state.turn == NOBODY:
            return seen, value_for_first(state.outcome)
        if state.turn == CHANCE:
            state = state.play(state.chance_action(int(random.integers(16))))
            continue
        if ply >= opening:
            seen.append(search.search_position(state))
        if ply >= opening and random.random() >= plan.noise:
            state = state.after(search.best_action(state))
        else:
            state = state.after(state.legal[int(random.integers(len(state.legal)))])
    return seen, seen[-1].value


def with_repeats_only(state: State) -> State:
    """A state whose history has only the other positions that occurred twice, and may not occur again."""
    key = state.game.system.rulebook.key(state.game.rules, state.position)
    twice = [past for past, times in state.occurrences.items() for _ in range(times) if times > 1 and past != key]
    return State(state.game, state.position, PositionHistory.of(twice))


class SelfPlaySearch:
    """The search that plays and evaluates positions."""

    def __init__(self, game: Game, network: Network, plan: TrainingPlan, seed: int) -> None:
        self.game = game
        self.nodes = plan.nodes
        self.gain = plan.gain
        self.search = AlphaBetaSearch(next_decision(game.initial()), seed, slots=SLOTS, network=network)

    def search_position(self, state: State) -> SearchedPosition:
        """Search a position."""
        self.search.set_root(with_repeats_only(state))
        self.search.run(self.nodes)
        self.search.record_best()
        side = 1 if state.turn == FIRST else -1
        inputs = self.game.system.evaluation.inputs(self.game.rules, state.position)
        return SearchedPosition(inputs, side, side * unamplify(self.search.value, self.gain))

    def best_action(self, state: State) -> int:
        """The best action in the position searched last."""
        return self.search.line[0] if self.search.line else state.legal[0]
