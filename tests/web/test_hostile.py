"""Whatever comes in through a socket, it is refused and the game goes on."""

import asyncio
import json
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket

from ibau.games import systems
from ibau.web.endpoints import sockets
from ibau.web.hosted.requests import read_request
from ibau.web.protocol import MOST_BYTES
from ibau.web.protocol.from_client import FromClient, PingRequest
from ibau.web.protocol.from_server import RefusedMessage
from ibau.web.refusals import Refusal
from ibau.web.rooms.listeners import MOST_UNREAD, MOST_UNREAD_BYTES, Listener
from tests.web.guests import Guest, Table, finished
from tests.web.strategies import anything, requests

SEEGA = "seega+first_player=first"
PLAY = {"type": "play", "at": 0, "action": "a1"}

BAD_MESSAGES = [
    "",
    "no json",
    "null",
    "[]",
    "{}",
    '"play"',
    json.dumps({**PLAY, "type": "cheat"}),
    json.dumps({**PLAY, "more": 1}),
    json.dumps({**PLAY, "at": "0"}),
    json.dumps({**PLAY, "at": -1}),
    json.dumps({**PLAY, "at": 0.5}),
    json.dumps({**PLAY, "at": 10**400}),
    json.dumps({**PLAY, "at": float("nan")}),
    json.dumps({**PLAY, "at": True}),
    json.dumps({**PLAY, "action": None}),
    json.dumps({**PLAY, "action": "\ud800"}),
    json.dumps({**PLAY, "action": "a" * 100}),
    json.dumps({**PLAY, "action": "a" * 2 * MOST_BYTES}),
    json.dumps({"type": "play", "at": 0}),
    json.dumps(PLAY) + json.dumps(PLAY),
    '{"type": "play", "at": 0, "action": "\ud800"}',
    "[" * MOST_BYTES,
    "€" * MOST_BYTES,
]


