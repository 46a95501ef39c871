"""The log in PostgreSQL, shared by several processes with optimistic concurrency: of two conflicting appends one fails.

Operations are retried while the database is briefly unavailable.  Where a connection is lost during a commit, the
outcome is unknown until the stream is read again.  Times are those of the database.
"""

import logging
import secrets
import threading
import time
import zlib
from collections.abc import AsyncGenerator, Callable, Collection, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from math import inf
from typing import TypeVar

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from ibau.web.log import tables
from ibau.web.log.postgres_database import (
    SETTINGS,
    STATEMENT_TIMEOUT,
    attendance,
    database_name,
    is_transient,
    lock_shared,
    notes,
    open_database,
    postgres_engine,
    reason_of,
)
from ibau.web.log.postgres_notifications import PostgresNotifications
from ibau.web.log.sql import SQLStore, UncertainError
from ibau.web.log.store import WATCHER, Attendance, Batch, StorageFull, StoreFullError
from ibau.web.log.tables import TEST_STREAM
from ibau.web.notes import Note

READERS = 4
RETRY_SECONDS = 20.0  # how long an operation is retried while the database is unavailable
RETRY_PAUSE = 0.2
WARNING_INTERVAL = 5.0  # seconds between two warnings about retries
LEASE_MS = 30_000  # how long the players of a process count as present after its last renewal
KEPT_MS = 24 * 3600 * 1000  # how long rows of players who have left are kept
EVERY_PROCESS = ""  # in the column `process`: since when attendance has been recorded
SEATS = (0, 1, WATCHER)

T = TypeVar("T")

logger = logging.getLogger(__name__)


