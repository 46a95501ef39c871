"""Presence, watchers, and greetings between players."""

from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import Created, Invited, PersonSeat, Played, PlayerNamed, SeatTaken
from ibau.web.protocol import Away
from ibau.web.protocol.from_server import PlayedMessage
from ibau.web.rooms import messages, presence, room
from ibau.web.rooms.messages import GREETINGS, played_message
from ibau.web.rooms.presence import Absence, has_changed
from tests.web.clients import BEN, FREE, PERSON, Client, ServerGame, accepted, pair
from tests.web.stored_events import TIME, stored_events
from tests.web.test_seat_codes import Clock

SEEGA = "seega+first_player=first"
ENOUGH = "That is enough for the moment; please wait a little."
WATCHING = "You are watching; only the players can do this."


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, SEEGA, PERSON, FREE)


def test_seconds_are_counted_from_when_a_player_left() -> None:
    clock = Clock()
    absence = Absence(clock)
    clock.now += 5
    assert absence.seconds() == {FIRST: 5, SECOND: 5}
    absence.update([FIRST])
    clock.now += 5
    absence.update([FIRST, SECOND])
    assert absence.seconds() == {}
    absence.update([SECOND])
    clock.now += 3
    absence.update([])
    assert absence.seconds() == {FIRST: 3, SECOND: 0}


def test_who_has_just_got_a_seat_has_not_left_it() -> None:
    """However long the server has seen no client: the event has the time when the seat was taken."""
    free = Created(SEEGA, PersonSeat(), PersonSeat(free=True), "maker", RULES_VERSION, "2026-11-22")
    hosted = HostedGame.from_events(
        stored_events(free, Invited(SECOND, "come"), SeatTaken(SECOND, "guest", "come", "Ben"))
    )
    taken = TIME + 2000
    assert hosted.seats.away({FIRST: 1000, SECOND: 1000}, taken) == {FIRST: 2, SECOND: 0}
    assert hosted.seats.away({SECOND: 1000}, taken + 7500) == {SECOND: 7.5}
    assert hosted.seats.away({SECOND: 3}, taken + 7500) == {SECOND: 3}
    assert hosted.seats.away({SECOND: 1000}, taken - 60_000) == {SECOND: 0}  # the clock was set back
    moved_on = hosted.after(Played("a1"), taken + 5000).after(PlayerNamed(SECOND, "Benjamin"), taken + 6000)
    assert moved_on.seats.away({SECOND: 1000}, taken + 7500) == {SECOND: 7.5}


def test_players_see_each_other_come_and_go(table: ServerGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "NOTICE_DELAY", 0.0)
    key = accepted(table, BEN)[1]["key"]
    with table.enter() as ada:
        gone = [{"seat": "second", "seconds": 0}]
        assert ada.welcome["away"] == gone
        ada.receive("presence")
        with table.socket(key=key) as two:
            assert Client(two).welcome["away"] == []
            assert ada.receive("presence")["away"] == []
        assert ada.receive("presence")["away"] == gone


def test_that_time_has_passed_is_no_news() -> None:
    before, now = ([Away("second", seconds)] for seconds in (3, 9))
    assert (has_changed(now, before), has_changed([], before)) == (False, True)


def test_a_seat_on_two_screens_is_left_with_the_last(table: ServerGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "NOTICE_DELAY", 0.0)
    with pair(table) as (ada, _):
        assert ada.welcome["away"] == [{"seat": "second", "seconds": 0}]
        while ada.receive("presence")["away"]:
            pass
        with table.socket() as again:
            Client(again).ask(type="greet", greeting="hello")
            assert ada.socket.receive_json()["type"] == "greeted"  # and not again that all are here
    assert [away["seat"] for away in table.welcome()["away"]] == ["second"]


def test_where_all_play_with_one_key_no_player_is_away(server: TestClient) -> None:
    with ServerGame(server, SEEGA).socket() as socket:
        assert "away" not in Client(socket).welcome


def test_watching_says_so(table: ServerGame) -> None:
    with table.enter(key="") as watcher:
        assert watcher.welcome["yours"] == []
        assert "inviting" not in watcher.welcome
        accepted(table, BEN)
        watcher.receive("changed")
        assert watcher.refusal(type="accept", what="draw") == WATCHING
        for kind in ("resign", "offer", "decline", "claim", "takeback", "throw"):
            assert watcher.refusal(type=kind) == WATCHING
        assert watcher.refusal(type="greet", greeting="hello") == WATCHING
        assert watcher.refusal(type="name", seat="first", name="Eve") == WATCHING
        watcher.ask(type="why", place="a1")
        assert watcher.receive("why")["text"] == WATCHING
    assert table.welcome()["yours"]


def test_the_creator_may_invite(table: ServerGame) -> None:
    with table.enter() as ada:
        assert ada.welcome["inviting"]
        ada.ask(type="why", place="a1")
        assert ada.receive("why")["text"].startswith("Waiting for Dark")
    key = accepted(table, BEN)[1]["key"]
    for each in (key, table.key):
        assert "inviting" not in table.welcome(key=each)


def test_all_who_speak_one_language_are_sent_what_was_made_once_and_the_legal_actions_go_to_who_decides(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(hosted: HostedGame, cache: messages.ViewCache, *, decides: bool) -> PlayedMessage:
        made.append(cache.translate("Hello!"))
        return played_message(hosted, cache, decides=decides)

    monkeypatch.setattr(messages, "played_message", counted)
    with pair(table) as (ada, ben), ExitStack() as sockets:
        watchers = [Client(sockets.enter_context(table.socket(key="", lang=lang))) for lang in ("en", "de", "en", "de")]
        ada.play("a1")  # and is to place another one
        received = [guest.receive("played") for guest in (ben, *watchers)]
    assert sorted(made) == ["Hallo!", "Hello!", "Hello!"]
    assert received[0] == received[1] == received[3]
    assert received[2] == received[4] != received[0]
    assert len(ada.state["legal"]) == 23
    assert ada.state | {"legal": []} == received[0]["state"]


def test_greetings_in_every_language(table: ServerGame) -> None:
    key = accepted(table, BEN)[1]["key"]
    with table.enter() as ada, table.enter(key=key, lang="de") as ben:
        ben.ask(type="greet", greeting="thanks", ply_count=99)
        greeted = ada.receive("greeted")
        assert greeted == {"type": "greeted", "seat": "second", "greeting": "thanks", "text": "Thank you!"}
        assert ben.receive("greeted")["text"] == "Danke!"
        assert "greeting" in ada.refusal(type="greet", greeting="You fool!")
    assert len(GREETINGS) == 6


def test_greetings_and_names_are_rationed_also_for_who_comes_again(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "CHAT_RATE", 0.0)
    with pair(table) as (ada, ben):
        for _ in range(3):
            ada.ask(type="greet", greeting="hello")
            ada.receive("greeted")
            ben.receive("greeted")
        with table.socket() as again:
            assert Client(again).refusal(type="greet", greeting="hello") == ENOUGH
        assert ada.refusal(type="name", seat="first", name="Ada") == ENOUGH
        ben.ask(type="greet", greeting="hello")
        assert ada.receive("greeted")["seat"] == "second"
