"""Load stored games by replaying their events in time slices, with two caches.

The games that were used last stay in memory, and only their new events are read.  And the numbers of actions among the
legal ones are stored as derived data, because generating legal actions takes most of the time.  Without them, or with
those of other rules, each action is checked.
"""

import hashlib
import logging
import re
from contextlib import suppress
from functools import cache

import msgspec

from ibau.core.errors import IbauError
from ibau.core.quoting import quote
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.machine.kernels import manifest_of
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import StoredEvent
from ibau.web.log.store import Store, StoreFailedError, StoreFullError
from ibau.web.rooms.context import TimeSlicer

logger = logging.getLogger(__name__)

ACTION_NUMBERS = "numbers"  # name of the derived data
SAVE_INTERVAL = 50  # plies between two saves
GAME_NAME = re.compile("[A-Za-z0-9_-]{1,40}")
MAX_CACHED = 5_000  # events of all cached games, about a kilobyte each; a single game has no limit
GAME_EVENTS = 10  # the memory of a game besides its events, in events


class UnknownGameError(IbauError):
    """There is no game of this name."""


class Replays:
    """A cache of replayed games."""

    def __init__(self, store: Store, slicer: TimeSlicer) -> None:
        self._store = store
        self._slicer = slicer
        self._cache: dict[str, HostedGame] = {}  # least recently used first
        rules_fingerprint()  # loads the rules of all games now, not when the first one is opened

    async def game(self, name: str) -> HostedGame:
        """Return a game as stored.  Raises UnknownGameError, StoredGameError, StoreFullError or StoreFailedError."""
        hosted = known = self._cache.pop(name, None)
        # Read from the last known event on: it is missing only if the game was removed.
        since = known.history.events - 1 if known else 0
        stored = await self._store.read(name, since) if GAME_NAME.fullmatch(name) else []
        if known and not stored:  # or shortened, after a failover to a standby
            hosted = known = None
            stored = await self._store.read(name)
        if known:
            hosted = await self._slicer.run(HostedGame.replay(stored[1:], known)) or known
        elif stored:
            hosted = await self._replay(name, stored)
        if not (stored and hosted):
            raise UnknownGameError(f"There is no game {quote(name)}.")
        self._cache[name] = hosted
        while len(self._cache) > 1 and self._cached_events() > MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        return hosted

    def _cached_events(self) -> int:
        return sum(GAME_EVENTS + kept.history.events for kept in self._cache.values())

    async def _replay(self, name: str, stored: list[StoredEvent]) -> HostedGame | None:
        """Replay all events, faster with stored action numbers; save these where they are missing."""
        numbers = await load_action_numbers(self._store, name) if len(stored) > SAVE_INTERVAL else []
        try:
            hosted = await self._slicer.run(HostedGame.replay(stored, None, numbers))
        except Exception:
            if not numbers:
                raise
            logger.exception("game %s: the stored action numbers do not match its events and are ignored", name)
            numbers = []
            hosted = await self._slicer.run(HostedGame.replay(stored))
        if hosted and hosted.history.plies - len(numbers) > SAVE_INTERVAL:
            await save_action_numbers(self._store, name, hosted)
        return hosted

    def forget(self, name: str) -> None:
        """Remove a deleted game from the cache."""
        self._cache.pop(name, None)


# --- Action numbers --------------------------------------------------------------------------------------------------


async def load_action_numbers(store: Store, name: str) -> list[int]:
    """Load the stored numbers of the first actions of a game.  Raises StoreFullError or StoreFailedError."""
    kept = await store.load_derived(name, ACTION_NUMBERS, rules_fingerprint())
    return msgspec.json.decode(kept, type=list[int]) if kept else []


async def save_action_numbers(store: Store, name: str, hosted: HostedGame) -> None:
    """Save the numbers of all actions of a game; errors of the store are ignored."""
    numbers = hosted.history.action_numbers()
    with suppress(StoreFullError, StoreFailedError):
        await store.save_derived(name, ACTION_NUMBERS, rules_fingerprint(), msgspec.json.encode(numbers).decode())


@cache
def rules_fingerprint() -> str:
    """Return the version of the rules, and a hash of the source of all kernels."""
    code = hashlib.sha256(repr([(system, manifest_of(system)) for system in systems()]).encode()).hexdigest()
    return f"rules {RULES_VERSION}, code {code[:16]}"
