"""What all rooms share: the log, the engines, locks, and time slices for long work in the event loop."""

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

SLICE_SECONDS = 0.002  # length of a slice


class TimeSlicer:
    """Runs several long computations in the event loop, a time slice of each in turn, and yields after each slice.

    So replaying a stored game blocks no other task.  Another process would be no help: it would have to send the whole
    game, and unpickling a line replays it.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[T]) -> T | None:
        """Run all steps; return the last one, or None if there is none.  Raises what they raise."""
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
    """The log, the engines, and the metrics.

    `move_delay`: seconds from the previous action to that of a computer; `verifiable`: whether throws can be
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
    )  # until when players are present, to be published to other processes


class NamedLocks:
    """One lock per name, deleted when unused: opening one game never waits for the opening of another."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, *names: str) -> AsyncGenerator[None]:
        """Hold the locks of these names, taken in sorted order to avoid deadlocks."""
        async with AsyncExitStack() as stack:
            for name in sorted(set(names)):
                lock = self._locks.setdefault(name, asyncio.Lock())
                await stack.enter_async_context(lock)
            yield


class RoomHost(Protocol):
    """The interface of a room to its parts: a game, its listeners, broadcasts and requests."""

    name: str
    hosted: HostedGame
    listeners: set[Listener]

    def broadcast(self, message: Callable[[Translate], Struct]) -> None: ...
    async def request(self, asker: None, request: RoomRequest) -> None: ...
    def close(self, code: int) -> None: ...
