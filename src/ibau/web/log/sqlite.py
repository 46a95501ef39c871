"""The log in an SQLite file, which one process writes: its one thread that does, and another one that reads beside it.

A full disk fails the appends that wait and nothing else; any other trouble of the file ends the thread.
"""

import asyncio
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from ibau.web.log.database import DATABASE_FILE, exclusive_lock, open_database, open_reader
from ibau.web.log.sql import SQLStore
from ibau.web.log.store import OutcomeUnknown, StorageFull, StoreFullError

MIN_FREE_BYTES = 1 << 30  # bytes of a disk; of a small one a twentieth
FSYNC_ERROR = "SQLITE_IOERR_FSYNC"  # SQLite's name of an error

T = TypeVar("T")


class SQLiteStore(SQLStore):
    """The log of a folder, opened.  Raises StoreError if it cannot be."""

    def __init__(
        self, folder: Path, on_death: Callable[[BaseException], None], now: Callable[[], int] | None = None
    ) -> None:
        super().__init__(1, on_death, now)
        self.path, self.place = folder / DATABASE_FILE, str(folder)
        self.start()
        self._read_connection = open_reader(self.path)

    def is_nearly_full(self) -> bool:
        disk = shutil.disk_usage(self.path.parent)
        return disk.free < min(MIN_FREE_BYTES, disk.total // 20)

    async def close(self) -> None:
        """Finish what has been asked for, then close the file; the thread that writes it leaves it in order."""
        await asyncio.to_thread(self._reader.shutdown)
        self._read_connection.close()
        await super().close()

    @contextmanager
    def _connected(self) -> Generator[Connection]:
        with exclusive_lock(self.path.parent), open_database(self.path) as connection:
            yield connection

    def _read(self, function: Callable[[Connection], T]) -> T:
        """What comes of reading the file as it is at one moment.  Raises StoreFullError."""
        connection = self._read_connection
        try:
            connection.exec_driver_sql("BEGIN").close()
            return function(connection)
        except DatabaseError as error:
            raise StoreFullError(str(error.orig)) from error
        finally:
            connection.rollback()

    def _failed_append(self, error: DBAPIError) -> StorageFull | OutcomeUnknown | None:
        """What was written and not synced, the disk may have kept."""
        if not isinstance(error, OperationalError):
            return None
        name = getattr(error.orig, "sqlite_errorname", "")
        return (OutcomeUnknown if name == FSYNC_ERROR else StorageFull)(str(error.orig))
