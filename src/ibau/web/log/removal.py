"""How games leave the log, and names.  What is here runs in the writer's thread."""

from collections.abc import Collection
from typing import Any, NamedTuple

from msgspec import DecodeError
from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, insert, select, update

from ibau.web.log.database import events
from ibau.web.log.events import Created, Event, Named, PersonSeat, Taken, Unfollowed, decode, encode

MOST_LOOKED_AT = 20  # games at a time: moves do not wait for longer

WITH_NAMES = ("created", "taken", "named")  # the kinds of events that have them


class Swept(NamedTuple):
    """What came of looking at a few games."""

    removed: list[str]
    last: str | None  # the last that was looked at; None when there are no more


def remove(connection: Connection, game: str) -> None:
    """Remove a game for good."""
    _remove(connection, game, _before(connection, game))
    connection.commit()


def strike(connection: Connection, row: dict[str, Any], seats: Collection[int]) -> None:
    """Store the event with which a player leaves, and strike their name from all events before."""
    of_game = events.c.game == row["game"]
    with_names = select(events.c.sequence, events.c.data).where(of_game, events.c.kind.in_(WITH_NAMES))
    for sequence, data in connection.execute(with_names).all():
        _, nameless = encode(struck(decode(data), seats))
        if nameless != data:
            connection.execute(update(events).where(of_game, events.c.sequence == sequence).values(data=nameless))
    connection.execute(insert(events), row)
    connection.commit()


def struck(event: Event, seats: Collection[int]) -> Event:
    """An event without the names of those at these seats."""
    match event:
        case Created(_, first, second):
            first, second = (
                replace(sitter, name="") if seat in seats and isinstance(sitter, PersonSeat) else sitter
                for seat, sitter in enumerate((first, second))
            )
            return replace(event, first=first, second=second)
        case Taken(seat) | Named(seat) if seat in seats:
            return replace(event, name="")
        case _:
            return event


def sweep(connection: Connection, after: str, untouched_since: int, spared: Collection[str]) -> Swept:
    """Remove games in which nothing has happened since a time (in milliseconds), a few of those whose names follow.

    A game that is spared stays, and so does the next one of its match.
    """
    touched = select(events.c.game, func.max(events.c.time)).where(events.c.game > after)
    looked_at = connection.execute(touched.group_by(events.c.game).order_by(events.c.game).limit(MOST_LOOKED_AT)).all()
    removed: list[str] = []
    for game, last_touch in looked_at:
        if last_touch < untouched_since and game not in spared:
            before = _before(connection, game)
            if before not in spared:
                _remove(connection, game, before)
                removed.append(game)
    connection.commit()
    return Swept(removed, looked_at[-1][0] if len(looked_at) == MOST_LOOKED_AT else None)


def _before(connection: Connection, game: str) -> str:
    """The game before this one in its match; '' where there is none."""
    data = connection.execute(select(events.c.data).where(events.c.game == game, events.c.sequence == 0)).scalar()
    try:
        created = decode(data or "")
    except DecodeError:  # of another version
        return ""
    return created.after if isinstance(created, Created) else ""


def _remove(connection: Connection, game: str, before: str) -> None:
    """Remove a game; the one before it in its match can be followed by another."""
    connection.execute(delete(events).where(events.c.game == game))
    last = select(func.max(events.c.sequence), func.max(events.c.time)).where(events.c.game == before)
    sequence, touched = connection.execute(last).one()
    if sequence is not None:
        kind, data = encode(Unfollowed())
        row = {"game": before, "sequence": sequence + 1, "kind": kind, "data": data, "time": touched}
        connection.execute(insert(events), row)
