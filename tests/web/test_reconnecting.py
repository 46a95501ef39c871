"""A returning client is sent only what is new to it, from messages that are made once for all clients."""

import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from ibau.core.line import Ply
from ibau.core.phrase import Translate
from ibau.web.hosted import views as hosted_views
from ibau.web.hosted.game import HostedGame
from ibau.web.protocol import VERSION, PlyView, StateView, views
from ibau.web.protocol.from_server import WelcomeBackMessage, WelcomeMessage
from ibau.web.rooms import messages
from ibau.web.rooms.listeners import KnownPlies
from tests.web.clients import BEN, FREE, PERSON, Client, ServerGame, accepted, play_in_turn

SEEGA = "seega+first_player=first"
ACTIONS = ("a1", "a2", "b1", "b2")
STAYS = {"type", "ruleset", "title", "board", "own_sticks"}  # of a welcome, for ever


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, SEEGA)


def played(table: ServerGame, *actions: str) -> None:
    with table.enter() as guest:
        for action in actions:
            guest.play(action)


def welcome_after(table: ServerGame, actions: Sequence[str] = (), **how: str) -> dict[str, Any]:
    """The first message to a client that knows these actions."""
    known = f"{len(actions)}.{zlib.crc32(' '.join(actions).encode()):08x}" if actions else ""
    with table.socket(known=known, **how) as socket:
        first = socket.receive_text()
    msgspec.json.decode(first, type=WelcomeMessage | WelcomeBackMessage)
    return dict(msgspec.json.decode(first))


def test_a_returning_client_gets_what_is_new(table: ServerGame) -> None:
    played(table, *ACTIONS)
    whole, back = welcome_after(table), welcome_after(table, ACTIONS[:3])
    assert back == {
        "inviting": False,
        "away": None,
        "proof": None,
        **{name: value for name, value in whole.items() if name not in STAYS},
        "type": "back",
        "since": 3,
        "story": whole["story"][3:],
    }
    assert welcome_after(table, ACTIONS)["story"] == []
    assert (whole["v"], whole["type"]) == (VERSION, "welcome")


@pytest.mark.parametrize(
    "known", [("a1", "a2", "b2"), ("a1", "a2", "b1", "b2", "c1"), ("a1 a2",), ("b1", "b2"), ("a1", "a2", "b1 ")]
)
def test_a_client_that_knows_other_plies_gets_everything(table: ServerGame, known: tuple[str, ...]) -> None:
    played(table, *ACTIONS)
    assert welcome_after(table, known) == welcome_after(table)


@pytest.mark.parametrize("known", ["3", "3.", "x.7", "-3.0", "٣.7", "9" * 30 + ".0", ".", "3.00000000", "%00"])
def test_what_cannot_be_known_is_not_believed(table: ServerGame, known: str) -> None:
    played(table, *ACTIONS)
    assert len(table.welcome(known=known)["story"]) == len(ACTIONS)


def test_what_was_taken_back_meanwhile_is_no_longer_known(table: ServerGame) -> None:
    played(table, *ACTIONS)
    with table.enter() as guest:
        assert guest.change(type="takeback")["state"]["ply_count"] == 2
        assert welcome_after(table, ACTIONS)["type"] == "welcome"
        assert welcome_after(table, ACTIONS[:2])["story"] == []
        for action in ("c1", "c2"):
            guest.play(action)
    assert welcome_after(table, ACTIONS)["type"] == "welcome"
    assert [ply["action"] for ply in welcome_after(table, ACTIONS[:2])["story"]] == ["c1", "c2"]


# --- Once for all ----------------------------------------------------------------------------------------------------


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The views that are made, in order: plies and states."""
    counted: list[str] = []

    def ply_view(ply: Ply, translate: Translate) -> PlyView:
        counted.append(ply.text)
        return make_ply(ply, translate)

    def present_view(hosted: HostedGame, translate: Translate) -> StateView:
        counted.append(f"state {hosted.ply_count}")
        return make_state(hosted, translate)

    make_ply, make_state = views.ply_view, hosted_views.present_view
    monkeypatch.setattr(messages, "ply_view", ply_view)
    monkeypatch.setattr(messages, "present_view", present_view)
    return counted


def test_a_story_and_a_present_are_made_once_a_language_for_all_who_come(server: TestClient, made: list[str]) -> None:
    table = ServerGame(server, SEEGA, PERSON, FREE)
    key = accepted(table, BEN, "Ben")[1]["key"]
    with table.socket() as one, table.socket(key=key) as two:
        play_in_turn((Client(one), Client(two)), *ACTIONS)
        made.clear()
        with ExitStack() as sockets:
            ways = [{}, {"key": key}, {"key": ""}, {"key": "", "lang": "de"}, {"lang": "de"}]
            guests = [Client(sockets.enter_context(table.socket(**way))) for way in ways]
    assert made == [*ACTIONS, "state 4"]  # in German; the English ones were made during play
    assert [guest.welcome["yours"] for guest in guests] == [["first"], ["second"], [], [], ["first"]]
    english, german = ([guest.welcome["story"] for guest in group] for group in (guests[:3], guests[3:]))
    assert english == [english[0]] * 3
    assert german == [german[0]] * 2


def test_who_comes_back_has_no_more_made_than_is_new(table: ServerGame, made: list[str]) -> None:
    played(table, *ACTIONS)
    made.clear()
    welcome_after(table, ACTIONS[:3], lang="de")
    assert made == ["b2", "state 4"]


def test_a_client_that_falls_behind_gets_everything_from_the_cache(
    table: ServerGame, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    with table.enter() as guest:
        for action in ACTIONS:
            guest.play(action)
        made.clear()
        for _ in range(3):
            guest.socket.send_json({"type": "play", "ply_count": 1, "action": "c1"})
            guest.receive("refused")
            assert len(guest.receive("welcome")["story"]) == len(ACTIONS)
    assert made == []


# --- The check -------------------------------------------------------------------------------------------------------


def test_the_check_of_what_is_known_is_a_crc_32() -> None:
    """The same as in client/tests/back.test.ts."""
    assert KnownPlies.of_actions([]) == (0, "00000000")
    assert KnownPlies.of_actions(["a1", "b2-c3"]) == (2, "089e4c5a")
