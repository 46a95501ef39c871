"""Search several states of a game to equal depth, so that their values compare.

Each round searches every state one deeper; an unfinished round does not count.  One search moves from state to state,
so what it learns about one helps with the others.  Values are calibrated to expected results; see calibration.py.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ibau.core.contract import WIN
from ibau.core.game import State
from ibau.core.outcome import SECOND, value_for_first
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.batching import SearchThreads, batches, run_until_spent, shares_of
from ibau.search.budget import Budget
from ibau.search.calibration import calibrate, steepness_of
from ibau.search.deepening import IterativeDeepening, slots_for
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.network import SHIPPED, make_estimate, network_of
from ibau.tables.probing import probe

UNKNOWN = 1.0  # the uncertainty of a value that has not been compared with a deeper one


class SearchSettings(NamedTuple):
    """The budget of a search, its seed, threads, evaluator and clock, and an event to stop it."""

    budget: Budget
    seed: int = 0
    threads: int = 1
    evaluator: str = SHIPPED
    stop: threading.Event = threading.Event()  # never set
    clock: Callable[[], float] = time.perf_counter


class StateValue(NamedTuple):
    """What is known about a state."""

    value: float  # -1..1 for FIRST
    uncertainty: float  # change of value in the last round; 0 once decided, UNKNOWN before round 2
    line: tuple[int, ...]  # the best line from there
    depth: int  # rounds so far, which is the depth counted from the action before the state
    decided: bool  # searching deeper cannot change it
    exact: bool = False  # known from the tablebase or the end of the game, not from a search


class ChildSearch:
    """A search of several states, round after round."""

    def __init__(self, states: Sequence[State], settings: SearchSettings, deepest: int | None = None) -> None:
        self.states = states
        self._steepness = steepness_of(states[0].game, settings.evaluator)
        self.full = [[static_value(state, settings.evaluator) for state in states]]  # the values after each full round
        self._deepest = deepest
        self._fresh = list(self.full[0])  # the values within the current round
        self._search = deepening_of(states[0], settings)
        self._left: list[int] = []  # states still to search in this round, the current one last
        self._begin_round()

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._search.nodes

    @property
    def is_finished(self) -> bool:
        """Has it reached its depth, or is every state decided?"""
        return not self._left

    def run(self, nodes: int) -> None:
        """Search this many nodes more."""
        limit = self.nodes + nodes
        while self._left and self._search.resume(limit):
            self._take_up()

    @property
    def _depth(self) -> int:
        """The depth of the current round; without throws, the first round searches to depth 0."""
        return len(self.full) - (0 if self.states[0].game.system.has_throws else 1)

    def _begin_round(self) -> None:
        if len(self.full) - 1 != self._deepest and self._depth <= self._search.deepest:
            self._left = [n for n, found in enumerate(self.full[-1]) if not found.decided][::-1]
            self._turn_to_next()

    def _turn_to_next(self) -> None:
        if self._left:
            self._search.set_root(self.states[self._left[-1]])
            self._search.begin(self._depth)

    def _take_up(self) -> None:
        """Record the value of the current state and go on to the next one."""
        n, search = self._left.pop(), self._search
        search.record_best()
        search.depth = self._depth
        before, evaluated = self.full[-1][n], for_seat(search.state.actor, search.value)
        value = calibrate(evaluated, self._steepness)
        moved = abs(value - before.value) if before.depth else UNKNOWN
        uncertainty = 0.0 if search.is_decided else moved
        self._fresh[n] = StateValue(value, uncertainty, search.line, len(self.full), search.is_decided)
        if self._left:
            self._turn_to_next()
        else:
            self.full.append(list(self._fresh))
            self._begin_round()


def for_seat(seat: int, value: float) -> float:
    """A value for FIRST as seen by `seat`, or the other way round; for CHANCE as seen by FIRST."""
    return 0.0 - value if seat == SECOND else value


def deepening_of(state: State, settings: SearchSettings) -> IterativeDeepening[Any, Any]:
    """The iterative deepening that fits the state's game."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    network = network_of(state.game, settings.evaluator)
    return search(state, settings.seed, slots=slots_for(settings.budget), network=network)


def static_value(state: State, evaluator: str) -> StateValue:
    """The value of a state without a search: exact where the game is over or the tablebase has it."""
    if state.outcome:
        return StateValue(float(value_for_first(state.outcome)), 0.0, (), 0, decided=True, exact=True)
    if (tabled := probe(state)) and tabled.is_narrow:
        return StateValue(tabled.value, 0.0, (), 0, decided=True, exact=True)
    system = state.game.system
    estimate = make_estimate(system.rulebook, system.evaluation)
    value = estimate(state.game.rules, state.position, network_of(state.game, evaluator)) / WIN
    return StateValue(calibrate(value, steepness_of(state.game, evaluator)), UNKNOWN, (), 0, decided=False)


def search_children(state: State, settings: SearchSettings) -> list[StateValue]:
    """The values of the states after each legal action, in their order, all searched to the same depth.

    The states are divided among the threads; the last round that every thread has finished counts.
    """
    after = [state.after(action) for action in state.legal]
    shares = shares_of(settings.budget, min(settings.threads, len(after)))
    threads = len(shares)
    searches = [ChildSearch(after[n::threads], settings, settings.budget.depth) for n in range(threads)]
    first, *others = searches
    with SearchThreads(others, shares[1:], settings.clock) as helpers:
        run_until_spent(first, shares[0], settings.stop, settings.clock)
        helpers.wait(settings.stop)
    going_on = [len(search.full) for search in searches if not search.is_finished]
    found = [search.full[: min(going_on, default=None)][-1] for search in searches]
    return [found[n % threads][n // threads] for n in range(len(after))]


def deepen_children(state: State, settings: SearchSettings) -> Iterator[list[StateValue]]:
    """Yield the values of the states after each legal action after each round, at least once, in one thread."""
    search = ChildSearch([state.after(action) for action in state.legal], settings, settings.budget.depth)
    yielded = 1  # static values are not worth yielding
    for _ in batches(search, settings.budget, settings.stop, settings.clock):
        if len(search.full) > yielded:
            yielded = len(search.full)
            yield search.full[-1]
    if yielded == 1:
        yield search.full[-1]
