"""Games without throws that a search plays against itself, to learn from.

Each position where a player decides is searched; its target is partly that value and partly, by `TrainingPlan.trust`,
the target of the position after it in the game (Sutton's lambda return, 1988), and so on to how the game ended.  Some
actions are played at random: that leads to positions that good play avoids, and shows who is better off in those that
careful players would draw.
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

SLOTS = 1 << 16  # of a search's table
MAX_ACTIONS = 3000  # a longer game is given up, and its last value is its end


class SearchedPosition(NamedTuple):
    """A position that was searched."""

    words: tuple[int, ...]
    side: int  # 1 or -1: what turns its values into FIRST's
    value: float  # for FIRST


def play_positions(game: Game, plan: TrainingPlan, network: Network, seed: tuple[int, ...], least: int) -> Positions:
    """The positions of whole games, at least this many; all of it follows from the arguments."""
    random = np.random.default_rng(seed)
    search = SelfPlaySearch(game, network, plan, int(random.integers(1 << 31)))
    trust = trust_for(plan, network)
    words: list[tuple[int, ...]] = []
    values: list[float] = []
    while len(words) < least:
        seen, end = play_searched_game(game, plan, search, random)
        words += [one.words for one in seen]
        values += value_targets(seen, end, trust)
    return Positions(np.array(words, np.int64), np.array(values, np.float32))


def trust_for(plan: TrainingPlan, network: Network) -> float:
    """How much of a target comes from what happened later: all of it while the features give the values."""
    return plan.trust if len(network.bias) else 1.0


def value_targets(seen: list[SearchedPosition], end: float, trust: float) -> list[float]:
    """What each position turned out to be worth to the player to move; `end` is how the game ended for FIRST."""
    later = end
    found: list[float] = []
    for one in reversed(seen):
        later = (1 - trust) * one.value + trust * later
        found.append(one.side * later)
    return found[::-1]


def play_searched_game(
    game: Game, plan: TrainingPlan, search: "SelfPlaySearch", random: np.random.Generator
) -> tuple[list[SearchedPosition], float]:
    """A game from an opening at random: what was searched, and its end for FIRST."""
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
    """A state whose past holds only the other positions that have occurred twice, and so may not occur again."""
    key = state.game.system.rulebook.key(state.game.rules, state.position)
    twice = [one for one, times in state.occurrences.items() for _ in range(times) if times > 1 and one != key]
    return State(state.game, state.position, PositionHistory.of(twice))


class SelfPlaySearch:
    """The search that plays, and that values positions."""

    def __init__(self, game: Game, network: Network, plan: TrainingPlan, seed: int) -> None:
        self.game = game
        self.nodes = plan.nodes
        self.gain = plan.gain
        self.search = AlphaBetaSearch(next_decision(game.initial()), seed, slots=SLOTS, network=network)

    def search_position(self, state: State) -> SearchedPosition:
        """A position with its value."""
        self.search.set_root(with_repeats_only(state))
        self.search.run(self.nodes)
        self.search.record_best()
        side = 1 if state.turn == FIRST else -1
        inputs = self.game.system.evaluation.inputs(self.game.rules, state.position)
        return SearchedPosition(inputs, side, side * unamplify(self.search.value, self.gain))

    def best_action(self, state: State) -> int:
        """The action to play in the position that was seen last."""
        return self.search.line[0] if self.search.line else state.legal[0]
