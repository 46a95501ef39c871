"""`ibau serve`: the process of the server, from its start to an orderly end."""

import asyncio
import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from ipaddress import ip_address
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any, cast

import click
import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ibau.core.errors import IbauError
from ibau.core.phrase import Phrase
from ibau.machine.os_support import error_text, memory_used
from ibau.web.address import LARGEST_PORT
from ibau.web.app import Settings, create_app
from ibau.web.endpoints.static import INDEX_FILE, keep_build
from ibau.web.limits import KEEP_ALIVE, MAX_FRAME, Limits
from ibau.web.limits.client_ids import TrustedProxies
from ibau.web.limits.connections import Connections
from ibau.web.limits.descriptors import OTHER_DESCRIPTORS, boards_allowed
from ibau.web.metrics import metric_lines, serve_metrics
from ibau.web.protocol import SECONDS_BETWEEN_PINGS, SECONDS_TO_PONG
from ibau.web.services import Services, services_of

LISTEN_BACKLOG = 1000  # connections that have not been accepted yet
ACCEPT_BATCH = 4  # of them per turn of the event loop
ANY_IPV6, ANY_IPV4 = "::", "0.0.0.0"  # noqa: S104 - only if --host names them
END_TIMEOUT = 5
PING_TIMEOUT = SECONDS_BETWEEN_PINGS + 2 * SECONDS_TO_PONG  # seconds; by then a silent page has reconnected
SWITCH_INTERVAL = 0.0005  # seconds; a thread that reads or writes the log asks for the GIL at each row
GC_THRESHOLD = 50_000  # allocations until cycles are collected: games are values without cycles

logger = logging.getLogger(__name__)


class ServeError(IbauError):
    """The server cannot start or go on; the text names the remedy."""


def run(host: str, port: int, settings: Settings) -> None:
    """Serve until a signal ends it.  Raises ServeError or StoreError."""
    if not (settings.static / INDEX_FILE).is_file():
        raise ServeError(
            "The browser board has not been built: run `make serve`, or `npm --prefix client run build` and this again."
        )
    if settings.assets:
        _keep_build(settings.static, settings.assets)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()  # what exists by now stays
    gc.set_threshold(GC_THRESHOLD, *gc.get_threshold()[1:])
    with _listening(host.removeprefix("[").removesuffix("]"), port) as listening:
        hosts = (ip_address(one.getsockname()[0]) for one in listening)
        site = replace(settings.site, is_local=all(host.is_loopback for host in hosts))
        asyncio.run(_serve(listening, replace(settings, site=site, boards=_board_count(settings.boards))))


def _keep_build(static: Path, folder: Path) -> None:
    """Keep the client's files next to those of earlier builds.  Raises ServeError."""
    try:
        keep_build(static, folder)
    except OSError as error:
        raise ServeError(
            "Cannot keep the page's files in {folder}: {reason}. --assets names another folder.",
            folder=folder,
            reason=error.strerror,
        ) from error


def _board_count(wanted: int) -> int:
    """How many boards can be open; logs a warning if fewer than `wanted`.  Raises ServeError if none can."""
    allowed = boards_allowed(wanted)
    limit = f"ulimit -n {wanted + OTHER_DESCRIPTORS}"
    if not allowed:
        raise ServeError(
            "This system allows the server too few open files: raise the limit of open files (`{command}`).",
            command=limit,
        )
    if allowed < wanted:
        logger.warning(
            "At most %d boards can be open at once, not %d; for more, raise the limit of open files (`%s`).",
            allowed,
            wanted,
            limit,
        )
    return allowed


@contextmanager
def _listening(host: str, port: int) -> Generator[list[socket.socket]]:
    """Accept connections while the block runs; `::` accepts IPv4 too.  Raises ServeError."""
    if not 0 <= port <= LARGEST_PORT:
        raise ServeError(
            "There is no port {port}; ports are 0 to {most}, and 0 takes a free one.", port=port, most=LARGEST_PORT
        )
    with ExitStack() as stack:
        try:
            listening = [stack.enter_context(_listening_at(host, port))]
            if host == ANY_IPV6:
                listening.append(stack.enter_context(_listening_at(ANY_IPV4, listening[0].getsockname()[1])))
        except OSError as error:
            reason = error_text(error.errno) if error.errno and error.errno > 0 else str(error.strerror)
            raise ServeError(
                "Cannot listen on {host} port {port}: {reason}. --host and --port name others.",
                host=host,
                port=port,
                reason=Phrase(reason),
            ) from error
        yield listening


