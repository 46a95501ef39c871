"""All games of a server, moved from SQLite to PostgreSQL or back: all of them, and checked, or none.

What is moved is what cannot be worked out again (store.py): streams, events, and what is private beside them.  It is
one transaction of PostgreSQL, or a new file of SQLite: a move that was interrupted has left nothing, and can be started
again.  What was written is read back and compared before it counts.
"""

import hashlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Result, Table, insert, select
from sqlalchemy.exc import DBAPIError

from ibau.core.quoting import quote
from ibau.web.log.database import DATABASE_FILE, StoreError, exclusive_lock, new_database, open_existing
from ibau.web.log.postgres_database import database_name, is_address, lock_alone, open_patiently, reason_of
from ibau.web.log.tables import events, private, streams

MOVED = (streams, events, private)
ROWS_AT_ONCE = 2000
DIFFERENT = "The games were not moved: {stream} came out differently in the table {table}."


class StreamDigest(NamedTuple):
    """What a table has of a stream."""

    stream: str
    rows: int
    digest: bytes


class MoveResult(NamedTuple):
    """How much was moved."""

    streams: int
    events: int


def move(source: str, target: str) -> MoveResult:
    """Copy all rows from a folder, a file or an address to another folder or address, which has no games.

    Raises StoreError where one cannot be opened, is in use or has games already, or where they differ in the end, and
    OSErrors.
    """
    try:
        with _source(source) as come_from, _target(target) as gone_to:
            for table in MOVED:
                with _rows(come_from, table) as found:
                    for rows in found.mappings().partitions():
                        gone_to.execute(insert(table), [dict(row) for row in rows])
            counts = {table: _compare(come_from, gone_to, table) for table in MOVED}
            gone_to.commit()
    except DBAPIError as error:
        raise StoreError("The games were not moved: {reason}.", reason=reason_of(error)) from error
    return MoveResult(counts[streams], counts[events])


# --- The two places --------------------------------------------------------------------------------------------------


@contextmanager
def _source(place: str) -> Generator[Connection]:
    """A database that no server writes."""
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
    """A database in which there is nothing, and which no server writes."""
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
    """A connection to a database in PostgreSQL, which no server has."""
    with open_patiently(address, makes_tables=makes_tables) as connection:
        lock_alone(connection, address)
        yield connection


# --- What is in them -------------------------------------------------------------------------------------------------


def _rows(connection: Connection, table: Table) -> Result[Any]:
    """The rows of a table in order, some at a time."""
    ordered = select(table).order_by(*table.primary_key)
    return connection.execute(ordered, execution_options={"yield_per": ROWS_AT_ONCE})


def _compare(one: Connection, other: Connection, table: Table) -> int:
    """How many rows both have of a table.  Raises StoreError where they are not the same."""
    count = 0
    with _rows(one, table) as ours, _rows(other, table) as theirs:
        for here, there in zip_longest(_digests(ours), _digests(theirs)):
            if here != there:
                stream = min(found.stream for found in (here, there) if found)
                raise StoreError(DIFFERENT, stream=quote(stream), table=table.name)
            count += here.rows
    return count


def _digests(found: Result[Any]) -> Iterator[StreamDigest]:
    """What a table has of each stream, in order."""
    for stream, group in groupby(found, key=lambda row: row.stream):
        rows = [msgspec.json.encode(tuple(row)) for row in group]
        yield StreamDigest(stream, len(rows), hashlib.sha256(b"\n".join(rows)).digest())
