"""Remove games from the log, with all their data; the previous game of a match can then have another next game."""

from collections.abc import Collection

from ibau.web.log.events import Created, NextRemoved, Played, StoredEvent
from ibau.web.log.store import AppendOutcome, Conflict, StaleStream, Store, StreamChange, require_stored

RECENT_MS = 60_000  # after which attendance is published again, even where the database has crashed
MAX_UNMOVED_EVENTS = 20  # events of a game without a move; longer ones are not read


async def remove_game(store: Store, name: str) -> None:
    """Remove a game, with retries after conflicts.  Raises StoreFullError and StoreFailedError."""
    while isinstance(outcome := await _remove(store, name, await store.read(name)), Conflict):
        pass  # retry with the new version
    require_stored(outcome)


async def remove_if_stale(store: Store, old: StaleStream, here: Collection[str], *, unmoved: bool = False) -> bool:
    """Remove a stale game, unless it was changed meanwhile; was it removed?

    A game that is open `here`, or at another process, stays, and so does the next game of its match.  Raises
    StoreFullError and StoreFailedError.
    """
    if unmoved and old.version > MAX_UNMOVED_EVENTS:
        return False
    events = await store.read(old.stream)
    if unmoved and not _is_unmoved(events):
        return False
    match = {old.stream, _previous_game(events)} - {""}
    seen = max((await store.attendance(match)).values(), default=0)
    if not match.isdisjoint(here) or seen > store.now() - RECENT_MS or len(events) != old.version:
        return False
    outcome = await _remove(store, old.stream, events)
    if isinstance(outcome, Conflict):
        return False
    require_stored(outcome)
    return True


async def _remove(store: Store, name: str, events: list[StoredEvent]) -> AppendOutcome:
    """Remove a game with these events; the update of the previous game does not extend its retention."""
    changes = [StreamChange(name, len(events), ends=True)]
    if before := await store.read(_previous_game(events)):
        changes.append(StreamChange(_previous_game(events), len(before), (NextRemoved(),), touches=False))
    return await store.append(changes)


def _is_unmoved(events: list[StoredEvent]) -> bool:
    """Has the game no move, played here or imported?"""
    return not any(isinstance(event, Played) or getattr(event, "record", "") for _, _, event in events)


def _previous_game(events: list[StoredEvent]) -> str:
    """Return the name of the previous game of the match; '' where there is none."""
    begun = events[0].event if events else None
    return begun.after if isinstance(begun, Created) else ""