def _listening_at(host: str, port: int) -> socket.socket:
    """A socket that accepts connections.  Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listening = socket.create_server((host, port), family=family, backlog=LISTEN_BACKLOG)
    # asyncio sets it only for sockets that name their protocol; without it, the second part of a response waits
    # until the client has acknowledged the first, 40 ms later
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted sockets inherit it
    return listening


async def _serve(listening: list[socket.socket], settings: Settings) -> None:
    server = Server(settings)
    async with server.app.router.lifespan_context(server.app):
        where = settings.site.url or address(listening[0])
        click.echo(f"Ibau is served at {where} (data in {services_of(server.app).store.place}). Ctrl-C ends it.")
        with _serving_metrics(listening[0], server, settings.metrics_port):
            if settings.opens_browser:  # some browsers block the caller
                threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
            await server.serve(sockets=listening)
    if server.death:
        reason = str(server.death).partition("\n")[0]
        raise ServeError("The database can no longer be written, so the server has ended: {reason}", reason=reason)


@contextmanager
def _serving_metrics(listening: socket.socket, server: "Server", port: int | None) -> Generator[None]:
    """Serve metrics on `port` of the address that is listened on, if not None.  Raises ServeError."""
    if port is None:
        yield
        return
    host = listening.getsockname()[0]
    with ExitStack() as stack:
        try:
            stack.enter_context(serve_metrics(host, port, lambda: metrics_text(services_of(server.app))))
        except OSError as error:
            raise ServeError(
                "Cannot show metrics on port {port}: {reason}. --metrics-port names another.",
                port=port,
                reason=error.strerror,
            ) from error
        yield


def metrics_text(services: Services) -> str:
    """The metrics of a running server in the text format of Prometheus; may be called from any thread."""
    store, engines, analysts = services.store, services.engines, services.analysts
    metrics = services.lobby.context.metrics
    rooms = list(services.lobby.rooms.values())
    sent = metrics.sent + sum(listener.sent for room in rooms for listener in list(room.listeners))
    lines = (
        metric_lines("ibau_open_games", "Games in memory.", len(rooms)),
        metric_lines("ibau_sockets", "Sockets at open games.", sum(len(room.listeners) for room in rooms)),
        metric_lines("ibau_step_seconds", "From a message that changes a game until it is sent.", metrics.steps),
        metric_lines("ibau_opening_seconds", "Time to read a game that was not in memory.", metrics.openings),
        metric_lines("ibau_welcomes_total", "Pages welcomed: sent everything, or only what is new.", metrics.welcomes),
        metric_lines("ibau_sent_bytes_total", "Bytes of messages through sockets.", sent),
        metric_lines("ibau_loop_lag_seconds", "How late the event loop turns to what is due.", metrics.lags),
        metric_lines("ibau_events_stored_total", "Events stored, by kind; actions are the played ones.", store.stored),
        metric_lines("ibau_commit_events", "Events stored by one commit.", store.batches),
        metric_lines("ibau_commit_seconds", "Time of one commit.", store.commits),
        metric_lines(
            "ibau_lost_races_total", "Appends before which another server had stored something.", metrics.lost_races
        ),
        metric_lines(
            "ibau_unknown_outcomes_total",
            "Appends of which the database has not said whether they are stored.",
            metrics.unknown_outcomes,
        ),
        metric_lines(
            "ibau_notifications_total", "Changes by other servers, by how they were found.", metrics.notifications
        ),
        metric_lines("ibau_refused_total", "Requests refused for a limit, by kind.", services.limits.refused),
        metric_lines("ibau_computers_thinking", "Computer players that think.", engines.thinking),
        metric_lines("ibau_computers_waiting", "Computer players that wait until they can think.", engines.waiting),
        metric_lines("ibau_analyses_running", "Analyses that are running.", analysts.thinking),
        metric_lines("ibau_analyses_waiting", "Analyses that wait for a process.", analysts.waiting),
        metric_lines("process_resident_memory_bytes", "Memory of the server without its processes.", memory_used()),
    )
    return "\n".join(chain.from_iterable(lines)) + "\n"


def address(listening: socket.socket) -> str:
    """The address to type into a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class SocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's, which takes a refused handshake for an unanswered one, and logs it (its pull request 3138)."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        self.handshake_complete |= self.close_sent


class Server(uvicorn.Server):
    """Stops in good order: players are notified first, pending moves are stored, and the exit status is 0."""

    death: BaseException | None = None

    def __init__(self, settings: Settings) -> None:
        limits = Limits(settings.boards)
        self.app = create_app(settings, self.end, limits)
        self._drain = settings.drain
        connections = Connections(limits, TrustedProxies(settings.proxies))
        believing = cast(ASGIApp, ProxyHeadersMiddleware(cast(Any, self.app), list(settings.proxies)))
        super().__init__(
            uvicorn.Config(
                connections.track(believing),
                lifespan="off",  # entered by `_serve`, so that its errors are reported there
                http=cast(type[asyncio.Protocol], connections.wrap(H11Protocol)),
                ws=cast(type[asyncio.Protocol], SocketProtocol),
                ws_max_size=MAX_FRAME,
                ws_per_message_deflate=False,
                ws_ping_timeout=PING_TIMEOUT,
                backlog=ACCEPT_BATCH,
                timeout_keep_alive=KEEP_ALIVE,
                log_level="error",  # below it, uvicorn logs each malformed request
                access_log=False,
                server_header=False,
                proxy_headers=False,  # the middleware above reads them
                timeout_graceful_shutdown=END_TIMEOUT,
            )
        )

    def end(self, death: BaseException) -> None:
        """Stop because nothing can be stored any more; `death` is the cause."""
        self.death = death
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(LISTEN_BACKLOG)  # uvicorn has one number for both

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's signature
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect clients in portions, store pending moves, then stop listening."""
        services = services_of(self.app)
        await services.lobby.drain(self._drain, lambda: self.force_exit or self.death is not None)
        await services.stop_games()
        await asyncio.sleep(0.1)  # until the sockets have closed
        await super().shutdown(sockets)
