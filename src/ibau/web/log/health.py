"""Is the server able to store moves?  It finds out by storing something."""

import asyncio
import time
from collections.abc import Callable

from ibau.web.log.store import Store, StoreFailedError, StoreFullError

CHECK_INTERVAL = 2.0  # two tries, however many ask
WRITE_TIMEOUT = 5.0  # with the disk

HEALTHY = ""


class StoreHealth:
    """The state of the store, as the last try found it.  `clock` counts seconds and never goes back."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._begun = clock()
        self._check: asyncio.Task[str] | None = None  # the last one

    async def problem(self) -> str:
        """Why nothing can be stored; WELL where something has just been."""
        now = self._clock()
        if self._check is None or (self._check.done() and now - self._begun >= CHECK_INTERVAL):
            self._begun = now
            self._check = asyncio.create_task(self._check_write())
        return await asyncio.shield(self._check)

    async def _check_write(self) -> str:
        try:
            async with asyncio.timeout(WRITE_TIMEOUT):
                await self._store.test_write()
        except StoreFullError as error:
            return f"nothing can be stored just now: {error}"
        except StoreFailedError:
            return "the writer has ended"
        except TimeoutError:
            return f"the disk has not answered for {WRITE_TIMEOUT:.0f} seconds"
        return HEALTHY
