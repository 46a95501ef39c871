"""A page asks whether the server is there, and a server does not miss a page that could not yet have come back."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.limits import Limits
from ibau.web.protocol import SECONDS_BETWEEN_PINGS, SECONDS_TO_PONG
from ibau.web.rooms.listeners import QUESTIONS_AT_ONCE
from ibau.web.serving import Server
from tests.web.guests import Guest, Table

SEEGA = "seega+first_player=first"


def ping(guest: Guest) -> dict[str, Any]:
    """What a ping is answered by."""
    guest.socket.send_json({"type": "ping"})
    return guest.hear("pong", "refused")


@pytest.mark.parametrize("plays", [True, False])
def test_a_ping_is_answered_by_a_pong(server: TestClient, plays: bool) -> None:
    table = Table(server, SEEGA)
    with table.socket(key=None if plays else "") as socket:
        guest = Guest(socket)
        guest.socket.send_json({"type": "ping", "at": 0})
        assert "at" in guest.hear("refused")["reason"]
        assert ping(guest) == {"type": "pong"}


def test_a_ping_is_answered_where_nothing_else_may_be_asked_and_costs_nothing_of_it(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: Any) -> None:
        raise AssertionError("it is counted as a message")

    with Table(server, SEEGA).socket() as socket:
        guest = Guest(socket)
        monkeypatch.setattr(Limits, "ask", refused)
        assert ping(guest) == {"type": "pong"}


def test_pings_are_limited_like_questions(server: TestClient) -> None:
    with Table(server, SEEGA).socket() as socket:
        guest = Guest(socket)
        told = [ping(guest)["type"] for _ in range(2 * int(QUESTIONS_AT_ONCE))]
    assert told[:100] == ["pong"] * 100
    assert "refused" in told


def test_nobody_is_missed_before_a_silent_page_can_have_come_back(settings: Settings) -> None:
    """After the last that came through, the page notices, and opens another socket, before the server gives it up."""
    config = Server(settings).config
    assert config.ws_ping_timeout is not None
    assert config.ws_ping_timeout > SECONDS_BETWEEN_PINGS + SECONDS_TO_PONG
