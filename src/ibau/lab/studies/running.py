"""The work of a study, sent through the interface of `concurrent.futures`: tasks of seconds, in whatever order.

What the results are follows from the numbers of the games alone, so it does not matter who plays which and when.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import chain, islice
from statistics import fmean
from typing import Any, NamedTuple

from ibau.core.errors import ClusterError
from ibau.lab.studies.errors import ResultsError
from ibau.lab.studies.rows import Rows
from ibau.lab.studies.sampling import Sampling
from ibau.lab.studies.sources import Source
from ibau.lab.studies.store import Store
from ibau.lab.work import TASK_SECONDS, TASKS_AHEAD

MOST_DEATHS = 3  # of workers, in a row without a result between them

OpenExecutor = Callable[[], Executor]


class Progress(NamedTuple):
    """How far a study is."""

    games: int
    seconds_done: float  # of all workers together
    seconds_left: float  # the same, as far as can be told
    is_sure: bool  # has each source been tried?


Tell = Callable[[Progress], None]


def task(source: Source, first: int, games: int) -> tuple[Rows, float]:
    """The rows of some games, and how many seconds they took."""
    source.rows(first, 0)  # compiles or loads what plays random games, and that does not count
    began = time.perf_counter()
    rows = source.rows(first, games)
    return rows, time.perf_counter() - began


Piece = tuple[Sampling, int, int]  # of a source, from a number to another


class Work:
    """All sources of a study, played until each has what is wanted of it."""

    def __init__(self, samplings: Sequence[Sampling], store: Store, workers: int, tell: Tell) -> None:
        self.samplings = samplings
        self._store = store
        self._workers = workers
        self._tell = tell
        self._spent = 0.0
        self._deaths = 0
        for sampling in samplings:
            sampling.done = store.ranges(sampling.source)
            sampling.look(store.rows)

    def run(self, open_executor: OpenExecutor) -> None:
        """Play all that lacks; a worker that dies is replaced, and its games are played again.

        Raises ResultsError where workers die again and again or nobody sends them work any more, and OSError where rows
        cannot be kept.
        """
        while any(not sampling.is_finished for sampling in self.samplings):
            executor = open_executor()
            try:
                self._run_on(executor)
            except ClusterError as error:
                raise ResultsError(f"{error} Nothing is lost; go on with --resume.") from error
            except BrokenExecutor as error:
                self._deaths += 1
                if self._deaths > MOST_DEATHS:
                    raise ResultsError("Processes of the study die again and again: out of memory?") from error
                for sampling in self.samplings:
                    sampling.asked.clear()
            finally:
                executor.shutdown(wait=False)

    def _run_on(self, executor: Executor) -> None:
        pending: dict[Future[Any], Piece] = {}
        try:
            self._keep_busy(executor, pending)
        finally:
            for future in pending:
                future.cancel()

    def _keep_busy(self, executor: Executor, pending: dict[Future[Any], Piece]) -> None:
        while True:
            for sampling, first, after in self._pieces(self._workers * TASKS_AHEAD - len(pending)):
                pending[executor.submit(task, sampling.source, first, after - first)] = (sampling, first, after)
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in [future for future in pending if future in done]:  # in the order of their games
                self._take_up(*pending.pop(future), *future.result())

    def _pieces(self, room: int) -> Iterable[Piece]:
        """The next pieces: first a try of every source, searches before others; then what tells how many are wanted.

        Of these, what will take longest goes first: the forecast depends on it most.
        """
        untried = [sampling for sampling in self.samplings if sampling.seconds is None and not sampling.asked]
        others = [sampling for sampling in self.samplings if sampling.seconds is not None]
        untried.sort(key=lambda sampling: sampling.trial)
        others.sort(key=lambda sampling: (sampling.is_looked_at, -sampling.left * (sampling.seconds or 0.0)))
        tries = (piece for sampling in untried for piece in islice(pieces_of(sampling), 1))
        more = (piece for sampling in others for piece in pieces_of(sampling))
        return list(islice(chain(tries, more), room))

    def _take_up(self, sampling: Sampling, first: int, after: int, rows: Rows, seconds: float) -> None:
        """Keep what a task has brought, and see whether that is enough."""
        self._store.add(sampling.source, first, rows, after - first)
        sampling.asked.remove((first, after))
        sampling.done.append((first, after))
        sampling.timed.append((after - first, seconds))
        sampling.look(self._store.rows)
        self._spent += seconds
        self._deaths = 0
        self._tell(self.progress)

    @property
    def progress(self) -> Progress:
        """How far it is: a game of what has not been tried is taken to last like those of its kind."""
        seconds = mean_seconds(self.samplings)
        left = sum(
            sampling.left * (sampling.seconds or seconds.get(type(sampling.source), 0.0)) for sampling in self.samplings
        )
        games = sum(sampling.games * sampling.source.games_a_row for sampling in self.samplings)
        tried = all(sampling.is_finished or sampling.seconds is not None for sampling in self.samplings)
        return Progress(games, self._spent, left, tried)


def pieces_of(sampling: Sampling) -> Iterator[Piece]:
    """What lacks to its goal, piece by piece; each counts as asked for."""
    each = sampling.trial
    if sampling.seconds is not None:
        each = max(1, round(TASK_SECONDS / max(sampling.seconds, 1e-9)))
    while piece := sampling.next_piece(each):
        sampling.asked.append(piece)
        yield sampling, *piece


def mean_seconds(samplings: Sequence[Sampling]) -> dict[type[Source], float]:
    """The mean seconds of a game, by kind of source, over the sources that have been tried."""
    known: dict[type[Source], list[float]] = {}
    for sampling in samplings:
        if sampling.seconds is not None:
            known.setdefault(type(sampling.source), []).append(sampling.seconds)
    return {kind: fmean(seconds) for kind, seconds in known.items()}
