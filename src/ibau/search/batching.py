"""Searches run in short batches, so that they keep to their time and can be stopped at any moment."""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol, Self

from ibau.search.budget import Budget

BATCH_SECONDS = 0.01  # the intended length of a batch
LARGEST_BATCH = 1 << 14  # nodes
SLICE_SECONDS = 0.1  # the intended length of a slice, after which Python handles Ctrl-C
BATCH_GROWTH = 4  # at most: the first batches are too short to be timed well


class ResumableSearch(Protocol):
    """A search that can be run further, again and again."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    @property
    def is_finished(self) -> bool:
        """Is there nothing more to find?"""
        ...

    def run(self, nodes: int) -> None:
        """Search this many nodes more."""
        ...


def batches(
    search: ResumableSearch, budget: Budget, stop: threading.Event, clock: Callable[[], float], first_batch: int = 1
) -> Iterator[float]:
    """Search until the seconds or nodes of the budget are spent, `stop` is set or the search is finished.

    Yields the seconds so far after each batch, the last one included.
    """
    search.run(0)  # Numba may compile first, which does not count
    started = begun = clock()
    batch = first_batch
    while True:
        search.run(batch if budget.nodes is None else min(batch, budget.nodes - search.nodes))
        now = clock()
        yield now - started
        left = math.inf if budget.seconds is None else started + budget.seconds - now
        spent = budget.nodes is not None and search.nodes >= budget.nodes
        if stop.is_set() or left <= 0 or spent or search.is_finished:
            return
        batch = next_batch(batch, now - begun, left)
        begun = now


def run_until_spent(search: ResumableSearch, budget: Budget, stop: threading.Event, clock: Callable[[], float]) -> None:
    """Search until the budget is spent, `stop` is set or the search is finished."""
    for _ in batches(search, budget, stop, clock):
        pass


class SearchThreads:
    """Searches that run in threads during a `with` block, each until its share of the budget is spent.

    Leaving the block stops them and raises the first exception of one of them.
    """

    def __init__(
        self, searches: Sequence[ResumableSearch], shares: Sequence[Budget], clock: Callable[[], float]
    ) -> None:
        self.searches = searches
        self.shares = shares
        self.clock = clock
        self.enough = threading.Event()
        self.pool: ThreadPoolExecutor | None = None
        self.running: list[Future[None]] = []

    def __enter__(self) -> Self:
        if self.searches:
            self._begin()
        return self

    def _begin(self) -> None:
        for search in self.searches:
            search.run(0)  # compile once, in this thread
        self.pool = ThreadPoolExecutor(len(self.searches))
        self.running = [
            self.pool.submit(run_until_spent, search, share, self.enough, self.clock)
            for search, share in zip(self.searches, self.shares, strict=True)
        ]

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads."""
        return sum(search.nodes for search in self.searches)

    def wait(self, stop: threading.Event) -> None:
        """Wait until every thread has spent its share or `stop` is set."""
        while not stop.is_set() and wait(self.running, BATCH_SECONDS).not_done:
            pass

    def end(self) -> None:
        """Stop the threads and raise the first exception of one of them."""
        self.enough.set()
        if self.pool is not None:
            self.pool.shutdown()
        for helper in self.running:
            helper.result()


def shares_of(budget: Budget, threads: int) -> tuple[Budget, ...]:
    """The budget of each of several threads: the same time, and together no more nodes than `budget` has.

    There are fewer threads than asked for if there are fewer nodes.
    """
    if budget.nodes is None:
        return (budget,) * threads
    threads = min(threads, budget.nodes)
    each, left = divmod(budget.nodes, threads)
    return tuple(budget._replace(nodes=each + (number < left)) for number in range(threads))


def next_batch(batch: int, took: float, left: float) -> int:
    """Nodes that fit into BATCH_SECONDS and the seconds left, given that `batch` nodes took `took` seconds."""
    fitting = int(batch * min(BATCH_SECONDS, left) / max(took, 1e-6))
    return max(1, min(fitting, BATCH_GROWTH * batch, LARGEST_BATCH))


def next_slice(size: int, took: float) -> int:
    """How much fits into SLICE_SECONDS, given that `size` took `took` seconds; Python sees signals in between."""
    return max(1, min(int(size * SLICE_SECONDS / max(took, 1e-6)), BATCH_GROWTH * size))
