"""What all rooms work with: the log, those who think, locks, and turns for long work of the event loop."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from ibau.core.phrase import Translate
from ibau.web.hosted.game import HostedGame
from ibau.web.log.store import Store
from ibau.web.metrics import Metrics
from ibau.web.protocol.from_client import RoomRequest
from ibau.web.rooms.listeners import Listener
from ibau.web.thinking.engines import Engines

T = TypeVar("T")

SLICE_SECONDS = 0.002  # of a slice


class TimeSlicer:
    """Takes the steps of several works, a slice of each in turn, and after each slice all else has its turn.

    So nobody waits while a stored game is replayed.  From another process the game would have to come over whole, and
    to unpack a line is to replay it.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[T]) -> T | None:
        """Take all steps; what the last one came to, None where there is none.  Raises what they raise."""
        last, left = None, iter(steps)
        while True:
            async with self._turn:
                until = time.perf_counter() + SLICE_SECONDS
                for step in left:
                    last = step
                    if time.perf_counter() > until:
                        break
                else:
                    return last
                await asyncio.sleep(0)


@dataclass(frozen=True)
class RoomContext:
    """The log, those who think, and the metrics.

    `move_delay`: in how many seconds a computer acts after the action before; `verifiable`: whether throws can be
    checked: they need not be where the server is the player's own page.
    """

    store: Store
    engines: Engines
    move_delay: float
    verifiable: bool
    slicer: TimeSlicer = field(default_factory=TimeSlicer)
    metrics: Metrics = field(default_factory=Metrics)
    attending: dict[tuple[str, int], int] = field(
        default_factory=dict[tuple[str, int], int]
    )  # what other processes are to know of players


class NamedLocks:
    """A lock for each name, gone when it is not used: opening one game never waits for the opening of another."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, *names: str) -> AsyncGenerator[None]:
        """Hold the locks of these names; all take them in one order, so that no two wait for each other."""
        async with AsyncExitStack() as stack:
            for name in sorted(set(names)):
                lock = self._locks.setdefault(name, asyncio.Lock())
                await stack.enter_async_context(lock)
            yield


class RoomHost(Protocol):
    """What a room is to those who work in it: a game, those who listen, and ways to tell and to ask for something."""

    name: str
    hosted: HostedGame
    listeners: set[Listener]

    def broadcast(self, message: Callable[[Translate], Struct]) -> None: ...
    async def request(self, asker: None, request: RoomRequest) -> None: ...
    def close(self, code: int) -> None: ...
