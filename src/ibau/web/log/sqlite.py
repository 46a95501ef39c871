"""The log in an SQLite file of one process, with a writer thread and a reader thread.

A full disk fails only the pending appends; any other error of the file ends the writer thread.
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

MIN_FREE_BYTES = 1 << 30  # on a small disk a twentieth of its size
FSYNC_ERROR = "SQLITE_IOERR_FSYNC"  # SQLite's name of the error

T = TypeVar("T")


class SQLiteStore(SQLStore):
    """The log in a folder, opened.  Raises StoreError if it cannot be opened."""

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
        """Finish all pending jobs, then close the file; the writer thread checkpoints it."""
        await asyncio.to_thread(self._reader.shutdown)
        self._read_connection.close()
        await super().close()

    @contextmanager
    def _connected(self) -> Generator[Connection]:
        with exclusive_lock(self.path.parent), open_database(self.path) as connection:
            yield connection

    def _read(self, function: Callable[[Connection], T]) -> T:
        """Call a function that reads from one snapshot.  Raises StoreFullError."""
        connection = self._read_connection
        try:
            connection.exec_driver_sql("BEGIN").close()
            return function(connection)
        except DatabaseError as error:
            raise StoreFullError(str(error.orig)) from error
        finally:
            connection.rollback()

    def _failed_append(self, error: DBAPIError) -> StorageFull | OutcomeUnknown | None:
        """Return OutcomeUnknown after a failed fsync: the data may be on the disk."""
        if not isinstance(error, OperationalError):
            return None
        name = getattr(error.orig, "sqlite_errorname", "")
        return (OutcomeUnknown if name == FSYNC_ERROR else StorageFull)(str(error.orig))
