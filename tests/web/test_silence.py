"""A page asks whether the server is there, and a server does not miss a page that could not yet have come back."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.limits import Limits
from ibau.web.protocol import SECONDS_BETWEEN_PINGS, SECONDS_TO_PONG
from ibau.web.serving import Server
from tests.web.guests import Guest, Table


@pytest.mark.parametrize("key", [None, ""])  # one plays, one watches
def test_pings_are_limited_as_questions_and_cost_nothing_of_what_else_may_be_asked(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    async def refused(*_: Any) -> None:
        raise AssertionError("it is counted as a message")

    with Table(server, "seega").socket(key) as socket:
        guest = Guest(socket)
        monkeypatch.setattr(Limits, "ask", refused)
        told = []
        for _ in range(200):
            socket.send_json({"type": "ping"})
            told.append(guest.hear("pong", "refused")["type"])
    assert told[:100] == ["pong"] * 100
    assert "refused" in told


def test_nobody_is_missed_before_a_silent_page_can_have_come_back(settings: Settings) -> None:
    """After the last that came through, the page notices, and opens another socket, before the server gives it up."""
    patience = Server(settings).config.ws_ping_timeout
    assert patience
    assert patience > SECONDS_BETWEEN_PINGS + SECONDS_TO_PONG
