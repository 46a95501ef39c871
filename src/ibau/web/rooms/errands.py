"""What is asked of a room elsewhere than at a socket, and is done in its turn."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from ibau.web.log.store import StoreFull
from ibau.web.refusals import Refusal

T = TypeVar("T")


class Errand(Generic[T]):
    """Something to do between two requests, and the answer for who waits for it."""

    def __init__(self, do: Callable[[], Awaitable[T]]) -> None:
        self._do = do
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Do it, and tell those who wait what came of it."""
        try:
            answer = await self._do()
        except (Refusal, StoreFull) as error:
            if not self._done.done():
                self._done.set_exception(error)
        else:
            if not self._done.done():
                self._done.set_result(answer)

    async def answer(self, task: asyncio.Task[None]) -> T:
        """What came of it, once this task has done it.  Raises what that raised, and StoreFull where the task ended."""
        try:
            await asyncio.wait((self._done, task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._done.cancel()  # where it has no answer
        if self._done.cancelled():
            raise StoreFull("the game was put away meanwhile")
        return self._done.result()
