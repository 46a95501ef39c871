"""Parallel searches in threads: they end together, in every case, and their errors are raised."""

import threading
import time
from collections.abc import Callable

import pytest

from ibau.core.game import State
from ibau.games import game
from ibau.players import Budget, Choice, PlayerError, player
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.batching import SearchThreads, shares_of
from ibau.search.child_search import SearchSettings, search_children
from ibau.search.deepening import SmpTeam
from tests.slow import slow_but

ENDLESS = Budget(nodes=10**12)
PATIENCE = 200  # seconds; a search that is not stopped would go on for days


class BreakError(Exception):
    """What a user or a broken search throws into a thought."""


class Endless:
    """A search that goes on until it is stopped."""

    nodes = 0
    is_finished = False

    def run(self, nodes: int) -> None:
        time.sleep(0.0001 if nodes else 0)


class Broken(Endless):
    """A search that fails once it has begun."""

    def run(self, nodes: int) -> None:
        if nodes:
            raise BreakError


def ends(what: Callable[[], object]) -> bool:
    """Does it raise BreakError, in a moment rather than in days?"""
    raised: list[bool] = []

    def attempt() -> None:
        try:
            what()
        except BreakError:
            raised.append(True)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return bool(raised)


def state_in(ruleset: str) -> State:
    return game(ruleset).state(
        {
            "seega": "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -",
            "senet-formation": "7D1L1D6DL1L1L3DL1 second t4 open - - 0 29",
        }[ruleset]
    )


def interrupted_clock() -> Callable[[], float]:
    """A clock that after a while interrupts the thread that made it."""
    owner = threading.get_ident()
    asked: list[float] = []

    def clock() -> float:
        if threading.get_ident() == owner:
            asked.append(time.perf_counter())
            if len(asked) > 20:
                raise BreakError
        return time.perf_counter()

    return clock


# --- Threads during a block ----------------------------------------------------------------------------------------


def test_a_block_can_wait_for_its_helpers() -> None:
    search = AlphaBetaSearch(state_in("seega"), 1)
    with SearchThreads([search], [Budget(nodes=5000)], time.perf_counter) as helpers:
        helpers.wait(threading.Event())
    assert search.nodes == helpers.nodes == 5000


def test_the_end_of_a_block_ends_its_helpers() -> None:
    with SearchThreads([Endless()], [ENDLESS], time.perf_counter):
        running = threading.active_count()
    assert threading.active_count() < running


def test_who_stops_it_ends_the_helpers() -> None:
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    with SearchThreads([Endless(), Endless()], [ENDLESS, ENDLESS], time.perf_counter) as helpers:
        helpers.wait(stop)
    assert stop.is_set()


def test_a_block_that_fails_ends_its_helpers() -> None:
    def block() -> None:
        with SearchThreads([Endless()], [ENDLESS], time.perf_counter):
            raise BreakError

    assert ends(block)


def test_what_a_helper_raises_is_raised() -> None:
    def block() -> None:
        with SearchThreads([Broken()], [ENDLESS], time.perf_counter) as helpers:
            helpers.wait(threading.Event())

    assert ends(block)


# --- Players -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ruleset"),
    slow_but([("uct", "seega")], [("uct", "seega"), ("alphabeta", "seega"), ("expectimax", "senet-formation")]),
)
def test_a_report_that_fails_ends_all_threads(name: str, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.players.search_players.REPORT_SECONDS", 0)

    def report(choice: Choice) -> None:  # noqa: ARG001 - it ignores its arguments
        raise BreakError

    assert ends(lambda: player(name, threads=2).choose(state_in(ruleset), ENDLESS, report=report))


@pytest.mark.parametrize("threads", [1, 2])
def test_advice_that_is_interrupted_ends_all_threads(threads: int) -> None:
    def think() -> None:
        search_children(state_in("seega"), SearchSettings(ENDLESS, threads=threads, clock=interrupted_clock()))

    assert ends(think)


def test_what_the_helper_of_a_deepening_search_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    search = AlphaBetaSearch(state_in("seega"), 1)
    twin = search.for_thread(1)

    def fail(nodes: int) -> None:
        if nodes:
            raise PlayerError("It broke.")

    monkeypatch.setattr(twin, "run", fail)
    monkeypatch.setattr(search, "for_thread", lambda seed: twin)  # noqa: ARG005 - always the same
    with pytest.raises(PlayerError, match="It broke"), SmpTeam(search, shares_of(Budget(nodes=2000), 2)) as team:
        team.run(10)
