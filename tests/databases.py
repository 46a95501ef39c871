"""SQLite, opened by hand."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def sqlite(file: Path) -> Generator[sqlite3.Connection]:
    """A database, in one transaction; closed at the end, which `with sqlite3.connect(file)` does not do."""
    with closing(sqlite3.connect(file)) as connection, connection:
        yield connection
