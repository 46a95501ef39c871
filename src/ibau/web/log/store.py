"""The event log: an SQLite file, and the one thread that writes it.

A game is the fold of its events (hosted.py).  Whoever appends waits until the event is on the disk; the thread gathers
what has come in meanwhile and commits it together.  A full disk fails the waiting appends and nothing else; any other
trouble ends the thread, and with it the process (serving.py): a server whose log is dead must not look alive.
"""

import asyncio
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import OperationalError

from ibau.web.log.clock import Calendar
from ibau.web.log.database import FILE, events, held, opened
from ibau.web.metrics import Histogram

MOST_IN_A_BATCH = 500
NO_GAME = ""  # the name of none

T = TypeVar("T")


class StoreFull(Exception):  # noqa: N818 - it says what is the matter
    """Nothing can be written just now; try again later."""


class StoreDead(Exception):  # noqa: N818
    """The writing thread has ended."""


class LogEntry(NamedTuple):
    """An event to be stored: its game, its place in the sequence, its kind and its data."""

    game: str
    sequence: int
    kind: str
    data: str


@dataclass(slots=True)
class Job:
    """One thing for the thread to do, and who waits for it: append `rows`, or `do` something else."""

    done: "asyncio.Future[Any]"
    rows: tuple[dict[str, Any], ...] = ()
    do: Callable[[Connection], Any] | None = None


class Store:
    """The log, opened.  Raises StoreError if it cannot be."""

    def __init__(
        self, folder: Path, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        self.path = folder / FILE
        self.now = now or Calendar().now  # in milliseconds
        self.death: BaseException | None = None
        self.stored: Counter[str] = Counter()  # events, by kind
        self.batches = Histogram(1, 2, 5, 10, 20, 50, 100, 200, 500)  # events of a commit
        self.commits = Histogram(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # seconds
        self._on_death = on_death
        self._latest = 0  # time of an event
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self._opened.result()

    # From the event loop -------------------------------------------------------------------------------------------

    async def append(self, game: str, sequence: int, kind: str, data: str) -> None:
        """Return when the event is stored for good.  Raises StoreFull or StoreDead."""
        await self.append_together(LogEntry(game, sequence, kind, data))

    async def append_together(self, *entries: LogEntry) -> None:
        """Return when all of the events are stored for good; else none is.  Raises StoreFull or StoreDead."""
        await self._done(Job(self._loop.create_future(), rows=self.rows(*entries)))

    def rows(self, *entries: LogEntry) -> tuple[dict[str, Any], ...]:
        """Events as rows of the log, of which none is older than one before."""
        self._latest = max(self._latest, self.now())
        return tuple({**entry._asdict(), "time": self._latest} for entry in entries)

    async def read(self, game: str) -> list[str]:
        """The data of a game's events, in order; none for an unknown game.  Raises StoreFull or StoreDead."""
        return await self.do(lambda connection: read(connection, game))

    async def do(self, do: Callable[[Connection], T]) -> T:
        """What comes of something done in the thread, which commits what it writes.  Raises StoreFull or StoreDead."""
        done: T = await self._done(Job(self._loop.create_future(), do=do))
        return done

    async def _done(self, job: Job) -> Any:
        self._jobs.put(job)
        if self.death:  # it may have died before it could see the job
            raise StoreDead from self.death
        return await job.done

    async def close(self) -> None:
        """Finish what has been asked for, then close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        jobs: list[Job] = []
        try:
            with held(self.path.parent), opened(self.path) as connection:
                self._latest = latest(connection)
                self._opened.set_result(None)
                while jobs := self._gather():
                    self._serve(connection, jobs)
        except BaseException as error:  # noqa: BLE001 - whatever it is, everybody has to know
            self._die(error, jobs)

    def _gather(self) -> list[Job]:
        """The next jobs, at least one; none when the store is to close."""
        first = self._jobs.get()
        jobs = [first] if first else []
        while first and len(jobs) < MOST_IN_A_BATCH:
            try:
                following = self._jobs.get_nowait()
            except queue.Empty:
                break
            if following is None:
                self._jobs.put(None)
                break
            jobs.append(following)
        return jobs

    def _serve(self, connection: Connection, jobs: list[Job]) -> None:
        """Commit all that is to be appended at once, then do what else is asked for."""
        appends = [job for job in jobs if job.rows]
        if appends:
            rows = [row for job in appends for row in job.rows]
            begun = time.perf_counter()
            stored = _tried(connection, lambda: write(connection, rows))
            if stored is None:
                self._count(rows, time.perf_counter() - begun)
            self._answer(appends, [stored] * len(appends))
        others = [(job, job.do) for job in jobs if job.do]
        if others:
            answers = [_tried(connection, partial(do, connection)) for _, do in others]
            self._answer([job for job, _ in others], answers)

    def _count(self, rows: list[dict[str, Any]], seconds: float) -> None:
        self.stored.update(row["kind"] for row in rows)
        self.batches.add(len(rows))
        self.commits.add(seconds)

    def _answer(self, jobs: list[Job], answers: list[Any]) -> None:
        self._loop.call_soon_threadsafe(_settle, jobs, answers)

    def _die(self, error: BaseException, jobs: list[Job]) -> None:
        self.death = error
        if not self._opened.done():
            self._opened.set_exception(error)
            return
        while not self._jobs.empty():
            if job := self._jobs.get():
                jobs.append(job)
        self._answer(jobs, [StoreDead(str(error))] * len(jobs))
        self._loop.call_soon_threadsafe(self._on_death, error)


def _tried(connection: Connection, do: Callable[[], T]) -> T | StoreFull:
    """What comes of it, or why nothing does."""
    try:
        return do()
    except OperationalError as error:
        connection.rollback()
        return StoreFull(str(error.orig))


def _settle(jobs: list[Job], answers: list[Any]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        if job.done.done():  # whoever asked has gone
            continue
        if isinstance(answer, Exception):
            job.done.set_exception(answer)
        else:
            job.done.set_result(answer)


def write(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Store rows together, for good."""
    connection.execute(insert(events), rows)
    connection.commit()


def rehearse(connection: Connection) -> None:
    """Write an event for good, and leave nothing of it."""
    connection.execute(insert(events), {"game": NO_GAME, "sequence": 0, "kind": "", "data": "", "time": 0})
    connection.execute(delete(events).where(events.c.game == NO_GAME))
    connection.commit()


def latest(connection: Connection) -> int:
    """The time of the latest event."""
    return connection.execute(select(func.max(events.c.time))).scalar() or 0


def read(connection: Connection, game: str) -> list[str]:
    """The data of a game's events, in order."""
    found = connection.execute(select(events.c.data).where(events.c.game == game).order_by(events.c.sequence))
    return list(found.scalars())
