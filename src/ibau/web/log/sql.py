"""Base class of the stores in SQLite and PostgreSQL: one writer thread with group commit, and reader threads.

An append waits until it is committed; the writer thread commits all pending appends in one transaction.  An append that
the database rejects fails alone.  Any other error ends the thread, and with it the process (serving.py), so that a
server without a working log never looks healthy.

A read of a stream waits for pending appends to this stream, and for no others.
"""

import asyncio
import queue
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from ibau.web.log import tables
from ibau.web.log.events import StoredEvent
from ibau.web.log.store import (
    Append,
    AppendOutcome,
    Attendance,
    Batch,
    Conflict,
    OutcomeUnknown,
    StaleStream,
    Store,
    Stored,
    StoreFailedError,
    StoreFullError,
    StreamHead,
)

MAX_BATCH = 500

T = TypeVar("T")


class UncertainError(Exception):
    """The connection was lost during a commit, so its outcome is unknown."""


@dataclass(slots=True)
class WriteJob:
    """A job for the writer thread, and the future that waits for it: an append, or a function to call."""

    done: "asyncio.Future[Any]"
    append: Append | None = None
    function: Callable[[Connection], Any] | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)  # set even if the caller was cancelled


class SQLStore(Store):
    """The log in a database; `start` opens it."""

    def __init__(
        self, readers: int, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(now)
        self.death: BaseException | None = None
        self._on_death = on_death
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._pending: dict[str, WriteJob] = {}  # by stream, the last pending append
        self._opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_loop, name="writer", daemon=True)
        self._reader = ThreadPoolExecutor(readers, "reader")

    def start(self) -> None:
        """Open the database.  Raises StoreError if it cannot be."""
        self._thread.start()
        self._opened.result()

    # Hooks of the databases ------------------------------------------------------------------------------------------

    @abstractmethod
    def _connected(self) -> AbstractContextManager[Connection]:
        """Open and check the database for the writer thread."""

    @abstractmethod
    def _read(self, function: Callable[[Connection], T]) -> T:
        """Call a function that only reads, in a reader thread.  Raises StoreFullError."""

    @abstractmethod
    def _failed_append(self, error: DBAPIError) -> AppendOutcome | None:
        """Return the outcome of an append that failed with an error; None where the database itself is broken."""

    def _write(self, connection: Connection, batch: Batch) -> None:
        """Write and commit a batch.  Raises DBAPIError, and UncertainError where it may have been committed."""
        tables.write_batch(connection, batch)

    def _roll_back(self, connection: Connection) -> None:
        connection.rollback()

    def _wait_to_retry(self, error: DBAPIError, since: float) -> bool:  # noqa: ARG002 - a file does not come back
        """Wait before a retry where an error is transient; should the caller retry?"""
        return False

    def _attendance(self, connection: Connection, streams: Collection[str]) -> Attendance:  # noqa: ARG002
        """Like `attendance`, within the writing transaction."""
        return {}

    # From the event loop ---------------------------------------------------------------------------------------------

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

    async def versions(self, streams: Collection[str]) -> Mapping[str, int]:
        return await self._in_reader(partial(tables.versions, names=streams))

    async def private(self, stream: str) -> Mapping[str, str]:
        return await self._in_reader(partial(tables.private_of, stream=stream))

    async def load_derived(self, stream: str, name: str, maker: str) -> str | None:
        return await self._in_reader(partial(tables.load_derived, stream=stream, name=name, maker=maker))

    async def save_derived(self, stream: str, name: str, maker: str, data: str) -> None:
        row = {"stream": stream, "name": name, "maker": maker, "data": data}
        await self._in_writer(partial(tables.save_derived, row=row))

    async def next_stale(self, since: int, after: str = "") -> StaleStream | None:
        return await self._in_reader(partial(tables.next_stale, since=since, after=after))

    async def count_touched(self, since: int) -> int:
        return await self._in_reader(partial(tables.count_touched, since=since))

    async def test_write(self) -> None:
        await self._in_writer(tables.test_write)

    async def _in_reader(self, function: Callable[[Connection], T]) -> T:
        """Call a function that only reads.  Raises StoreFullError or StoreFailedError."""
        return await self._in_thread(partial(self._read, function))

    async def _in_thread(self, function: Callable[[], T]) -> T:
        """Call a function in a reader thread.  Raises StoreFullError or StoreFailedError."""
        if self.death:
            raise StoreFailedError(str(self.death)) from self.death
        return await self._loop.run_in_executor(self._reader, function)

    async def _in_writer(self, function: Callable[[Connection], T]) -> T:
        """Call a function in the writer thread.  Raises StoreFullError or StoreFailedError."""
        done: T = await self._submit(WriteJob(self._loop.create_future(), function=function))
        return done

    async def _submit(self, job: WriteJob) -> Any:
        self._jobs.put(job)
        if self.death:  # the thread may have ended before it saw the job
            job.done.cancel()  # or it will still be answered
            raise StoreFailedError(str(self.death)) from self.death
        return await job.done

    def _deliver(self, jobs: list[WriteJob], answers: list[Any]) -> None:
        """Resolve the futures of jobs, unless they were cancelled, and send notifications of the appends."""
        for job, answer in zip(jobs, answers, strict=True):
            job.finished.set()
            for change in job.append.changes if job.append else ():
                if self._pending.get(change.stream) is job:
                    del self._pending[change.stream]
            if job.append and isinstance(answer, Stored):
                self._send_notifications(job.append)
            if job.done.done():
                continue
            if isinstance(answer, Exception):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)

    async def close(self) -> None:
        """Finish all pending jobs; the writing connection is closed last."""
        await asyncio.to_thread(self._reader.shutdown)
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    # In the thread ---------------------------------------------------------------------------------------------------

    def _write_loop(self) -> None:
        jobs: list[WriteJob] = []
        try:
            with self._connected() as connection:
                self._opened.set_result(None)
                while jobs := self._next_jobs():
                    self._process(connection, jobs)
        except BaseException as error:  # noqa: BLE001 - any error is passed to all callers
            self._fail(error, jobs)

    def _next_jobs(self) -> list[WriteJob]:
        """Wait for the next jobs, at least one; an empty list when closing."""
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
        """Commit all appends in one transaction, then call the functions."""
        appends = [(job, job.append) for job in jobs if job.append]
        if appends:
            outcomes = self._commit(connection, [append for _, append in appends])
            self._post_results([job for job, _ in appends], outcomes)
        others = [(job, job.function) for job in jobs if job.function]
        if others:
            answers = [self._try_call(connection, function) for _, function in others]
            self._post_results([job for job, _ in others], answers)

    def _commit(self, connection: Connection, appends: list[Append]) -> list[AppendOutcome]:
        """Commit appends in one transaction; if the database rejects it, one by one."""
        begun = time.perf_counter()
        while True:
            try:
                batch = Batch(*self._read_state(connection, appends))
                outcomes: list[AppendOutcome] = [batch.add(append) for append in appends]
                self._write(connection, batch)
            except UncertainError as error:
                self._roll_back(connection)
                return [OutcomeUnknown(str(error))] * len(appends)
            except DBAPIError as error:
                self._roll_back(connection)
                if self._wait_to_retry(error, begun):
                    continue
                if isinstance(error, IntegrityError | DataError) and len(appends) > 1:
                    return [self._commit(connection, [append])[0] for append in appends]
                outcome = Conflict() if isinstance(error, IntegrityError) else self._failed_append(error)
                if outcome is None:
                    raise
                return [outcome] * len(appends)
            self.stored.update(row.kind for row in batch.rows)
            self.batches.add(len(batch.rows))
            self.commits.add(time.perf_counter() - begun)
            return outcomes

    def _read_state(
        self, connection: Connection, appends: list[Append]
    ) -> tuple[Mapping[str, StreamHead], int, Attendance]:
        """Read the heads of the streams, the time, and the attendance where an append depends on it."""
        changes = [change for append in appends for change in append.changes]
        heads = tables.heads(connection, {change.stream for change in changes})
        attended = {change.stream for change in changes if change.absent}
        return heads, self.now(), self._attendance(connection, attended) if attended else {}

    def _try_call(self, connection: Connection, function: Callable[[Connection], T]) -> T | StoreFullError:
        """Call a function, and return its result, or StoreFullError."""
        try:
            return function(connection)
        except DBAPIError as error:
            self._roll_back(connection)
            if self._failed_append(error) is None:
                raise
            return StoreFullError(str(error.orig))

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
