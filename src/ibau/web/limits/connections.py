"""Connections, with bounds on what a server leaves open: how many, how long, how much and how fast.

They stand between asyncio and a protocol of the server, and ask of that only what all protocols do; which of them are
waited for, the application says.  Nobody is told of these bounds: a connection too many is closed, one that takes too
long is cut, and what comes too fast waits in the network until it is read.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibau.web.limits import HEADERS_TIMEOUT, KEEP_ALIVE, MAX_FRAME, MIN_COUNTED, READ_TIMEOUT, SOCKET_BYTE_COST, Limits
from ibau.web.limits.client_ids import UNCOUNTED, ClientId, TrustedProxies, client_id_at
from ibau.web.limits.rate_limits import TokenBucket
from ibau.web.refusals import Refusal

KIB = 1024
BODY_HEADERS = {b"content-length", b"transfer-encoding"}  # headers

Address = tuple[str, int]
MakeProtocol = Callable[..., asyncio.Protocol]


class Connection(asyncio.BufferedProtocol):
    """A connection, and the protocol that it is served by.  It reads a little at a time: others have their turns."""

    transport: asyncio.Transport
    address: Address
    client_id = forwarded_id = UNCOUNTED  # who holds it, and who is heard through it
    is_evictable = True  # no whole request has come that is to be answered
    is_socket = False

    def __init__(self, protocol: asyncio.Protocol, all_of_them: "Connections") -> None:
        self.protocol = protocol
        self._all = all_of_them
        self._buffer = bytearray()
        self._requests = 0  # being answered
        self._due: asyncio.TimerHandle | None = None  # when it is cut unless a whole request has come
        self._stuck: asyncio.TimerHandle | None = None  # when it is cut unless something is read
        self._resting: asyncio.TimerHandle | None = None  # meanwhile nothing is read
        self._is_paused = False  # by its protocol
        self.inbound = TokenBucket(2 * MAX_FRAME, 1)  # bytes that have come through a socket since a whole message

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.address = (transport.get_extra_info("peername") or ("", 0))[:2]
        self.protocol.connection_made(cast(asyncio.Transport, ProtocolTransport(self)))
        try:
            self._all.add(self)
        except Refusal:
            self.transport.abort()
        self._set_deadline(HEADERS_TIMEOUT)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.remove(self)
        for timer in (self._due, self._stuck, self._resting):
            if timer:
                timer.cancel()
        self.protocol.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    # What comes ------------------------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - asyncio's signature
        self._buffer = self._buffer or bytearray(KIB if self.is_socket else 4 * KIB)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        data, self._buffer = bytes(self._buffer[:nbytes]), bytearray()  # nothing is kept for those who say nothing
        if self.transport.is_closing():
            return
        received, cost = self._all.limits.received, SOCKET_BYTE_COST * nbytes if self.is_socket else nbytes
        received.use(self.forwarded_id, max(MIN_COUNTED, cost) / KIB)
        try:
            self.protocol.data_received(data)
        except Exception:  # noqa: BLE001 - what strangers send is nothing for the log
            self.transport.abort()
        if self.is_socket:
            self.inbound.spend(nbytes)
            if self.inbound.left() < 0:
                self.transport.abort()
        if wait := received.wait(self.forwarded_id):
            self._resting = self._resting or self._call_later(wait, self._rested)
            self._update_reading()

    def _rested(self) -> None:
        self._resting = None
        self._update_reading()

    def pause(self, *, is_paused: bool) -> None:
        """Read no more, or read on, as far as the protocol is concerned."""
        self._is_paused = is_paused
        self._update_reading()

    def _update_reading(self) -> None:
        """Read on, unless there is a reason not to: a client that reads nothing of ours, say, is not read either."""
        if self._is_paused or self._resting or self._stuck:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    # What goes -------------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        self._stuck = self._stuck or self._call_later(READ_TIMEOUT, self.transport.abort)
        self._update_reading()
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        if self._stuck:
            self._stuck.cancel()
            self._stuck = None
        self._update_reading()
        self.protocol.resume_writing()

    # What is waited for ----------------------------------------------------------------------------------------------

    def request_begun(self) -> None:
        """The headers of a request have come."""
        self._requests += 1
        self._set_deadline(None)

    def request_ended(self) -> None:
        """A request has been answered; the next one may follow, or what nobody read of the body."""
        self._requests -= 1
        if not self._requests:
            self.is_evictable = True
            self._set_deadline(KEEP_ALIVE + HEADERS_TIMEOUT)

    def become_socket(self, protocol: asyncio.Protocol) -> None:
        """It is served by a protocol of sockets from now on, and whether it may stay is for the boards to say."""
        self.protocol = protocol
        self.is_socket = True

    def evict(self) -> None:
        """Be cut for another."""
        self.transport.abort()

    def _set_deadline(self, seconds: float | None) -> None:
        if self._due:
            self._due.cancel()
        self._due = self._call_later(seconds, self.transport.abort) if seconds else None

    def _call_later(self, seconds: float, do: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, do)


class ProtocolTransport:
    """The transport of a connection as its protocol has it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self._connection.become_socket(protocol)

    def pause_reading(self) -> None:
        self._connection.pause(is_paused=True)

    def resume_reading(self) -> None:
        self._connection.pause(is_paused=False)


class Connections:
    """Those of a server."""

    def __init__(self, limits: Limits, proxies: TrustedProxies) -> None:
        self.limits = limits
        self._proxies = proxies
        self._open: dict[Any, Connection] = {}  # by the address that they come from, the oldest first

    def wrap(self, make: MakeProtocol) -> MakeProtocol:
        """What makes connections, each with a protocol of the server."""
        return lambda **how: Connection(make(**how), self)  # type: ignore[return-value]

    def add(self, connection: Connection) -> None:
        """Count a connection; where there are too many, another one may give way.  Raises Refusal."""
        connection.client_id = connection.forwarded_id = self._client_id(connection.address)
        self.limits.openings.spend(connection.client_id)
        self.limits.connections.acquire(connection.client_id)
        self._open[connection.address] = connection
        self.limits.all_connections.acquire(connection)

    def remove(self, connection: Connection) -> None:
        """Count a connection no more."""
        if self._open.get(connection.address) is connection:
            del self._open[connection.address]
            self.limits.connections.release(connection.client_id)
            self.limits.all_connections.release(connection)

    def _client_id(self, address: Address | None) -> ClientId:
        return client_id_at(address[0]) if address and address[0] and address[0] not in self._proxies else UNCOUNTED

    def track(self, app: ASGIApp) -> ASGIApp:
        """The application, where it is known of each connection how far a request has come."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self._open.get(scope.get("client"))
            if connection is None:
                await app(scope, receive, send)
                return
            has_body = any(name in BODY_HEADERS for name, _ in scope["headers"])
            connection.is_evictable = has_body

            async def hear() -> Message:
                message = await receive()
                connection.is_evictable = message.get("more_body", False)
                if message["type"] == "websocket.connect":
                    connection.forwarded_id = self._client_id(scope["client"])  # whom a proxy speaks for, say
                connection.inbound = TokenBucket(2 * MAX_FRAME, 1)
                return message

            connection.request_begun()
            try:
                await app(scope, hear if has_body or connection.is_socket else receive, send)
            finally:
                connection.request_ended()

        return answer
