"""Stored games, read again and replayed a slice at a time.

Two things spare work.  The games that were asked for last are kept, and of those only what is new is read.  And the
numbers of the actions that were found legal lie in the log, derived from the game: to look for what is legal takes most
of the time.  Without them, or under other rules than theirs, everything is checked.
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

ACTION_NUMBERS = "numbers"  # what the log calls them
SAVE_INTERVAL = 50  # two times that they are put there
GAME_NAME = re.compile("[A-Za-z0-9_-]{1,40}")
MAX_CACHED = 5_000  # events of all games that are kept, which take some kilobytes each; one game is, however long


class UnknownGameError(IbauError):
    """No game has this name."""


class Replays:
    """Games as the log has them."""

    def __init__(self, store: Store, slicer: TimeSlicer) -> None:
        self._store = store
        self._slicer = slicer
        self._cache: dict[str, HostedGame] = {}  # the one that was asked for last comes last
        rules_fingerprint()  # the rules of all games are read now, and not when the first of them is opened

    async def game(self, name: str) -> HostedGame:
        """A game as it is stored.  Raises UnknownGameError, StoredGameError, StoreFullError or StoreFailedError."""
        hosted = known = self._cache.pop(name, None)
        # Of a game that is no more, not even the last known event is there.
        since = known.history.events - 1 if known else 0
        stored = await self._store.read(name, since) if GAME_NAME.fullmatch(name) else []
        if known:
            hosted = await self._slicer.run(HostedGame.replay(stored[1:], known)) or known
        elif stored:
            hosted = await self._replay(name, stored)
        if not (stored and hosted):
            raise UnknownGameError(f"There is no game {quote(name)}.")
        self._cache[name] = hosted
        while len(self._cache) > 1 and sum(kept.history.events for kept in self._cache.values()) > MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        return hosted

    async def _replay(self, name: str, stored: list[StoredEvent]) -> HostedGame | None:
        """The game of all its events, sooner where the numbers of its actions are known, and else they are from now."""
        numbers = await load_action_numbers(self._store, name) if len(stored) > SAVE_INTERVAL else []
        try:
            hosted = await self._slicer.run(HostedGame.replay(stored, None, numbers))
        except Exception:
            if not numbers:
                raise
            logger.exception("game %s: what is derived from it does not fit it, and is thrown away", name)
            numbers = []
            hosted = await self._slicer.run(HostedGame.replay(stored))
        if hosted and hosted.history.plies - len(numbers) > SAVE_INTERVAL:
            await save_action_numbers(self._store, name, hosted)
        return hosted

    def forget(self, name: str) -> None:
        """Keep a game no longer, since somebody has deleted it."""
        self._cache.pop(name, None)


# --- The numbers of actions ------------------------------------------------------------------------------------------


async def load_action_numbers(store: Store, name: str) -> list[int]:
    """The known numbers of the first actions of a game.  Raises StoreFullError or StoreFailedError."""
    kept = await store.load_derived(name, ACTION_NUMBERS, rules_fingerprint())
    return msgspec.json.decode(kept, type=list[int]) if kept else []


async def save_action_numbers(store: Store, name: str, hosted: HostedGame) -> None:
    """Put the numbers of all actions of a game into the log; where that cannot be, they are looked for again."""
    numbers = hosted.history.numbers.to_list() if hosted.history.numbers else []
    with suppress(StoreFullError, StoreFailedError):
        await store.save_derived(name, ACTION_NUMBERS, rules_fingerprint(), msgspec.json.encode(numbers).decode())


@cache
def rules_fingerprint() -> str:
    """By which rules actions were found legal: their version, and all of the code that the kernels were made of."""
    code = hashlib.sha256(repr([(system, manifest_of(system)) for system in systems()]).encode()).hexdigest()
    return f"rules {RULES_VERSION}, code {code[:16]}"
