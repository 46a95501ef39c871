"""`ibau serve` with something noted down or broken: PATCHES FILE WORDS…, where the words are those of `ibau serve`.

python -m tests.web.patched_server noted,hints_dropped notes serve --database postgresql://…
"""

import random
import sys
import time
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert

from ibau.__main__ import main
from ibau.web import serving
from ibau.web.hosted import consent
from ibau.web.log import tables
from ibau.web.log.events import Played
from ibau.web.log.hints import Hint
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.postgres_hints import PostgresHints
from ibau.web.log.store import AppendOutcome, Batch, Store, StreamChange, StreamHead
from ibau.web.rooms import presence, room
from ibau.web.rooms.lobby import Lobby

DROPPED = 0.1  # of all hints
NOTES = Path()


def note(*words: object) -> None:
    """Write a line that is still there when the process is killed."""
    with NOTES.open("a") as file:
        file.write(" ".join(map(str, words)) + "\n")


def noted() -> None:
    """What was tried as the next action of a game, and what appends came to."""
    append = PostgresStore.append

    async def append_noted(
        store: PostgresStore, changes: Sequence[StreamChange], not_after: int | None = None
    ) -> AppendOutcome:
        for change in changes:
            for sequence, event in enumerate(change.events, change.version):
                if isinstance(event, Played):
                    note("tried", change.stream, sequence, event.action)
        outcome = await append(store, changes, not_after)
        note(type(outcome).__name__)
        return outcome

    PostgresStore.append = append_noted  # type: ignore[method-assign]


def hints_dropped(part: float = DROPPED) -> None:
    send = PostgresHints.send

    def send_some(hints: PostgresHints, hint: Hint) -> None:
        if random.random() < part:
            note("dropped")
        else:
            send(hints, hint)

    PostgresHints.send = send_some  # type: ignore[method-assign]


def impatient() -> None:
    """A win can be claimed over a player who has been away for two seconds."""
    consent.SECONDS_TO_CLAIM = presence.SECONDS_TO_CLAIM = 2  # type: ignore[misc]


def an_hour_ahead() -> None:
    wall = time.time
    time.time = lambda: wall() + 3600


def short_idle() -> None:
    """A game that nobody looks at is put away at once."""
    serving.serve = partial(serving.serve, idle=1.0)  # type: ignore[assignment]


# --- What must not be taken out --------------------------------------------------------------------------------------


def no_compare() -> None:
    """An event is stored whatever the version, in the place of one that is there."""
    Batch._is_as_expected = lambda *_: True  # type: ignore[method-assign]
    row = insert(tables.events)
    written = {name: row.excluded[name] for name in ("time", "kind", "data")}
    tables.INSERT_EVENTS = row.on_conflict_do_update(index_elements=["stream", "sequence"], set_=written)


def no_ids() -> None:
    room.is_done = lambda *_: False


def no_hints_and_no_polling() -> None:
    async def compare(_: Lobby) -> None:
        """Not even now and then."""

    hints_dropped(1.0)
    Lobby.compare = compare  # type: ignore[method-assign]


def own_presence() -> None:
    """Each process knows only who is at itself."""

    def unknown(*_: Any) -> dict[tuple[str, int], int]:
        return {}

    async def none(_: Store, streams: Collection[str]) -> dict[tuple[str, int], int]:
        return unknown(streams)

    PostgresStore.attendance = none  # type: ignore[method-assign]
    PostgresStore._attendance = unknown  # type: ignore[method-assign, assignment]


def no_lock_order() -> None:
    """Streams are locked one by one, in an order that each process has for itself."""
    heads = tables.heads

    def lock_each(connection: Connection, names: Collection[str]) -> dict[str, StreamHead]:
        return {name: head for each in set(names) for name, head in heads(connection, [each]).items()}

    tables.heads = lock_each


if __name__ == "__main__":
    _, patches, notes, *words = sys.argv
    NOTES = Path(notes)
    for name in patches.split(","):
        globals()[name]()
    sys.argv = ["ibau", *words]
    main()
