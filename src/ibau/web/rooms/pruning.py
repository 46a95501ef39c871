"""Remove stale games periodically: those without a move, and optionally all."""

import asyncio
import logging

from ibau.web.log.store import Store, StoreFailedError, StoreFullError
from ibau.web.rooms.lobby import Lobby

FIRST_PRUNE_DELAY = 600  # seconds: long enough to notice a wrong clock
PRUNE_INTERVAL = 3600
SWEEP_PAUSE = 0.2  # seconds between two sweeps, in which games go on
UNMOVED_DAYS = 30  # retention of a game without a move
DAY_MS = 24 * 3600 * 1000  # milliseconds

logger = logging.getLogger(__name__)


async def prune_regularly(store: Store, lobby: Lobby, days: int | None) -> None:
    """Remove stale games every hour until cancelled, in one process at a time."""
    await asyncio.sleep(FIRST_PRUNE_DELAY)
    while True:
        try:
            async with store.try_lock("sweep") as is_locked:
                if is_locked:
                    await remove_stale(store, lobby, UNMOVED_DAYS, unmoved=True)
                if is_locked and days:
                    await remove_stale(store, lobby, days)
        except (StoreFullError, StoreFailedError) as error:
            logger.warning("no games were removed: %s", error)
        await asyncio.sleep(PRUNE_INTERVAL)


async def remove_stale(store: Store, lobby: Lobby, days: int, *, unmoved: bool = False) -> list[str]:
    """Remove stale games once, and return their names.  Raises StoreFullError or StoreFailedError."""
    untouched_since = store.now() - days * DAY_MS
    removed: list[str] = []
    last: str | None = ""
    while last is not None:
        some, last = await lobby.sweep(untouched_since, last, unmoved=unmoved)
        removed += some
        await asyncio.sleep(SWEEP_PAUSE)
    if removed:
        logger.info("removed %d games unchanged for %d days", len(removed), days)
    return removed