@pytest.mark.parametrize("message", BAD_MESSAGES)
def test_bad_messages_are_refused(message: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_request(message)
    assert str(refusal.value)


def test_binary_is_refused() -> None:
    with pytest.raises(Refusal, match="text"):
        read_request(None)


def test_the_game_goes_on_after_all_of_them(server: TestClient) -> None:
    with Table(server, SEEGA).socket() as socket:
        guest = Guest(socket)
        for message in BAD_MESSAGES:
            socket.send_text(message)
            guest.hear("refused")
        socket.send_bytes(b"\x00\xff")
        guest.hear("refused")
        guest.play("a1")


@given(st.text() | requests.map(json.dumps) | anything.map(json.dumps))
def test_reading_refuses_or_gives_a_request(text: str) -> None:
    try:
        request = read_request(text)
    except Refusal:
        return  # any other exception fails
    assert isinstance(request, FromClient)
    assert isinstance(request, PingRequest) or 0 <= request.at <= 1 << 31


@pytest.mark.parametrize("ruleset", systems())
def test_every_message_is_answered_and_the_game_stays_legal(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    monkeypatch.setattr("ibau.web.rooms.listeners.Listener.is_tiresome", lambda _self: False)
    monkeypatch.setattr("ibau.web.rooms.listeners.SECONDS_BETWEEN_WELCOMES", 0.0)
    with Table(server, ruleset).socket() as socket:
        guest = Guest(socket)

        @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
        @given(requests)
        def pester(request: dict[str, Any]) -> None:
            socket.send_text(json.dumps(request))
            assert_answered(guest)

        pester()
        acted(guest)


def acted(guest: Guest) -> None:
    """Do what can be done now."""
    legal = guest.state["legal"]
    if not guest.state["result"]:
        guest.play(legal[0]["text"]) if legal else guest.throw()


def assert_answered(guest: Guest) -> None:
    """One answer; after a request that was out of step the state as well."""
    answer = guest.hear("refused", "played", "changed", "greeted", "done", "why")
    if answer["type"] == "refused" and answer["reason"] == "The game has moved on in the meantime.":
        guest.hear("welcome")


def test_a_flood_is_told_to_wait(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.endpoints.sockets.SECONDS_OF_PATIENCE", 0.0)
    monkeypatch.setattr("ibau.web.rooms.listeners.QUESTIONS_A_SECOND", 0.0)
    monkeypatch.setattr("ibau.web.rooms.listeners.QUESTIONS_AT_ONCE", 5.0)
    with Table(server, SEEGA).socket() as socket:
        guest = Guest(socket)
        reasons = [guest.refused(type="throw") for _ in range(7)]
    assert reasons[:5] == ["There is nothing to throw now."] * 5
    assert reasons[5:] == ["Too many messages; please wait a moment."] * 2


def test_a_key_in_an_address_opens_nothing(server: TestClient) -> None:
    """Proxies write addresses down."""
    table = Table(server, SEEGA)
    with server.websocket_connect(f"/api/games/{table.id}/socket?key={table.key}") as socket:
        socket.send_json({"type": "enter"})
        assert Guest(socket).welcome["watching"]


@pytest.mark.parametrize(
    "first", [json.dumps(PLAY), '{"type": "enter", "key": 7}', '{"type": "enter", "at": 0}', "k" * 2 * MOST_BYTES]
)
def test_anyone_who_does_not_say_who_comes_stays_outside(server: TestClient, first: str) -> None:
    table = Table(server, SEEGA)
    with server.websocket_connect(f"/api/games/{table.id}/socket") as socket:
        socket.send_text(first)
        assert socket.receive_json()["type"] == "refused"
        assert socket.receive()["code"] == 1013
    assert not server.app.state.services.lobby.rooms  # type: ignore[attr-defined]


def test_nobody_is_silent_for_ever(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "ENTRY", 0.05)
    with server.websocket_connect(f"/api/games/{Table(server, SEEGA).id}/socket") as socket:
        assert "reload it" in socket.receive_json()["reason"]
        assert socket.receive()["code"] == 1013


def assert_plays(socket: WebSocketTestSession) -> None:
    Guest(socket).play("a1")


def test_too_many_games_are_turned_away_and_idle_ones_put_away(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibau.web.rooms.lobby.MOST_ROOMS", 1)
    one, two = Table(server, SEEGA), Table(server, SEEGA)
    with one.socket() as socket:
        Guest(socket).play("a1")
        with two.socket() as other:
            assert other.receive_json()["type"] == "refused"
            assert other.receive()["code"] == 1013
    with two.socket() as socket:
        Guest(socket).play("a1")


class DeafSocket:
    """A socket that takes nothing and says nothing."""

    async def send(self, _message: object) -> None:
        await asyncio.Event().wait()

    receive = send

    async def close(self, _code: int) -> None:
        await asyncio.Event().wait()


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the messages that pile up nor a farewell that is not heard keep the server waiting."""
    monkeypatch.setattr(sockets, "SECONDS_TO_SAY_GOODBYE", 0.01)

    async def run() -> None:
        listener = Listener("en")
        pump = asyncio.create_task(listener.pump(cast(WebSocket, DeafSocket())))
        for _ in range(MOST_UNREAD + 2):
            await asyncio.sleep(0)
            assert not listener.dismissed.done()
            listener.tell(RefusedMessage("x"))
        assert listener.dismissed.result() == 1013
        pump.cancel()
        await sockets._goodbye(cast(WebSocket, DeafSocket()), listener)

    finished(asyncio.wait_for(run(), 10))


def test_what_nobody_reads_is_bounded_in_bytes_too() -> None:
    async def run() -> None:
        listener = Listener("en")
        listener.tell_encoded(b"x" * 3 * MOST_UNREAD_BYTES)  # a welcome to a very long game
        assert not listener.dismissed.done()
        listener.tell_encoded(b"x")
        assert listener.dismissed.result() == 1013
        patient = Listener("en")
        for _ in range(3):
            patient.tell_encoded(b"x" * MOST_UNREAD_BYTES)
            await patient.flush(cast(WebSocket, HearingSocket()))
        assert not patient.dismissed.done()

    finished(run())


class HearingSocket:
    async def send(self, _message: Any) -> None:
        pass
