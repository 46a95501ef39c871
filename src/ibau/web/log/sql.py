"""The log in a database: what is the same in SQLite and in PostgreSQL.

One thread writes.  An append waits until all of it is stored for good; the thread gathers what has come in meanwhile
and commits it together.  What the database refuses fails its own append and no other; what is no trouble of a database
ends the thread, and with it the process (serving.py): a server whose log is dead must not look alive.

A reader of a stream waits for what is being stored of this stream, and for no other append.
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
    """The connection was lost during a commit: whether it was done is not known."""


@dataclass(slots=True)
class WriteJob:
    """One thing for the thread to do, and who waits for it: store an append, or call something else."""

    done: "asyncio.Future[Any]"
    append: Append | None = None
    function: Callable[[Connection], Any] | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)  # even where no caller waits any more


class SQLStore(Store):
    """The log in a database; `start` opens it."""

    def __init__(
        self, readers: int, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(now)
        self.death: BaseException | None = None
        self._on_death = on_death
        self._jobs: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._pending: dict[str, WriteJob] = {}  # by stream, the last append that is under way
        self._opened: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_loop, name="writer", daemon=True)
        self._reader = ThreadPoolExecutor(readers, "reader")

    def start(self) -> None:
        """Open the database.  Raises StoreError if it cannot be."""
        self._thread.start()
        self._opened.result()

    # What databases do in different ways -----------------------------------------------------------------------------

    @abstractmethod
    def _connected(self) -> AbstractContextManager[Connection]:
        """The connection of the thread that writes, to a database that was checked."""

    @abstractmethod
    def _read(self, function: Callable[[Connection], T]) -> T:
        """What comes of something that only reads, in a thread that does.  Raises StoreFullError."""

    @abstractmethod
    def _failed_append(self, error: DBAPIError) -> AppendOutcome | None:
        """What an append comes to that could not be stored; None where the database itself is broken."""

    def _write(self, connection: Connection, batch: Batch) -> None:
        """Store a batch for good.  Raises DBAPIError, and UncertainError where it may have been stored."""
        tables.write_batch(connection, batch)

    def _roll_back(self, connection: Connection) -> None:
        connection.rollback()

    def _wait_to_retry(self, error: DBAPIError, since: float) -> bool:  # noqa: ARG002 - a file does not come back
        """Has it waited for what an error says to pass, so that the same can be tried again?"""
        return False

    def _attendance(self, connection: Connection, streams: Collection[str]) -> Attendance:  # noqa: ARG002
        """As `attendance`, in the transaction that writes."""
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
        """What comes of something that only reads.  Raises StoreFullError or StoreFailedError."""
        return await self._in_thread(partial(self._read, function))

    async def _in_thread(self, function: Callable[[], T]) -> T:
        """What comes of something done in a thread that reads.  Raises StoreFullError or StoreFailedError."""
        if self.death:
            raise StoreFailedError(str(self.death)) from self.death
        return await self._loop.run_in_executor(self._reader, function)

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
        """Tell those who wait what came of their jobs, unless they have gone, and all others what was stored."""
        for job, answer in zip(jobs, answers, strict=True):
            job.finished.set()
            for change in job.append.changes if job.append else ():
                if self._pending.get(change.stream) is job:
                    del self._pending[change.stream]
            if job.append and isinstance(answer, Stored):
                self._send_hints(job.append)
            if job.done.done():
                continue
            if isinstance(answer, Exception):
                job.done.set_exception(answer)
            else:
                job.done.set_result(answer)

    async def close(self) -> None:
        """Finish what has been asked for; the connection that writes is closed last."""
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
        except BaseException as error:  # noqa: BLE001 - whatever it is, all have to know
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
            answers = [self._try_call(connection, function) for _, function in others]
            self._post_results([job for job, _ in others], answers)

    def _commit(self, connection: Connection, appends: list[Append]) -> list[AppendOutcome]:
        """Commit appends together; where the database refuses something, each by itself."""
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
        """What streams are like before these appends, the time, and who attends where that matters."""
        changes = [change for append in appends for change in append.changes]
        heads = tables.heads(connection, {change.stream for change in changes})
        attended = {change.stream for change in changes if change.absent}
        return heads, self.now(), self._attendance(connection, attended) if attended else {}

    def _try_call(self, connection: Connection, function: Callable[[Connection], T]) -> T | StoreFullError:
        """What comes of it, or why nothing does."""
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
