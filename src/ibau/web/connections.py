"""Connections as uvicorn serves them, with bounds on what it leaves open: how many, how long, how much and how fast.

Nobody is told of these bounds: a connection too many is closed, one that takes too long is cut, and what comes too fast
through a socket waits in the network until it is read.
"""

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from ibau.web.callers import UNCOUNTED, Names, Proxies, names_of
from ibau.web.limits import (
    BODY,
    BYTES_AT_ONCE,
    EVERYBODY,
    FRAMES_A_SECOND,
    FRAMES_AT_ONCE,
    HEADERS,
    MOST_FRAGMENTS,
    READING,
    REST,
    SMALL,
    SMALL_AT_ONCE,
    Limits,
)
from ibau.web.rations import Allowance
from ibau.web.refusals import Refusal
from ibau.web.wire import Wire


class Bounded(asyncio.BufferedProtocol, asyncio.Protocol):
    """What requests and sockets have in common.  It reads a little at a time, so that others have their turns."""

    at_once: ClassVar[int]  # bytes
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def __init__(self, limits: Limits, proxies: Proxies, **more: Any) -> None:
        super().__init__(**more)
        self.limits = limits
        self.proxies = proxies
        self.names: Names = UNCOUNTED
        self._held = False
        self._buffer = bytearray()
        self._stuck: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None  # meanwhile nothing is read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        host: str = (transport.get_extra_info("peername") or ("",))[0]
        if host and host not in self.proxies:
            self.names = names_of(host)
        try:
            self.hold()
        except Refusal:
            self.transport.abort()

    def hold(self) -> None:
        """Count the connection.  Raises Refusal."""
        self.limits.connections.take(self.names)
        try:
            self.limits.all_connections.take(EVERYBODY)
        except Refusal:
            self.limits.connections.give_back(self.names)
            raise
        self._held = True

    def let_go(self) -> None:
        """Count it no more."""
        if self._held:
            self.limits.connections.give_back(self.names)
            self.limits.all_connections.give_back(EVERYBODY)
            self._held = False

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.let_go()
        self._unstick()
        if self._resting:
            self._resting.cancel()

    def eof_received(self) -> None:
        """A client that has sent everything may still be listening."""

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - asyncio's signature
        self._buffer = self._buffer or bytearray(self.at_once)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        data, self._buffer = bytes(self._buffer[:nbytes]), bytearray()  # nothing is kept for those who say nothing
        if not self.transport.is_closing():
            self.data_received(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self._stuck or self.loop.call_later(READING, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unstick()

    def _unstick(self) -> None:
        if self._stuck:
            self._stuck.cancel()
            self._stuck = None


class HTTPConnection(Bounded, Wire):
    """Requests, one after the other: each has so long to come, and one that comes in crumbs is seldom read."""

    at_once = 4 * BYTES_AT_ONCE
    _due: asyncio.TimerHandle | None = None
    _awaited: Any = None  # of a request, as h11 calls it
    _small = 0  # pieces of this request so far

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        try:
            self.limits.openings.spend(self.names)
        except Refusal:
            self.transport.abort()
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait_for(None)

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._wait_for(None)  # the first byte of a request: from now on it has so long to come
            self._small = 0
        super().data_received(data)
        self._go_on()
        self._small += len(data) < SMALL
        if self._small > SMALL_AT_ONCE and self._due and not self._resting:  # more of it has to come
            self.transport.pause_reading()
            self._resting = self.loop.call_later(REST, self._rested)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._go_on()

    def _rested(self) -> None:
        self._resting = None
        if not self.flow.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.let_go()
        self._unstick()
        super().handle_websocket_upgrade(event)

    def _go_on(self) -> None:
        is_ours = self.transport.get_protocol() is self and not self.transport.is_closing()
        self._wait_for(self.conn.their_state if is_ours else None)

    def _wait_for(self, awaited: Any) -> None:
        """Have the connection cut where this does not come in time, and not for what was awaited before."""
        if awaited is self._awaited:
            return
        if self._due:
            self._due.cancel()
        seconds = {h11.IDLE: HEADERS, h11.SEND_BODY: 2 * BODY}.get(awaited)
        self._awaited, self._due = awaited, self.loop.call_later(seconds, self.transport.abort) if seconds else None


class SocketConnection(Bounded, WebSocketsSansIOProtocol):
    """A socket: what comes faster than it may is read later."""

    at_once = BYTES_AT_ONCE

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._own = Allowance(FRAMES_AT_ONCE, FRAMES_A_SECOND)
        self._speakers: Names = UNCOUNTED
        self._is_heard = False

    def handle_events(self) -> None:
        frames = len(self.conn.events)
        super().handle_events()
        if len(self.frames) > MOST_FRAGMENTS and not self.close_sent:
            self.conn.send_close(CloseCode.MESSAGE_TOO_BIG)
            self.handle_parser_exception()
        self._own.spend(frames)
        self.limits.frames.use(self._speakers, frames)
        wait = max(self._own.wait(), self.limits.frames.wait(self._speakers))
        if wait and not self._resting:
            self._resting = self.loop.call_later(wait, self._rested)
        self._pace()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._pace()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._pace()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send" and self.transport.is_closing():
            raise ClientDisconnected  # of which nobody has heard yet
        if message["type"] == "websocket.accept" and self.scope["client"]:
            self._speakers = names_of(self.scope["client"][0])  # whom a proxy speaks for, say
        await super().send(message)
        self._pace()

    async def receive(self) -> Any:
        self._is_heard = self.handshake_complete
        self._pace()
        message = await super().receive()
        self._pace()
        return message

    def _rested(self) -> None:
        self._resting = None
        self._pace()

    def _pace(self) -> None:
        """Read on, unless there is a reason not to: a client that reads nothing of ours, say, is not read either.

        Nor is a client read while it waits for its turn to come in.  It could end its socket by what it says, and come
        back before that turn, for ever.  Of one that is refused, the end is still read.
        """
        waits = not self._is_heard and not self.close_sent
        if self._resting or self.read_paused or waits or not self.writable.is_set():
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
