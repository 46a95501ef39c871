"""The gate through which all requests and messages go: one in each turn of the event loop, an address after the other.

So a client that asks for much at once is served as fast as there is time, and others wait for one thing of it, not for
all.
"""

import asyncio
from collections import deque

from ibau.web.callers import Names
from ibau.web.limits.counting import Clock

SECONDS_TO_REMEMBER = 1.0  # that somebody was there


class Gate:
    """Those who wait before it, by network."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[Names, deque[asyncio.Future[None]]] = {}  # the next in line comes first
        self._is_busy = False
        self._last: Names = ()  # who came
        self._came = self._others_came = -SECONDS_TO_REMEMBER  # when, and when somebody else did

    def is_shared(self, names: Names) -> bool:
        """Has somebody else come lately?"""
        came = self._others_came if names[-1:] == self._last else self._came
        return self._clock() - came < SECONDS_TO_REMEMBER

    async def enter(self, names: Names) -> None:
        """Come in when it is one's turn."""
        network = names[-1:]
        self._note(network)
        if self._is_busy:
            passed = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(network, deque()).append(passed)
            await passed
        else:
            self._is_busy = True
            asyncio.get_running_loop().call_soon(self._let_in)

    def _note(self, network: Names) -> None:
        now = self._clock()
        if network != self._last:
            self._last, self._others_came = network, self._came
        self._came = now

    def _let_in(self) -> None:
        """Let the next one in, who then comes last."""
        while self._waiting:
            network, queue = next(iter(self._waiting.items()))
            del self._waiting[network]
            passed = queue.popleft()
            if queue:
                self._waiting[network] = queue
            if not passed.done():
                passed.set_result(None)
                asyncio.get_running_loop().call_soon(self._let_in)
                return
        self._is_busy = False
