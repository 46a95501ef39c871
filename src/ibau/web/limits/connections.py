"""Connections, with limits on their number, duration, volume and rate.

They stand between asyncio and a protocol of the server, of which they use only what all protocols have; the application
reports the requests in progress.  Clients get no message about these limits: an excess connection is closed, one that
takes too long is cut, and what comes too fast waits in the network until it is read.
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
BODY_HEADERS = {b"content-length", b"transfer-encoding"}  # of requests that have a body

Address = tuple[str, int]
MakeProtocol = Callable[..., asyncio.Protocol]


class Connection(asyncio.BufferedProtocol):
    """A connection and the protocol that serves it.  It reads little at a time, so that others get their turns."""

    transport: asyncio.Transport
    address: Address
    client_id = forwarded_id = UNCOUNTED  # of the peer, and of the client behind a proxy
    is_evictable = True  # no complete request is waiting for its response
    is_socket = False

    def __init__(self, protocol: asyncio.Protocol, all_of_them: "Connections") -> None:
        self.protocol = protocol
        self._all = all_of_them
        self._buffer = bytearray()
        self._requests = 0  # being answered
        self._due: asyncio.TimerHandle | None = None  # cuts it unless a complete request has come
        self._stuck: asyncio.TimerHandle | None = None  # cuts it unless the client reads
        self._resting: asyncio.TimerHandle | None = None  # until then nothing is read
        self._is_paused = False  # by its protocol
        self.inbound = TokenBucket(2 * MAX_FRAME, 1)  # bytes of a socket since its last complete message

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

    # Reading ---------------------------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - asyncio's signature
        self._buffer = self._buffer or bytearray(KIB if self.is_socket else 4 * KIB)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        data, self._buffer = bytes(self._buffer[:nbytes]), bytearray()  # idle connections keep no buffer
        if self.transport.is_closing():
            return
        received, cost = self._all.limits.received, SOCKET_BYTE_COST * nbytes if self.is_socket else nbytes
        received.use(self.forwarded_id, max(MIN_COUNTED, cost) / KIB)
        try:
            self.protocol.data_received(data)
        except Exception:  # noqa: BLE001 - malformed input is not logged
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
        """Pause or resume reading, as the protocol asks."""
        self._is_paused = is_paused
        self._update_reading()

    def _update_reading(self) -> None:
        """Read unless there is a reason not to: a client that does not read our answers is not read either."""
        if self._is_paused or self._resting or self._stuck:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    # Writing ---------------------------------------------------------------------------------------------------------

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

    # Deadlines -------------------------------------------------------------------------------------------------------

    def request_begun(self) -> None:
        """Note that the headers of a request have arrived."""
        self._requests += 1
        self._set_deadline(None)

    def request_ended(self) -> None:
        """Note that a request has been answered; the next one may follow, or the unread rest of its body."""
        self._requests -= 1
        if not self._requests:
            self.is_evictable = True
            self._set_deadline(KEEP_ALIVE + HEADERS_TIMEOUT)

    def become_socket(self, protocol: asyncio.Protocol) -> None:
        """Serve it by a protocol of WebSockets from now on; the limit of boards decides whether it may stay."""
        self.protocol = protocol
        self.is_socket = True

    def evict(self) -> None:
        """Close it to make room for another."""
        self.transport.abort()

    def _set_deadline(self, seconds: float | None) -> None:
        if self._due:
            self._due.cancel()
        self._due = self._call_later(seconds, self.transport.abort) if seconds else None

    def _call_later(self, seconds: float, do: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, do)


class ProtocolTransport:
    """The transport of a connection as its protocol sees it."""

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
    """All connections of a server."""

    def __init__(self, limits: Limits, proxies: TrustedProxies) -> None:
        self.limits = limits
        self._proxies = proxies
        self._open: dict[Any, Connection] = {}  # by the peer's address, the oldest first

    def wrap(self, make: MakeProtocol) -> MakeProtocol:
        """A factory of connections, each with a protocol that `make` returns."""
        return lambda **how: Connection(make(**how), self)  # type: ignore[return-value]

    def add(self, connection: Connection) -> None:
        """Count a connection; if there are too many, another one may be evicted.  Raises Refusal."""
        connection.client_id = connection.forwarded_id = self._client_id(connection.address)
        self.limits.openings.spend(connection.client_id)
        self.limits.connections.acquire(connection.client_id)
        self._open[connection.address] = connection
        self.limits.all_connections.acquire(connection)

    def remove(self, connection: Connection) -> None:
        """Stop counting a connection."""
        if self._open.get(connection.address) is connection:
            del self._open[connection.address]
            self.limits.connections.release(connection.client_id)
            self.limits.all_connections.release(connection)

    def _client_id(self, address: Address | None) -> ClientId:
        return client_id_at(address[0]) if address and address[0] and address[0] not in self._proxies else UNCOUNTED

    def track(self, app: ASGIApp) -> ASGIApp:
        """Wrap an application to track how far the request of each connection has come."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self._open.get(scope.get("client"))
            if connection is None:
                await app(scope, receive, send)
                return
            has_body = any(name in BODY_HEADERS for name, _ in scope["headers"])
            connection.is_evictable = has_body

            async def tracked() -> Message:
                message = await receive()
                connection.is_evictable = message.get("more_body", False)
                if message["type"] == "websocket.connect":
                    connection.forwarded_id = self._client_id(scope["client"])  # it may be behind a proxy
                connection.inbound = TokenBucket(2 * MAX_FRAME, 1)
                return message

            connection.request_begun()
            try:
                await app(scope, tracked if has_body or connection.is_socket else receive, send)
            finally:
                connection.request_ended()

        return answer