class PostgresStore(SQLStore):
    """The log in a PostgreSQL database, opened.  Raises StoreError if it cannot be opened."""

    is_shared = True

    def __init__(
        self, address: str, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(READERS, on_death, now or self._database_time)
        self.place = database_name(address)
        self._address = address
        self._id = secrets.token_hex(8)
        self._here: dict[tuple[str, int], int] = {}  # until when players are present at this process
        self._ahead: int  # offset of the database's clock from this machine's monotonic one, in milliseconds
        self._is_closing = threading.Event()
        self._warned = -inf  # time of the last warning about retries
        self._writing = postgres_engine(address, poolclass=NullPool)
        lock_shared(self._writing, address)
        self._sharing = postgres_engine(address, {**SETTINGS, **STATEMENT_TIMEOUT}, pool_size=READERS, max_overflow=0)
        self._reading = self._sharing.execution_options(isolation_level="AUTOCOMMIT")
        self.start()
        self.notifications = PostgresNotifications(address)

    async def close(self) -> None:
        self._is_closing.set()
        await super().close()
        await self.notifications.close()
        self._sharing.dispose()

    # Hooks of SQLStore -----------------------------------------------------------------------------------------------

    @contextmanager
    def _connected(self) -> Generator[Connection]:
        with open_database(self._writing, self._address) as connection:
            self._set_clock(connection)
            connection.commit()
            yield connection

    def _read(self, function: Callable[[Connection], T]) -> T:
        return self._retry(lambda: self._with_connection(function))

    def _with_connection(self, function: Callable[[Connection], T]) -> T:
        with self._reading.connect() as connection:
            return function(connection)

    def _retry(self, function: Callable[[], T]) -> T:
        """Call an idempotent function, with retries while the database is unavailable.  Raises StoreFullError."""
        since = time.perf_counter()
        while True:
            try:
                return function()
            except DBAPIError as error:
                if not self._wait_to_retry(error, since):
                    raise StoreFullError(reason_of(error)) from error

    def _failed_append(self, error: DBAPIError) -> StorageFull:
        return StorageFull(reason_of(error))

    def _write(self, connection: Connection, batch: Batch) -> None:
        tables.fill(connection, batch)
        try:
            connection.commit()
        except DBAPIError as error:
            raise UncertainError(reason_of(error)) from error

    def _roll_back(self, connection: Connection) -> None:
        """Roll back a transaction; a broken connection is replaced at the next statement."""
        try:
            connection.rollback()
        except DBAPIError:
            connection.invalidate()
            connection.rollback()

    def _wait_to_retry(self, error: DBAPIError, since: float) -> bool:
        now = time.perf_counter()
        if not is_transient(error) or now - since > RETRY_SECONDS:
            return False
        if now - self._warned > WARNING_INTERVAL:
            self._warned = now
            logger.warning("retrying the database: %s", reason_of(error))
        return not self._is_closing.wait(RETRY_PAUSE)

    # Time ------------------------------------------------------------------------------------------------------------

    def _database_time(self) -> int:
        """Return the database's time in milliseconds, extrapolated from the last query by the monotonic clock."""
        return self._ahead + time.monotonic_ns() // 1_000_000

    def _set_clock(self, connection: Connection) -> None:
        seconds = connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
        self._ahead = int(1000 * seconds) - time.monotonic_ns() // 1_000_000

    # Shared state: notes, attendance and locks -----------------------------------------------------------------------

    async def update_note(self, key: str, decide: Callable[[Note | None], Note | None]) -> None:
        await self._in_thread(lambda: self._retry(partial(self._update_note, key, decide)))

    def _update_note(self, key: str, decide: Callable[[Note | None], Note | None]) -> None:
        locked = insert(notes).values(key=key, text="", until=self.now())
        locked = locked.on_conflict_do_update(index_elements=["key"], set_={"until": notes.c.until})
        with self._sharing.begin() as connection:
            text, until = connection.execute(locked.returning(notes.c.text, notes.c.until)).one()
            note = decide(Note(text, until) if until > self.now() else None)
            if note:
                connection.execute(notes.update().where(notes.c.key == key).values(note._asdict()))
            else:
                connection.execute(delete(notes).where(notes.c.key == key))

    async def save_attendance(self, here: Attendance) -> None:
        self._here.update(here)
        await self._in_thread(lambda: self._retry(partial(self._save_attendance, dict(here))))
        self._here = {place: until for place, until in self._here.items() if until > self.now()}

    def _save_attendance(self, here: Attendance) -> None:
        with self._sharing.begin() as connection:
            self._set_clock(connection)
            now = self.now()
            lease = attendance.update().where(attendance.c.stream == TEST_STREAM, attendance.c.process == self._id)
            if not connection.execute(lease.values(until=now + LEASE_MS)).rowcount:  # the table is empty after a crash
                here = {**self._here, (TEST_STREAM, 0): now + LEASE_MS}
                began = insert(attendance).values(stream=TEST_STREAM, seat=0, process=EVERY_PROCESS, until=now)
                connection.execute(began.on_conflict_do_nothing())
            if here:
                rows = [(stream, seat, self._id, until) for (stream, seat), until in sorted(here.items())]
                written = insert(attendance).values(rows)
                written = written.on_conflict_do_update(
                    index_elements=attendance.primary_key.columns, set_={"until": written.excluded.until}
                )
                connection.execute(written)

    async def attendance(self, streams: Collection[str]) -> Attendance:
        return await self._in_reader(partial(self._attendance, streams=streams)) if streams else {}

    def _attendance(self, connection: Connection, streams: Collection[str]) -> Attendance:
        """Return until when players were seen; where there is no row, when the (unlogged) table was last empty."""
        seen, process = attendance, attendance.alias()
        until = func.max(func.least(seen.c.until, process.c.until))
        found = select(seen.c.stream, seen.c.seat, until).group_by(seen.c.stream, seen.c.seat)
        found = found.join_from(
            seen, process, (process.c.process == seen.c.process) & (process.c.stream == TEST_STREAM)
        )
        began = select(seen.c.until).where(seen.c.stream == TEST_STREAM, seen.c.process == EVERY_PROCESS)
        rows = connection.execute(found.where(seen.c.stream.in_(streams)))
        known = {(stream, seat): until for stream, seat, until in rows}
        least = connection.execute(began).scalar() or self.now()
        return {(name, seat): max(known.get((name, seat), least), least) for name in streams for seat in SEATS}

    @asynccontextmanager
    async def try_lock(self, work: str) -> AsyncGenerator[bool]:
        engine = self._writing.execution_options(isolation_level="AUTOCOMMIT")  # it is idle for long
        connection = await self._in_thread(lambda: self._retry(engine.connect))
        try:
            taken = select(func.pg_try_advisory_lock(zlib.crc32(work.encode())))
            is_locked = bool(await self._in_thread(lambda: self._retry(connection.execute(taken).scalar)))
            if is_locked:
                await self._in_thread(self._delete_expired)
            yield is_locked
        finally:
            await self._in_thread(connection.close)  # which releases the lock

    def _delete_expired(self) -> None:
        with suppress(DBAPIError), self._sharing.begin() as connection:
            connection.execute(delete(notes).where(notes.c.until < self.now()))
            old = attendance.c.until < self.now() - KEPT_MS
            connection.execute(delete(attendance).where(old, attendance.c.process != EVERY_PROCESS))
