"""Long work of the event loop, such as replaying a stored game: a slice at a time, so that nobody waits for it.

From another process the game would have to come over whole, and to unpack a line is to replay it.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

SECONDS = 0.002  # of a slice


class Slices:
    """Takes the steps of several works, a slice of each in turn, and after each slice all else has its turn."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def last(self, steps: Iterable[T]) -> T | None:
        """Take all steps; what the last one came to, None where there is none.  Raises what they raise."""
        last, left = None, iter(steps)
        while True:
            async with self._turn:
                until = time.perf_counter() + SECONDS
                for step in left:
                    last = step
                    if time.perf_counter() > until:
                        break
                else:
                    return last
                await asyncio.sleep(0)
