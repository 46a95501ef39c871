"""Migrate all games of a server between SQLite and PostgreSQL, in one verified transaction.

The tables `streams`, `events` and `private` are copied; derived data is computed again (store.py).  The target is
written in one transaction of PostgreSQL, or to a new SQLite file: an interrupted migration leaves nothing, and can be
started again.  The copy is read back and compared before it is committed.
"""

import hashlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Result, Row, Table, insert, select
from sqlalchemy.exc import DBAPIError

from ibau.core.quoting import quote
from ibau.web.log.database import DATABASE_FILE, StoreError, exclusive_lock, new_database, open_existing
from ibau.web.log.postgres_database import database_name, is_address, lock_exclusively, open_for_command, reason_of
from ibau.web.log.tables import events, private, streams

MOVED = (streams, events, private)
ROWS_AT_ONCE = 2000
DIFFERENT = "The games were not moved: {stream} came out differently in the table {table}."


class StreamDigest(NamedTuple):
    """The number of rows of a stream in a table, and a SHA-256 digest of them."""

    stream: str
    rows: int
    digest: bytes


class MovedRows(NamedTuple):
    """How many streams and events were copied."""

    streams: int
    events: int


def move_database(source: str, target: str) -> MovedRows:
    """Copy all rows from a folder, a file or an address to another folder or address, which has no games.

    Raises StoreError where one cannot be opened or is in use, the target has games, or the copy differs, and
    OSErrors.
    """
    try:
        with _source(source) as source_db, _target(target) as target_db:
            for table in MOVED:
                with _rows(source_db, table) as found:
                    for rows in found.partitions():
                        _insert(target_db, table, rows)
            counts = {table: _compare(source_db, target_db, table) for table in MOVED}
            target_db.commit()
    except DBAPIError as error:
        raise StoreError("The games were not moved: {reason}.", reason=reason_of(error)) from error
    return MovedRows(counts[streams], counts[events])


# --- Source and target -----------------------------------------------------------------------------------------------


@contextmanager
def _source(place: str) -> Generator[Connection]:
    """Open and lock the source database."""
    with ExitStack() as stack:
        if is_address(place):
            yield stack.enter_context(_locked(place))
        else:
            path = Path(place)
            file = path / DATABASE_FILE if path.is_dir() else path
            connection = stack.enter_context(open_existing(file))
            stack.enter_context(exclusive_lock(file.parent))
            yield connection


@contextmanager
def _target(place: str) -> Generator[Connection]:
    """Open and lock an empty target database."""
    with ExitStack() as stack:
        if is_address(place):
            connection = stack.enter_context(_locked(place, makes_tables=True))
            if any(connection.execute(select(table).limit(1)).first() for table in MOVED):
                raise StoreError("{database} has games already; name another one.", database=database_name(place))
        else:
            stack.enter_context(exclusive_lock(Path(place)))
            if (Path(place) / DATABASE_FILE).exists():
                raise StoreError("{folder} has games already; name another one.", folder=place)
            connection = stack.enter_context(new_database(Path(place) / DATABASE_FILE))
        yield connection


@contextmanager
def _locked(address: str, *, makes_tables: bool = False) -> Generator[Connection]:
    """Connect to a PostgreSQL database with the exclusive lock."""
    with open_for_command(address, makes_tables=makes_tables) as connection:
        lock_exclusively(connection, address)
        yield connection


# --- Copying and comparing -------------------------------------------------------------------------------------------


def _rows(connection: Connection, table: Table) -> Result[Any]:
    """Stream the rows of a table in the order of its primary key."""
    ordered = select(table).order_by(*table.primary_key)
    return connection.execute(ordered, execution_options={"yield_per": ROWS_AT_ONCE})


def _insert(connection: Connection, table: Table, rows: Sequence[Row[Any]]) -> None:
    """Insert rows, in PostgreSQL by COPY, which is three times as fast.  Raises DBAPIError."""
    if connection.dialect.name == "sqlite":
        connection.execute(insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in rows])
        return
    statement = f"COPY {table.name} ({', '.join(table.c.keys())}) FROM STDIN"
    try:
        driver: Any = connection.connection.driver_connection
        with driver.cursor() as cursor, cursor.copy(statement) as copying:
            for row in rows:
                copying.write_row(row)
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError(statement, None, error) from error


def _compare(one: Connection, other: Connection, table: Table) -> int:
    """Compare a table in two databases, and return its number of rows.  Raises StoreError where they differ."""
    count = 0
    with _rows(one, table) as one_rows, _rows(other, table) as other_rows:
        for here, there in zip_longest(_digests(one_rows), _digests(other_rows)):
            if here != there:
                stream = min(found.stream for found in (here, there) if found)
                raise StoreError(DIFFERENT, stream=quote(stream), table=table.name)
            count += here.rows
    return count


def _digests(found: Result[Any]) -> Iterator[StreamDigest]:
    """Digest the rows of each stream, in order."""
    for stream, group in groupby(found, key=lambda row: row.stream):
        rows = [msgspec.json.encode(tuple(row)) for row in group]
        yield StreamDigest(stream, len(rows), hashlib.sha256(b"\n".join(rows)).digest())
