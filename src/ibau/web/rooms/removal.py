"""How games leave the log: with all that is kept of them, and the one before in a match can be followed again."""

from collections.abc import Collection

from ibau.web.log.events import Created, NextRemoved, Played, StoredEvent
from ibau.web.log.store import AppendOutcome, Conflict, StaleStream, Store, StreamChange, require_stored

MAX_UNMOVED_EVENTS = 20  # events of a game in which nobody moves; others are not read


async def remove_game(store: Store, name: str) -> None:
    """Remove a game for good.  Raises StoreFullError and StoreFailedError."""
    while isinstance(outcome := await _remove(store, name, await store.read(name)), Conflict):
        pass  # something was being stored meanwhile
    require_stored(outcome)


async def remove_if_stale(store: Store, old: StaleStream, spared: Collection[str], *, unmoved: bool = False) -> bool:
    """Remove a game that was not touched for long, unless it has been since; was it?

    One that is spared stays, and so does the next one of its match.  Raises StoreFullError and StoreFailedError.
    """
    if unmoved and old.version > MAX_UNMOVED_EVENTS:
        return False
    events = await store.read(old.stream)
    if unmoved and not _is_unmoved(events):
        return False
    if old.stream in spared or _previous_game(events) in spared or len(events) != old.version:
        return False
    outcome = await _remove(store, old.stream, events)
    if isinstance(outcome, Conflict):
        return False
    require_stored(outcome)
    return True


async def _remove(store: Store, name: str, events: list[StoredEvent]) -> AppendOutcome:
    """Remove a game of these events.  That the one before can be followed again is no touch: it is kept no longer."""
    changes = [StreamChange(name, len(events), ends=True)]
    if before := await store.read(_previous_game(events)):
        changes.append(StreamChange(_previous_game(events), len(before), (NextRemoved(),), touches=False))
    return await store.append(changes)


def _is_unmoved(events: list[StoredEvent]) -> bool:
    """Has nobody ever moved in this game, here or elsewhere?"""
    return not any(isinstance(event, Played) or getattr(event, "record", "") for _, _, event in events)


def _previous_game(events: list[StoredEvent]) -> str:
    """The game before this one in its match; '' where there is none."""
    begun = events[0].event if events else None
    return begun.after if isinstance(begun, Created) else ""
