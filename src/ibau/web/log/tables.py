"""The tables of the database, schema 3, and what is written to them and read, in SQLite and in PostgreSQL."""

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

TEST_STREAM = ""  # the name of none

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
    Column("maker", String, nullable=False),  # what worked it out, and of what: for another it is not there
    Column("data", String, nullable=False),
)

# --- What is written and read ----------------------------------------------------------------------------------------


def delete_by(table: Table, *columns: str) -> Delete:
    """What deletes the rows that have these columns in common with those that are given."""
    return delete(table).where(*(table.c[column] == bindparam(column) for column in columns))


# Made once: to make a statement takes longer than to run it.
SELECT_HEADS = select(streams).where(streams.c.stream.in_(bindparam("names", expanding=True)))
LOCKED_HEADS = SELECT_HEADS.order_by(
    streams.c.stream
).with_for_update()  # all lock them in one order; SQLite locks the file
BEGINNING = insert(streams)
UPSERT_STREAMS = (
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
    """The streams of these names that there are, which no other process changes until the end of the transaction."""
    found = connection.execute(LOCKED_HEADS, {"names": list(names)})
    return {stream: StreamHead(kind, version, touched) for stream, kind, version, touched in found}


def versions(connection: Connection, names: Collection[str]) -> dict[str, int]:
    """How many events the streams of these names have, for those that there are."""
    return {row.stream: row.version for row in connection.execute(SELECT_HEADS, {"names": list(names)})}


def write_batch(connection: Connection, batch: Batch) -> None:
    """Store all that a batch comes to, for good."""
    fill(connection, batch)
    connection.commit()


def fill(connection: Connection, batch: Batch) -> None:
    """Store all that a batch comes to, once the transaction is committed.

    A stream that another process has begun meanwhile is in the way of one that begins here.
    """
    beside = [{"stream": stream, "label": label, "value": value} for (stream, label), value in batch.private.items()]
    ended = [{"stream": stream} for stream in sorted(batch.ended)]
    heads = sorted(batch.heads.items())
    for statement, rows in (
        *((statement, ended) for statement in DELETE_STREAM),
        (BEGINNING, [{"stream": name, **head._asdict()} for name, head in heads if name not in batch.known]),
        (UPSERT_STREAMS, [{"name": name, **head._asdict()} for name, head in heads if name in batch.known]),
        (INSERT_EVENTS, [row._asdict() for row in batch.rows]),
        (DELETE_PRIVATE, beside),
        (UPSERT_PRIVATE, [row for row in beside if row["value"] is not None]),
    ):
        if rows:
            connection.execute(statement, rows if len(rows) > 1 else rows[0])  # for one, no batch is prepared


def read_events(connection: Connection, stream: str, since: int = 0) -> list[StoredEvent]:
    """The events of a stream from a sequence on, in order."""
    found = connection.execute(SELECT_EVENTS, {"stream": stream, "since": since})
    return to_events(((sequence, time, data) for sequence, time, data in found), private_of(connection, stream))


def private_of(connection: Connection, stream: str) -> dict[str, str]:
    """What is kept beside the events of a stream, by label."""
    return {row.label: row.value for row in connection.execute(SELECT_PRIVATE, {"stream": stream})}


def load_derived(connection: Connection, stream: str, name: str, maker: str) -> str | None:
    """What was worked out of a stream by a maker."""
    return connection.execute(SELECT_DERIVED, {"stream": stream, "name": name, "maker": maker}).scalar()


def save_derived(connection: Connection, row: dict[str, str]) -> None:
    """Keep what was worked out, where its stream is still there."""
    if heads(connection, {row["stream"]}):
        connection.execute(delete_by(derived, "stream", "name"), row)
        connection.execute(insert(derived), row)
    connection.commit()


def next_stale(connection: Connection, since: int, after: str) -> StaleStream | None:
    """The first game, by name and after this one, that was not touched since a time."""
    old = select(streams.c.stream, streams.c.version).where(streams.c.touched < since, streams.c.stream > after)
    old = old.where(streams.c.kind == GAME)
    first = connection.execute(old.order_by(streams.c.stream).limit(1)).first()
    return StaleStream(first.stream, first.version) if first else None


def count_touched(connection: Connection, since: int) -> int:
    """How many games were touched at a time or later."""
    games = select(func.count()).select_from(streams).where(streams.c.kind == GAME, streams.c.touched >= since)
    return connection.execute(games).scalar_one()


def test_write(connection: Connection) -> None:
    """Write an event for good, and leave nothing of it; other servers may do so at the same time."""
    sequence = secrets.randbelow(1 << 31)
    connection.execute(insert(events), {"stream": TEST_STREAM, "sequence": sequence, "time": 0, "kind": "", "data": ""})
    connection.execute(delete(events).where(events.c.stream == TEST_STREAM, events.c.sequence == sequence))
    connection.commit()


def game_names(connection: Connection) -> list[str]:
    """All games."""
    games = select(streams.c.stream).where(streams.c.kind == GAME)
    return list(connection.execute(games.order_by(streams.c.stream)).scalars())
