"""The tables of the database, schema 3, and the statements on them, in SQLite and in PostgreSQL."""

import secrets
from collections.abc import Collection

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Delete,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from ibau.web.log.events import StoredEvent
from ibau.web.log.store import GAME, Batch, StaleStream, StreamHead, to_events

TEST_STREAM = ""  # no stream has this name

Key = String().with_variant(String(collation="C"), "postgresql")  # ordered as Python does
Time = Integer().with_variant(BigInteger(), "postgresql")  # in milliseconds since 1970, UTC

metadata = MetaData()

streams = Table(
    "streams",
    metadata,
    Column("stream", Key, primary_key=True),
    Column("kind", String, nullable=False),
    Column("version", Integer, nullable=False),  # how many events it has
    Column("touched", Time, nullable=False),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    Column("stream", Key, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("time", Time, nullable=False),
    Column("kind", String, nullable=False),
    Column("data", String, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

private = Table(
    "private",
    metadata,
    Column("stream", Key, primary_key=True),
    Column("label", Key, primary_key=True),
    Column("value", String, nullable=False),
    sqlite_with_rowid=False,
)

derived = Table(
    "derived",
    metadata,
    Column("stream", Key, primary_key=True),
    Column("name", String, primary_key=True),
    Column("maker", String, nullable=False),  # fingerprint of code and input: data of another maker is ignored
    Column("data", String, nullable=False),
)

# --- Statements ------------------------------------------------------------------------------------------------------


def delete_by(table: Table, *columns: str) -> Delete:
    """Build a statement that deletes rows by the values of columns, as bound parameters."""
    return delete(table).where(*(table.c[column] == bindparam(column) for column in columns))


# Built once: building a statement takes longer than executing it.
SELECT_HEADS = select(streams).where(streams.c.stream.in_(bindparam("names", expanding=True)))
LOCKED_HEADS = SELECT_HEADS.order_by(
    streams.c.stream
).with_for_update()  # in one order, against deadlocks; SQLite locks the file
BEGINNING = insert(streams)
UPDATE_STREAMS = (
    update(streams)
    .where(streams.c.stream == bindparam("name"))
    .values({name: bindparam(name) for name in StreamHead._fields})
)
INSERT_EVENTS = insert(events)
UPSERT_PRIVATE = insert(private)
DELETE_PRIVATE = delete_by(private, "stream", "label")
DELETE_STREAM = [delete_by(table, "stream") for table in (streams, events, private, derived)]
SELECT_EVENTS = (
    select(events.c.sequence, events.c.time, events.c.data)
    .where(events.c.stream == bindparam("stream"), events.c.sequence >= bindparam("since"))
    .order_by(events.c.sequence)
)
SELECT_DERIVED = select(derived.c.data).where(
    *(derived.c[name] == bindparam(name) for name in ("stream", "name", "maker"))
)
SELECT_PRIVATE = select(private.c.label, private.c.value).where(private.c.stream == bindparam("stream"))


def heads(connection: Connection, names: Collection[str]) -> dict[str, StreamHead]:
    """Read the heads of existing streams, with row locks until the end of the transaction."""
    found = connection.execute(LOCKED_HEADS, {"names": list(names)})
    return {stream: StreamHead(kind, version, touched) for stream, kind, version, touched in found}


def versions(connection: Connection, names: Collection[str]) -> dict[str, int]:
    """Return the versions of streams by name; unknown names are left out."""
    return {row.stream: row.version for row in connection.execute(SELECT_HEADS, {"names": list(names)})}


def write_batch(connection: Connection, batch: Batch) -> None:
    """Write a batch and commit it."""
    fill(connection, batch)
    connection.commit()


def fill(connection: Connection, batch: Batch) -> None:
    """Write a batch, without a commit.

    Raises IntegrityError where another process has created a stream of the same name.
    """
    values = [{"stream": stream, "label": label, "value": value} for (stream, label), value in batch.private.items()]
    ended = [{"stream": stream} for stream in sorted(batch.ended)]
    heads = sorted(batch.heads.items())
    for statement, rows in (
        *((statement, ended) for statement in DELETE_STREAM),
        (BEGINNING, [{"stream": name, **head._asdict()} for name, head in heads if name not in batch.known]),
        (UPDATE_STREAMS, [{"name": name, **head._asdict()} for name, head in heads if name in batch.known]),
        (INSERT_EVENTS, [row._asdict() for row in batch.rows]),
        (DELETE_PRIVATE, values),
        (UPSERT_PRIVATE, [row for row in values if row["value"] is not None]),
    ):
        if rows:
            connection.execute(statement, rows if len(rows) > 1 else rows[0])  # a single row needs no executemany


def read_events(connection: Connection, stream: str, since: int = 0) -> list[StoredEvent]:
    """Read the events of a stream from sequence `since` on, in order."""
    found = connection.execute(SELECT_EVENTS, {"stream": stream, "since": since})
    return to_events(((sequence, time, data) for sequence, time, data in found), private_of(connection, stream))


def private_of(connection: Connection, stream: str) -> dict[str, str]:
    """Read the private values of a stream, by label."""
    return {row.label: row.value for row in connection.execute(SELECT_PRIVATE, {"stream": stream})}


def load_derived(connection: Connection, stream: str, name: str, maker: str) -> str | None:
    """Read the derived data `name` of a stream where it was computed by `maker`, else None."""
    return connection.execute(SELECT_DERIVED, {"stream": stream, "name": name, "maker": maker}).scalar()


def save_derived(connection: Connection, row: dict[str, str]) -> None:
    """Save or replace derived data, where its stream still exists."""
    if heads(connection, {row["stream"]}):
        connection.execute(delete_by(derived, "stream", "name"), row)
        connection.execute(insert(derived), row)
    connection.commit()


def next_stale(connection: Connection, since: int, after: str) -> StaleStream | None:
    """Return the first game by name, later than `after`, that was not changed since a time."""
    old = select(streams.c.stream, streams.c.version).where(streams.c.touched < since, streams.c.stream > after)
    old = old.where(streams.c.kind == GAME)
    first = connection.execute(old.order_by(streams.c.stream).limit(1)).first()
    return StaleStream(first.stream, first.version) if first else None


def count_touched(connection: Connection, since: int) -> int:
    """Count the games that were changed at a time or later."""
    games = select(func.count()).select_from(streams).where(streams.c.kind == GAME, streams.c.touched >= since)
    return connection.execute(games).scalar_one()


def test_write(connection: Connection) -> None:
    """Commit a test event and delete it; other servers may do so at the same time."""
    sequence = secrets.randbelow(1 << 31)
    connection.execute(insert(events), {"stream": TEST_STREAM, "sequence": sequence, "time": 0, "kind": "", "data": ""})
    connection.execute(delete(events).where(events.c.stream == TEST_STREAM, events.c.sequence == sequence))
    connection.commit()


def game_names(connection: Connection) -> list[str]:
    """List the names of all games."""
    games = select(streams.c.stream).where(streams.c.kind == GAME)
    return list(connection.execute(games.order_by(streams.c.stream)).scalars())
