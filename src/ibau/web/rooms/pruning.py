"""Removes the games that nobody has touched for long: where nobody ever moved, and all if that is wanted."""

import asyncio
import logging

from ibau.web.log.store import Store, StoreFailedError, StoreFullError
from ibau.web.rooms.lobby import Lobby

FIRST_PRUNE_DELAY = 600  # the first time: long enough to see that a clock is wrong
PRUNE_INTERVAL = 3600
SWEEP_PAUSE = 0.2  # seconds between a few games and the next, for those who play
UNMOVED_DAYS = 30  # of a game in which nobody ever moved
DAY_MS = 24 * 3600 * 1000  # milliseconds

logger = logging.getLogger(__name__)


async def prune_regularly(store: Store, lobby: Lobby, days: int | None) -> None:
    """Go through the log again and again, unless another process does, until cancelled."""
    await asyncio.sleep(FIRST_PRUNE_DELAY)
    while True:
        try:
            async with store.try_lock("sweep") as is_locked:
                if is_locked:
                    await remove_stale(store, lobby, UNMOVED_DAYS, unmoved=True)
                if is_locked and days:
                    await remove_stale(store, lobby, days)
        except (StoreFullError, StoreFailedError):
            logger.exception("no games were removed")
        await asyncio.sleep(PRUNE_INTERVAL)


async def remove_stale(store: Store, lobby: Lobby, days: int, *, unmoved: bool = False) -> list[str]:
    """Go through the log once; the names of the games that were removed.  Raises StoreFullError or StoreFailedError."""
    untouched_since = store.now() - days * DAY_MS
    removed: list[str] = []
    last: str | None = ""
    while last is not None:
        some, last = await lobby.sweep(untouched_since, last, unmoved=unmoved)
        removed += some
        await asyncio.sleep(SWEEP_PAUSE)
    if removed:
        logger.info("removed %d games that nobody had touched for %d days", len(removed), days)
    return removed
