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
    AppendOutcome,
    Batch,
    Conflict,
    OutcomeUnknown,
    StaleStream,
    StorageFull,
    Store,
    StoreFailedError,
    StoreFullError,
)

MAX_BATCH = 500
MIN_FREE_BYTES = 1 << 30  # bytes of a disk; of a small one a twentieth
FSYNC_ERROR = "SQLITE_IOERR_FSYNC"  # SQLite's name of an error

T = TypeVar("T")


@dataclass(slots=True)
class WriteJob:
    """One thing for the thread to do, and who waits for it: store an append, or `function` something else."""

    done: "asyncio.Future[Any]"
    append: Append | None = None
    function: Callable[[Connection], Any] | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)  # also where nobody waits any more


class SQLiteStore(Store):
    """The log of a folder, opened.  Raises StoreError if it cannot be."""

    def __init__(
        self, folder: Path, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(now)
        self.path = folder / DATABASE_FILE
        self.death: BaseException | None = None
        self._on_death = on_death
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._pending: dict[str, WriteJob] = {}  # by stream, the last append that is under way
        self._opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_loop, name="writer", daemon=True)
        self._thread.start()
        self._opened.result()
        self._read_connection = open_reader(self.path)
        self._reader = ThreadPoolExecutor(1, "reader")

    # From the event loop -------------------------------------------------------------------------------------------

    async def _append(self, append: Append) -> AppendOutcome:
        job = WriteJob(self._loop.create_future(), append=append)
        self._pending |= dict.fromkeys((change.stream for change in append.changes), job)
        try:
            outcome: AppendOutcome = await self._submit(job)
        except StoreFailedError as error:
            return OutcomeUnknown(str(error))
        return outcome

    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        if (job := self._pending.get(stream)) and not self.death:
            await job.finished.wait()
        return await self._in_reader(partial(tables.read_events, stream=stream, since=since))

    async def private(self, stream: str) -> Mapping[str, str]:
        return await self._in_reader(partial(tables.private_of, stream=stream))

    async def load_derived(self, stream: str, name: str, maker: str) -> str | None:
        return await self._in_reader(partial(tables.load_derived, stream=stream, name=name, maker=maker))

    async def save_derived(self, stream: str, name: str, maker: str, data: str) -> None:
        await self._in_writer(
            partial(tables.save_derived, row={"stream": stream, "name": name, "maker": maker, "data": data})
        )

    async def next_stale(self, since: int, after: str = "") -> StaleStream | None:
        return await self._in_reader(partial(tables.next_stale, since=since, after=after))

    def is_nearly_full(self) -> bool:
        disk = shutil.disk_usage(self.path.parent)
        return disk.free < min(MIN_FREE_BYTES, disk.total // 20)

    async def count_touched(self, since: int) -> int:
        return await self._in_reader(partial(tables.count_touched, since=since))

    async def test_write(self) -> None:
        await self._in_writer(tables.test_write)

    async def _in_reader(self, function: Callable[[Connection], T]) -> T:
        """What comes of something that only reads.  Raises StoreFullError or StoreFailedError."""
        if self.death:
            raise StoreFailedError(str(self.death)) from self.death
        return await self._loop.run_in_executor(self._reader, _read_snapshot, self._read_connection, function)

    async def _in_writer(self, function: Callable[[Connection], T]) -> T:
        """What comes of something done in the thread that writes.  Raises StoreFullError or StoreFailedError."""
        done: T = await self._submit(WriteJob(self._loop.create_future(), function=function))
        return done

    async def _submit(self, job: WriteJob) -> Any:
        self._jobs.put(job)
        if self.death:  # it may have died before it could see the job
            job.done.cancel()  # or may yet answer it
            raise StoreFailedError(str(self.death)) from self.death
        return await job.done

    def _deliver(self, jobs: list[WriteJob], answers: list[Any]) -> None:
        """Tell those who wait what came of their jobs, unless they have gone."""
        for job, answer in zip(jobs, answers, strict=True):
            job.finished.set()
            for change in job.append.changes if job.append else ():
                if self._pending.get(change.stream) is job:
                    del self._pending[change.stream]
            if job.done.done():
                continue
            if isinstance(answer, Exception):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)

    async def close(self) -> None:
        """Finish what has been asked for, then close the file; who writes it does so last, and leaves it in order."""
        await asyncio.to_thread(self._reader.shutdown)
        self._read_connection.close()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread -------------------------------------------------------------------------------------------------

    def _write_loop(self) -> None:
        jobs: list[WriteJob] = []
        try:
            with exclusive_lock(self.path.parent), open_database(self.path) as connection:
                self._latest = tables.last_touched(connection)
                self._opened.set_result(None)
                while jobs := self._next_jobs():
                    self._process(connection, jobs)
        except BaseException as error:  # noqa: BLE001 - whatever it is, everybody has to know
            self._fail(error, jobs)

    def _next_jobs(self) -> list[WriteJob]:
        """The next jobs, at least one; none when the store is to close."""
        first = self._jobs.get()
        jobs = [first] if first else []
        while first and len(jobs) < MAX_BATCH:
            try:
                following = self._jobs.get_nowait()
            except queue.Empty:
                break
            if following is None:
                self._jobs.put(None)
                break
            jobs.append(following)
        return jobs

    def _process(self, connection: Connection, jobs: list[WriteJob]) -> None:
        """Commit all that is to be appended at once, then do what else is asked for."""
        appends = [(job, job.append) for job in jobs if job.append]
        if appends:
            outcomes = self._commit(connection, [append for _, append in appends])
            self._post_results([job for job, _ in appends], outcomes)
        others = [(job, job.function) for job in jobs if job.function]
        if others:
            answers = [_try_call(connection, do) for _, do in others]
            self._post_results([job for job, _ in others], answers)

    def _commit(self, connection: Connection, appends: list[Append]) -> list[AppendOutcome]:
        """Commit appends together; where the file refuses something, each by itself."""
        begun = time.perf_counter()
        try:
            batch = Batch(tables.heads(connection, {change.stream for append in appends for change in append.changes}))
            outcomes: list[AppendOutcome] = [batch.add(append) for append in appends]
            tables.write_batch(connection, batch)
        except OperationalError as error:
            connection.rollback()
            return [_failed_append(error)] * len(appends)
        except IntegrityError:
            connection.rollback()
            return [Conflict()] if len(appends) == 1 else [self._commit(connection, [append])[0] for append in appends]
        self.stored.update(row.kind for row in batch.rows)
        self.batches.add(len(batch.rows))
        self.commits.add(time.perf_counter() - begun)
        return outcomes

    def _post_results(self, jobs: list[WriteJob], answers: list[Any]) -> None:
        self._loop.call_soon_threadsafe(self._deliver, jobs, answers)

    def _fail(self, error: BaseException, jobs: list[WriteJob]) -> None:
        self.death = error
        if not self._opened.done():
            self._opened.set_exception(error)
            return
        while not self._jobs.empty():
            if job := self._jobs.get():
                jobs.append(job)
        self._post_results(jobs, [StoreFailedError(str(error))] * len(jobs))
        self._loop.call_soon_threadsafe(self._on_death, error)


def _failed_append(error: OperationalError) -> StorageFull | OutcomeUnknown:
    """What an append comes to that could not be committed: what was written and not synced, the disk may have kept."""
    name = getattr(error.orig, "sqlite_errorname", "")
    return (OutcomeUnknown if name == FSYNC_ERROR else StorageFull)(str(error.orig))


def _try_call(connection: Connection, function: Callable[[Connection], T]) -> T | StoreFullError:
    """What comes of it, or why nothing does."""
    try:
        return function(connection)
    except OperationalError as error:
        connection.rollback()
        return StoreFullError(str(error.orig))


def _read_snapshot(connection: Connection, function: Callable[[Connection], T]) -> T:
    """What comes of reading the file as it is at one moment.  Raises StoreFullError."""
    try:
        connection.exec_driver_sql("BEGIN").close()
        return function(connection)
    except DatabaseError as error:
        raise StoreFullError(str(error.orig)) from error
    finally:
        connection.rollback()
