"""`ibau serve` with patches that trace or break something: PATCHES FILE ARGUMENTS…, with the arguments of `ibau`.

python -m tests.web.patched_server noted,notifications_dropped notes.txt serve --database postgresql://…
"""

import random
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert

from ibau.__main__ import main
from ibau.web import serving
from ibau.web.app import Settings
from ibau.web.hosted import consent
from ibau.web.log import tables
from ibau.web.log.events import Played
from ibau.web.log.notifications import Notification
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.postgres_notifications import PostgresNotifications
from ibau.web.log.store import AppendOutcome, Batch, Store, StreamChange, StreamHead
from ibau.web.rooms import presence, replays, room
from ibau.web.rooms.lobby import Lobby
from ibau.web.thinking import processes

DROPPED = 0.1  # fraction of all notifications
APPEND, SEND, HEADS, WALL = PostgresStore.append, PostgresNotifications.send, tables.heads, time.time
RUN = serving.run
NOTES = Path()


def note(*words: object) -> None:
    """Append a line to the trace file, which survives a kill of the process."""
    with NOTES.open("a") as file:
        file.write(" ".join(map(str, words)) + "\n")


async def append_noted(store: PostgresStore, changes: Sequence[StreamChange], *more: Any) -> AppendOutcome:
    """Append, and trace each attempted action and the outcome."""
    for change in changes:
        for sequence, event in enumerate(change.events, change.version):
            if isinstance(event, Played):
                note("tried", change.stream, sequence, event.action)
    outcome = await APPEND(store, changes, *more)
    note(type(outcome).__name__)
    return outcome


def send_some(notifications: PostgresNotifications, notification: Notification) -> None:
    if random.random() < DROPPED:
        note("dropped")
    else:
        SEND(notifications, notification)


def run_with_short_idle(host: str, port: int, settings: Settings) -> None:
    RUN(host, port, replace(settings, idle=1.0))


async def do_nothing(*_: object) -> None:
    """Replace a coroutine."""


def lock_unordered(connection: Connection, names: Collection[str]) -> dict[str, StreamHead]:
    """Lock streams one by one, in an order that differs between processes."""
    return {name: head for locked in set(names) for name, head in HEADS(connection, [locked]).items()}


ROW = insert(tables.events)
UPSERT = ROW.on_conflict_do_update(
    index_elements=["stream", "sequence"], set_={name: ROW.excluded[name] for name in ("time", "kind", "data")}
)  # overwrites a stored event
PATCHES: dict[str, list[tuple[Any, str, Any]]] = {
    "noted": [(PostgresStore, "append", append_noted)],
    "notifications_dropped": [(PostgresNotifications, "send", send_some)],
    "impatient": [(module, "SECONDS_TO_CLAIM", 2) for module in (consent, presence)],
    "an_hour_ahead": [(time, "time", lambda: WALL() + 3600)],
    "small_cache": [(replays, "MAX_CACHED", 100)],
    "short_idle": [(serving, "run", run_with_short_idle)],
    # Mutants, which the check must detect:
    "no_compare": [(Batch, "_is_as_expected", lambda *_: True), (tables, "INSERT_EVENTS", UPSERT)],
    "no_ids": [(room, "is_done", lambda *_: False)],
    "no_notifications": [(PostgresNotifications, "send", lambda *_: None), (Lobby, "compare_versions", do_nothing)],
    "no_shared_presence": [
        (PostgresStore, "attendance", Store.attendance), (PostgresStore, "_attendance", lambda *_: {})
    ],
    "no_lock_order": [(tables, "heads", lock_unordered)],
}  # fmt: skip

if __name__ == "__main__":
    _, patches, notes, *words = sys.argv
    NOTES = Path(notes)
    processes.START_METHOD = "spawn"  # no process from which none is forked
    for patch in patches.split(","):
        for place, name, value in PATCHES[patch]:
            setattr(place, name, value)
    sys.argv = ["ibau", *words]
    main()
