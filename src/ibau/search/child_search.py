"""Several states of a game searched side by side, in each round all to the same depth, so that their values compare.

What they are worth is told as the result that players of equal strength come to from there; see calibration.py.
One search turns from state to state, so that what it learns about one helps with the others.  A round that was cut
short does not count.
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
    """How long to search, and with what."""

    budget: Budget
    seed: int = 0
    threads: int = 1
    evaluator: str = SHIPPED
    stop: threading.Event = threading.Event()  # one that nobody sets
    clock: Callable[[], float] = time.perf_counter


class StateValue(NamedTuple):
    """What is known of a state."""

    value: float  # -1..1 for FIRST
    uncertainty: float  # how far the last round has moved the value; 0 once decided, UNKNOWN before the second round
    line: tuple[int, ...]  # the best play from there
    depth: int  # how many rounds have looked at it: its depth, the action before it included, as players count it
    decided: bool  # going on finds nothing better
    exact: bool = False  # by the tables or the end of the game, not by a search


class ChildSearch:
    """A search of some states, round after round."""

    def __init__(self, states: Sequence[State], settings: SearchSettings, deepest: int | None = None) -> None:
        self.states = states
        self._steepness = steepness_of(states[0].game, settings.evaluator)
        self.full = [
            [static_value(state, settings.evaluator) for state in states]
        ]  # what was known after each full round
        self._deepest = deepest
        self._fresh = list(self.full[0])  # what is known within the round in hand
        self._search = deepening_of(states[0], settings)
        self._left: list[int] = []  # the states that this round has yet to look at, that in hand last
        self._begin_round()

    @property
    def nodes(self) -> int:
        """Nodes so far."""
        return self._search.nodes

    @property
    def is_finished(self) -> bool:
        """Has it come to its depth, or is everything decided?"""
        return not self._left

    def run(self, nodes: int) -> None:
        """Search this many nodes further."""
        limit = self.nodes + nodes
        while self._left and self._search.resume(limit):
            self._take_up()

    @property
    def _depth(self) -> int:
        """How deep the round in hand searches; games without throws can be looked at without a ply ahead."""
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
        """Note what has been found of the state in hand, and go on to the next one."""
        n, search = self._left.pop(), self._search
        search.record_best()
        search.depth = self._depth
        before, judged = self.full[-1][n], for_seat(search.state.actor, search.value)
        value = calibrate(judged, self._steepness)
        moved = abs(value - before.value) if before.depth else UNKNOWN
        uncertainty = 0.0 if search.is_decided else moved
        self._fresh[n] = StateValue(value, uncertainty, search.line, len(self.full), search.is_decided)
        if self._left:
            self._turn_to_next()
        else:
            self.full.append(list(self._fresh))
            self._begin_round()


def for_seat(seat: int, value: float) -> float:
    """A value for FIRST as a seat sees it, and the other way round; nobody's is as FIRST sees it."""
    return 0.0 - value if seat == SECOND else value


def deepening_of(state: State, settings: SearchSettings) -> IterativeDeepening[Any, Any]:
    """The search of games like this one, the deepest there is."""
    search = ExpectimaxSearch if state.game.system.has_throws else AlphaBetaSearch
    network = network_of(state.game, settings.evaluator)
    return search(state, settings.seed, slots=slots_for(settings.budget), network=network)


def static_value(state: State, evaluator: str) -> StateValue:
    """What a look at a state says; the end of a game is decided, and so is what tables tell."""
    if state.outcome:
        return StateValue(float(value_for_first(state.outcome)), 0.0, (), 0, decided=True, exact=True)
    if (tabled := probe(state)) and tabled.is_narrow:
        return StateValue(tabled.value, 0.0, (), 0, decided=True, exact=True)
    system = state.game.system
    estimate = make_estimate(system.rulebook, system.evaluation)
    value = estimate(state.game.rules, state.position, network_of(state.game, evaluator)) / WIN
    return StateValue(calibrate(value, steepness_of(state.game, evaluator)), UNKNOWN, (), 0, decided=False)


def search_children(state: State, settings: SearchSettings) -> list[StateValue]:
    """What is known of the states after each legal action, all of them searched equally deep.

    Several threads share them out; what counts is the last round that every thread has finished.
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
    """What is known of the states after each legal action, after each round, at least once, in one thread."""
    search = ChildSearch([state.after(action) for action in state.legal], settings, settings.budget.depth)
    told = 1  # what is known at sight is not worth telling
    for _ in batches(search, settings.budget, settings.stop, settings.clock):
        if len(search.full) > told:
            told = len(search.full)
            yield search.full[-1]
    if told == 1:
        yield search.full[-1]
