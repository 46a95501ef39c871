"""The log in an SQLite file, the one thread that writes it, and another one that reads beside it.

An append waits until all of it is on the disk; the thread gathers what has come in meanwhile and commits it
together.  A full disk fails the waiting appends and nothing else, an event that the file refuses its own append; any
other trouble ends the thread, and with it the process (serving.py): a server whose log is dead must not look alive.

A reader of a stream waits for what is being stored of this stream, and for no other append.
"""

import asyncio
import queue
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from ibau.web.log import tables
from ibau.web.log.database import DATABASE_FILE, exclusive_lock, open_database, open_reader
from ibau.web.log.events import StoredEvent
from ibau.web.log.store import (
    Append,
    Batch,
    Full,
    Lost,
    Outcome,
    Store,
    StoreDead,
    StoreFull,
    Unknown,
    Untouched,
)

MOST_IN_A_BATCH = 500
LEAST_FREE = 1 << 30  # bytes of a disk; of a small one a twentieth
UNSYNCED = "SQLITE_IOERR_FSYNC"  # SQLite's name of an error

T = TypeVar("T")


@dataclass(slots=True)
class Job:
    """One thing for the thread to do, and who waits for it: store an append, or `do` something else."""

    done: "asyncio.Future[Any]"
    append: Append | None = None
    do: Callable[[Connection], Any] | None = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)  # also where nobody waits any more


class SQLiteStore(Store):
    """The log of a folder, opened.  Raises StoreError if it cannot be."""

    def __init__(
        self, folder: Path, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(now)
        self.path = folder / DATABASE_FILE
        self.death: BaseException | None = None
        self._on_death = on_death
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._storing: dict[str, Job] = {}  # by stream, the last append that is under way
        self._opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()
        self._opened.result()
        self._beside = open_reader(self.path)
        self._reader = ThreadPoolExecutor(1, "reader")

    # From the event loop -------------------------------------------------------------------------------------------

    async def _append(self, append: Append) -> Outcome:
        job = Job(self._loop.create_future(), append=append)
        self._storing |= dict.fromkeys((change.stream for change in append.changes), job)
        try:
            outcome: Outcome = await self._done(job)
        except StoreDead as error:
            return Unknown(str(error))
        return outcome

    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        if (job := self._storing.get(stream)) and not self.death:
            await job.settled.wait()
        return await self._look(partial(tables.read_events, stream=stream, since=since))

    async def private(self, stream: str) -> Mapping[str, str]:
        return await self._look(partial(tables.private_of, stream=stream))

    async def derived(self, stream: str, name: str, maker: str) -> str | None:
        return await self._look(partial(tables.load_derived, stream=stream, name=name, maker=maker))

    async def derive(self, stream: str, name: str, maker: str, data: str) -> None:
        await self._do(partial(tables.save_derived, row={"stream": stream, "name": name, "maker": maker, "data": data}))

    async def untouched(self, since: int, after: str = "") -> Untouched | None:
        return await self._look(partial(tables.next_stale, since=since, after=after))

    def is_nearly_full(self) -> bool:
        disk = shutil.disk_usage(self.path.parent)
        return disk.free < min(LEAST_FREE, disk.total // 20)

    async def count(self, since: int) -> int:
        return await self._look(partial(tables.count_touched, since=since))

    async def rehearse(self) -> None:
        await self._do(tables.test_write)

    async def _look(self, do: Callable[[Connection], T]) -> T:
        """What comes of something that only reads.  Raises StoreFull or StoreDead."""
        if self.death:
            raise StoreDead(str(self.death)) from self.death
        return await self._loop.run_in_executor(self._reader, _seen, self._beside, do)

    async def _do(self, do: Callable[[Connection], T]) -> T:
        """What comes of something done in the thread that writes.  Raises StoreFull or StoreDead."""
        done: T = await self._done(Job(self._loop.create_future(), do=do))
        return done

    async def _done(self, job: Job) -> Any:
        self._jobs.put(job)
        if self.death:  # it may have died before it could see the job
            job.done.cancel()  # or may yet answer it
            raise StoreDead(str(self.death)) from self.death
        return await job.done

    def _settle(self, jobs: list[Job], answers: list[Any]) -> None:
        """Tell those who wait what came of their jobs, unless they have gone."""
        for job, answer in zip(jobs, answers, strict=True):
            job.settled.set()
            for change in job.append.changes if job.append else ():
                if self._storing.get(change.stream) is job:
                    del self._storing[change.stream]
            if job.done.done():
                continue
            if isinstance(answer, Exception):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)

    async def close(self) -> None:
        """Finish what has been asked for, then close the file; who writes it does so last, and leaves it in order."""
        await asyncio.to_thread(self._reader.shutdown)
        self._beside.close()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        jobs: list[Job] = []
        try:
            with exclusive_lock(self.path.parent), open_database(self.path) as connection:
                self._latest = tables.last_touched(connection)
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
        appends = [(job, job.append) for job in jobs if job.append]
        if appends:
            outcomes = self._stored(connection, [append for _, append in appends])
            self._answer([job for job, _ in appends], outcomes)
        others = [(job, job.do) for job in jobs if job.do]
        if others:
            answers = [_tried(connection, do) for _, do in others]
            self._answer([job for job, _ in others], answers)

    def _stored(self, connection: Connection, appends: list[Append]) -> list[Outcome]:
        """Commit appends together; where the file refuses something, each by itself."""
        begun = time.perf_counter()
        try:
            batch = Batch(tables.heads(connection, {change.stream for append in appends for change in append.changes}))
            outcomes: list[Outcome] = [batch.add(append) for append in appends]
            tables.write_batch(connection, batch)
        except OperationalError as error:
            connection.rollback()
            return [_trouble(error)] * len(appends)
        except IntegrityError:
            connection.rollback()
            return [Lost()] if len(appends) == 1 else [self._stored(connection, [append])[0] for append in appends]
        self.stored.update(row.kind for row in batch.rows)
        self.batches.add(len(batch.rows))
        self.commits.add(time.perf_counter() - begun)
        return outcomes

    def _answer(self, jobs: list[Job], answers: list[Any]) -> None:
        self._loop.call_soon_threadsafe(self._settle, jobs, answers)

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


def _trouble(error: OperationalError) -> Full | Unknown:
    """What an append comes to that could not be committed: what was written and not synced, the disk may have kept."""
    name = getattr(error.orig, "sqlite_errorname", "")
    return (Unknown if name == UNSYNCED else Full)(str(error.orig))


def _tried(connection: Connection, do: Callable[[Connection], T]) -> T | StoreFull:
    """What comes of it, or why nothing does."""
    try:
        return do(connection)
    except OperationalError as error:
        connection.rollback()
        return StoreFull(str(error.orig))


def _seen(connection: Connection, do: Callable[[Connection], T]) -> T:
    """What comes of reading the file as it is at one moment.  Raises StoreFull."""
    try:
        connection.exec_driver_sql("BEGIN").close()
        return do(connection)
    except DatabaseError as error:
        raise StoreFull(str(error.orig)) from error
    finally:
        connection.rollback()
