"""Health check of the store, by a test write."""

import asyncio
import time
from collections.abc import Callable

from ibau.web.log.store import Store, StoreFailedError, StoreFullError

CHECK_INTERVAL = 2.0  # seconds between two test writes, however many requests there are
WRITE_TIMEOUT = 5.0  # seconds

HEALTHY = ""


class StoreHealth:
    """The result of the last test write.  `clock` is monotonic, in seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._begun = clock()
        self._check: asyncio.Task[str] | None = None  # the last one

    async def problem(self) -> str:
        """Return why the store cannot write; HEALTHY where a test write has just succeeded."""
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
