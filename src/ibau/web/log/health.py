"""Is the server able to store moves?  It finds out by storing something."""

import asyncio
import time
from collections.abc import Callable

from ibau.web.log.store import Store, StoreFailedError, StoreFullError

SECONDS_BETWEEN = 2.0  # two tries, however many ask
SECONDS_OF_PATIENCE = 5.0  # with the disk

WELL = ""


class Health:
    """The state of the store, as the last try found it.  `clock` counts seconds and never goes back."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._begun = clock()
        self._trial: asyncio.Task[str] | None = None  # the last one

    async def trouble(self) -> str:
        """Why nothing can be stored; WELL where something has just been."""
        now = self._clock()
        if self._trial is None or (self._trial.done() and now - self._begun >= SECONDS_BETWEEN):
            self._begun = now
            self._trial = asyncio.create_task(self._try())
        return await asyncio.shield(self._trial)

    async def _try(self) -> str:
        try:
            async with asyncio.timeout(SECONDS_OF_PATIENCE):
                await self._store.test_write()
        except StoreFullError as error:
            return f"nothing can be stored just now: {error}"
        except StoreFailedError:
            return "the writer has ended"
        except TimeoutError:
            return f"the disk has not answered for {SECONDS_OF_PATIENCE:.0f} seconds"
        return WELL
