"""The games of schema 1, one table in which names and keys stood in the events, carried over to schema 2.

Reviews were events there, and are left behind: they are recalculated when somebody asks.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, func, insert, select, text

from ibau.web.log.events import Created, Event, Left, Unreadable, decode, encode
from ibau.web.log.privacy import hidden, shown
from ibau.web.log.store import GAME
from ibau.web.log.tables import events, metadata, private, read, streams

REVIEW = "reviewed"


class NotCarriedError(Exception):
    """What was carried over is not what was there."""


class Former(NamedTuple):
    """An event of schema 1."""

    time: int
    kind: str
    data: str

    def event(self, makers_key: str) -> Event:
        """The event as it is today, which says of a key whether it was that of the person who began the game."""
        event = decode(self.data)
        return replace(event, is_makers=event.key_hash == makers_key) if isinstance(event, Left) else event


def carry_over(connection: Connection) -> None:
    """Bring all games over, and read each again.  Raises NotCarriedError."""
    connection.exec_driver_sql("ALTER TABLE events RENAME TO former")
    metadata.create_all(connection)
    for game, stored in _games(connection):
        _carry(connection, game, stored)
    _check_counts(connection)
    connection.exec_driver_sql("DROP TABLE former")


def _games(connection: Connection) -> Iterator[tuple[str, list[Former]]]:
    """All games by name, without their reviews."""
    wanted = text("SELECT game, time, kind, data FROM former WHERE kind <> :review ORDER BY game, sequence")
    for game, rows in groupby(connection.execute(wanted, {"review": REVIEW}), key=lambda row: str(row.game)):
        yield game, [Former(row.time, row.kind, row.data) for row in rows]


def _carry(connection: Connection, game: str, stored: list[Former]) -> None:
    """Bring a game over.  Raises NotCarriedError where it is then read otherwise."""
    begun = decode(stored[0].data)
    makers_key = begun.key_hash if isinstance(begun, Created) else ""
    formerly = [former.event(makers_key) for former in stored]
    rows: list[dict[str, Any]] = []
    beside: dict[str, str | None] = {}
    for sequence, (former, event) in enumerate(zip(stored, formerly, strict=True)):
        bare, its = hidden(event)
        beside |= its
        data = former.data if isinstance(event, Unreadable) or bare == event else encode(bare)[1]
        rows.append({"stream": game, "sequence": sequence, **former._asdict(), "data": data})
    kept = {label: value for label, value in beside.items() if value}
    connection.execute(insert(events), rows)
    touched = max(former.time for former in stored)
    connection.execute(insert(streams), {"stream": game, "kind": GAME, "version": len(rows), "touched": touched})
    if kept:
        connection.execute(
            insert(private), [{"stream": game, "label": label, "value": value} for label, value in kept.items()]
        )
    if [each.event for each in read(connection, game)] != [shown(hidden(event)[0], kept) for event in formerly]:
        raise NotCarriedError(f"game {game} is not what it was.")


def _check_counts(connection: Connection) -> None:
    """Are there as many games and events as before?  Raises NotCarriedError."""
    former = "SELECT count(DISTINCT game), count(*) FROM former WHERE kind <> :review"
    before = connection.execute(text(former), {"review": REVIEW}).one()
    now = connection.execute(select(func.count(events.c.stream.distinct()), func.count()).select_from(events)).one()
    known = connection.execute(select(func.count(), func.sum(streams.c.version)).select_from(streams)).one()
    if not tuple(before) == tuple(now) == (known[0], known[1] or 0):
        raise NotCarriedError(f"of {before[1]} events {now[1]} are there.")
