"""The WebSocket of a game: reads requests and sends messages; malformed input gets a refusal."""

import asyncio
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ibau.core.phrase import N_, Phrase
from ibau.web.endpoints.bodies import charge_for_game, refusal_response
from ibau.web.hosted.game import OTHER_RULES, StoredGameError
from ibau.web.hosted.requests import read_entry, read_request
from ibau.web.limits import ENTRY_TIMEOUT, MESSAGE_COST, SOCKET_COST, Limits
from ibau.web.limits.client_ids import client_id_of
from ibau.web.log.store import StoreFailedError, StoreFullError
from ibau.web.protocol import BUSY, ERROR, NO_GAME, VERSION
from ibau.web.protocol.from_client import EnterRequest, GreetRequest, PingRequest, WhyRequest
from ibau.web.protocol.from_server import FailedMessage, PongMessage
from ibau.web.refusals import SERVER_RESTARTING, Refusal
from ibau.web.rooms.listeners import KnownPlies, Listener
from ibau.web.rooms.lobby import NO_SUCH_GAME, Lobby
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.rooms.room import NOT_STORED, Room
from ibau.web.services import Services, services_of

GRACE_SECONDS = 0.1  # delay of each message over the limit
CLOSE_TIMEOUT = 2.0

NOT_ENTERED = Phrase(N_("The page did not say who you are; please reload it."))
OTHER_VERSION = Phrase(N_("This page is of another version than the server; please reload it in a few minutes."))
TOO_MANY = Phrase(N_("Too many messages; please wait a moment."))

logger = logging.getLogger(__name__)


async def game_socket(socket: WebSocket) -> None:
    """`GET /api/games/ID/socket`."""
    services = services_of(socket)
    if services.lobby.is_draining:  # refused over HTTP, so that a proxy asks the next server
        await socket.send_denial_response(refusal_response(Refusal(SERVER_RESTARTING, status=503), socket))
        return
    await socket.accept()
    client_id, limits = client_id_of(socket), services.limits
    listener = Listener(services.site.language_of(socket), client_id)
    try:
        await limits.ask(client_id, SOCKET_COST)
        with limits.sockets.holding(client_id), limits.boards.holding(listener):
            entry = await _read_entry(socket)
            if entry and (room := await _enter(services.lobby, socket, entry, listener)):
                charge_for_game(socket, room.hosted)
                if entry.v != VERSION:
                    listener.refuse(OTHER_VERSION)  # to be read if the page has loaded itself again to no avail
                await _serve(services, room, listener, socket)
    except Refusal as refusal:
        listener.refuse(refusal.reason)
        listener.dismiss(BUSY)
    await _close(socket, listener)


async def _serve(services: Services, room: Room, listener: Listener, socket: WebSocket) -> None:
    """Read and send until the socket closes or the listener is dismissed."""
    reads = _read(socket, room, listener, services.limits)
    tasks = [asyncio.create_task(reads), asyncio.create_task(listener.send_queued(socket))]
    ends: list[asyncio.Future[Any]] = [*tasks, listener.dismissed]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.lobby.leave(room, listener)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled() and not isinstance(task.exception(), WebSocketDisconnect):
            task.result()


async def _read_entry(socket: WebSocket) -> EnterRequest | None:
    """The first message; None if the client closes without one.  Raises Refusal."""
    try:
        async with asyncio.timeout(ENTRY_TIMEOUT):
            message = await socket.receive()
    except TimeoutError as error:
        raise Refusal(NOT_ENTERED) from error
    return None if message["type"] == "websocket.disconnect" else read_entry(message.get("text"))


async def _enter(lobby: Lobby, socket: WebSocket, entry: EnterRequest, listener: Listener) -> Room | None:
    """Enter the room of the game; None after the listener was sent a reason and dismissed.  Raises Refusal."""
    try:
        listener.known = KnownPlies.parse(entry.known)
        return await lobby.enter(socket.path_params["name"], listener, entry.key)
    except UnknownGameError:
        listener.refuse(NO_SUCH_GAME)
        listener.dismiss(NO_GAME)
    except StoredGameError as error:
        logger.error("game %s: %s", socket.path_params["name"], error)  # noqa: TRY400 - not an error of this code
        listener.refuse(OTHER_RULES)
        listener.dismiss(NO_GAME)
    except (StoreFullError, StoreFailedError):
        listener.send(FailedMessage(NOT_STORED.to_text(listener.translate)))
        listener.dismiss(ERROR)
    return None


async def _close(socket: WebSocket, listener: Listener) -> None:
    """Send the remaining messages and close; a socket that accepts none is dropped."""
    if not listener.dismissed.done():
        return  # the client has gone
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await listener.flush(socket)
            await socket.close(listener.dismissed.result())
    except (TimeoutError, OSError, RuntimeError, WebSocketDisconnect):
        pass


async def _read(socket: WebSocket, room: Room, listener: Listener, limits: Limits) -> None:
    """Pass requests on until the socket closes."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if listener.is_over_limit():
            listener.refuse(TOO_MANY)
            await asyncio.sleep(GRACE_SECONDS)
            continue
        try:
            request = read_request(message.get("text"))
            if isinstance(request, PingRequest):
                listener.answer(PongMessage())
                continue
            await limits.ask(listener.client_id, MESSAGE_COST)
            if not isinstance(request, WhyRequest | GreetRequest):
                limits.moves.spend(listener.client_id)
        except Refusal as refusal:
            listener.refuse(refusal.reason)
        else:
            await room.request(listener, request)
