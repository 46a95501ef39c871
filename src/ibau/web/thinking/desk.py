"""The thread in which lines and records are replayed, so that the server answers meanwhile."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Desk:
    """One thing after the other: players are never slower for it by more than that."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "analysis")

    async def do(self, work: Callable[[], T]) -> T:
        """What comes of some work, in its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
