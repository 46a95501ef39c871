"""Invalid messages through a socket are refused, and the game goes on."""

import asyncio
import json
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from ibau.web.app import Settings
from ibau.web.endpoints import sockets
from ibau.web.limits import Limits
from ibau.web.protocol import MOST_BYTES, SECONDS_BETWEEN_PINGS, SECONDS_TO_PONG
from ibau.web.protocol.from_server import RefusedMessage
from ibau.web.rooms.listeners import MAX_UNREAD, MAX_UNREAD_BYTES, Listener
from ibau.web.serving import Server
from tests.web.clients import Client, ServerGame, in_loop, run_in_thread, services

SEEGA = "seega+first_player=first"
PLAY = {"type": "play", "ply_count": 0, "action": "a1"}

BAD_MESSAGES = [
    "",
    "null",
    "{}",
    json.dumps({**PLAY, "type": "cheat"}),
    json.dumps({**PLAY, "more": 1}),
    json.dumps({**PLAY, "ply_count": -1}),
    json.dumps({**PLAY, "ply_count": 10**400}),
    json.dumps({**PLAY, "ply_count": float("nan")}),
    json.dumps({**PLAY, "action": "\ud800"}),
    json.dumps({**PLAY, "action": "a" * 100}),
    json.dumps({**PLAY, "action": "a" * 2 * MOST_BYTES}),
    '{"type": "play", "ply_count": 0, "action": "\ud800"}',
    "[" * MOST_BYTES,
    "€" * MOST_BYTES,
]


def test_the_game_goes_on_after_all_of_them(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        for message in BAD_MESSAGES:
            guest.socket.send_text(message)
            guest.receive("refused")
        guest.socket.send_bytes(b"\x00\xff")
        guest.receive("refused")
        guest.play("a1")


def test_a_flood_has_to_wait(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.endpoints.sockets.GRACE_SECONDS", 0.0)
    monkeypatch.setattr("ibau.web.rooms.listeners.QUESTION_RATE", 0.0)
    monkeypatch.setattr("ibau.web.rooms.listeners.QUESTION_BURST", 5.0)
    with ServerGame(server, SEEGA).enter() as guest:
        reasons = [guest.refusal(type="throw") for _ in range(7)]
    assert reasons[:5] == ["There is nothing to throw now."] * 5
    assert reasons[5:] == ["Too many messages; please wait a moment."] * 2


def test_a_key_in_an_address_opens_nothing(server: TestClient) -> None:
    """Since proxies log addresses."""
    table = ServerGame(server, SEEGA)
    with server.websocket_connect(f"/api/games/{table.id}/socket?key={table.key}") as socket:
        socket.send_json({"type": "enter"})
        assert not Client(socket).welcome["yours"]


@pytest.mark.parametrize(
    "first", [json.dumps(PLAY), '{"type": "enter", "key": 7}', '{"type": "enter", "v": "1"}', "k" * 2 * MOST_BYTES]
)
def test_anyone_who_does_not_say_who_comes_stays_outside(server: TestClient, first: str) -> None:
    table = ServerGame(server, SEEGA)
    with server.websocket_connect(f"/api/games/{table.id}/socket") as socket:
        socket.send_text(first)
        assert socket.receive_json()["type"] == "refused"
        assert socket.receive()["code"] == 1013
    assert not services(server).lobby.rooms


def test_a_silent_client_is_disconnected(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "ENTRY_TIMEOUT", 0.05)
    with server.websocket_connect(f"/api/games/{ServerGame(server, SEEGA).id}/socket") as socket:
        assert "reload it" in socket.receive_json()["reason"]
        assert socket.receive()["code"] == 1013


def test_too_many_games_are_turned_away_and_idle_ones_put_away(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibau.web.rooms.lobby.MAX_ROOMS", 1)
    one, two = ServerGame(server, SEEGA), ServerGame(server, SEEGA)
    with one.socket() as socket:
        Client(socket).play("a1")
        with two.socket() as other:
            assert other.receive_json()["type"] == "refused"
            assert other.receive()["code"] == 1013
    with two.socket() as socket:
        Client(socket).play("a1")
        in_loop(server, services(server).lobby.rooms[two.id].evict)
        assert socket.receive_json()["type"] == "refused"
        assert socket.receive()["code"] == 1013


class DeafSocket:
    """A socket that neither accepts nor sends anything."""

    async def send(self, _message: object) -> None:
        await asyncio.Event().wait()

    receive = send

    async def close(self, _code: int) -> None:
        await asyncio.Event().wait()


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither piled-up messages nor an unread close keep the server waiting."""
    monkeypatch.setattr(sockets, "CLOSE_TIMEOUT", 0.01)

    async def run() -> None:
        listener = Listener("en")
        pump = asyncio.create_task(listener.send_queued(cast(WebSocket, DeafSocket())))
        for _ in range(MAX_UNREAD + 2):
            await asyncio.sleep(0)
            assert not listener.dismissed.done()
            listener.send(RefusedMessage("x"))
        assert listener.dismissed.result() == 1013
        pump.cancel()
        await sockets._close(cast(WebSocket, DeafSocket()), listener)

    run_in_thread(asyncio.wait_for(run(), 10))


async def test_unread_messages_are_bounded_in_bytes_too() -> None:
    listener = Listener("en")
    listener.send_encoded(b"x" * 3 * MAX_UNREAD_BYTES)  # a welcome to a very long game
    assert not listener.dismissed.done()
    listener.send_encoded(b"x")
    assert listener.dismissed.result() == 1013
    patient = Listener("en")
    for _ in range(3):
        patient.send_encoded(b"x" * MAX_UNREAD_BYTES)
        await patient.flush(cast(WebSocket, HearingSocket()))
    assert not patient.dismissed.done()


class HearingSocket:
    async def send(self, _message: Any) -> None:
        pass


# --- A page asks whether the server is there -------------------------------------------------------------------------


@pytest.mark.parametrize("key", [None, ""])  # one plays, one watches
def test_pings_are_limited_as_questions_and_cost_nothing_of_what_else_may_be_asked(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    async def refused(*_: Any) -> None:
        raise AssertionError("it is counted as a message")

    with ServerGame(server, "seega").enter(key) as guest:
        monkeypatch.setattr(Limits, "ask", refused)
        kinds: list[str] = []
        while len(kinds) < 200 and "refused" not in kinds:
            guest.socket.send_json({"type": "ping"})
            kinds.append(guest.receive("pong", "refused")["type"])
    assert kinds[:100] == ["pong"] * 100
    assert "refused" in kinds


def test_a_silent_page_can_reconnect_before_it_counts_as_away(settings: Settings) -> None:
    """After the last message, the page notices and reconnects before the server closes the old socket."""
    patience = Server(settings).config.ws_ping_timeout
    assert patience
    assert patience > SECONDS_BETWEEN_PINGS + SECONDS_TO_PONG
