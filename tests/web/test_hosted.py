"""A hosted game follows from its events."""

import msgspec
import pytest

from ibau.core.errors import IllegalActionError, PositionError
from ibau.core.outcome import FIRST
from ibau.core.record import RULES_VERSION
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log.events import (
    ComputerSeat,
    Created,
    Event,
    GameEnded,
    NextBegun,
    Offered,
    PersonSeat,
    Played,
    TakenBack,
    UnreadableEvent,
    decode_event,
)
from tests.web.stored_events import TIME, stored_events

CREATED = Created("seega+first_player=first", PersonSeat(), ComputerSeat("level1"), "hash", RULES_VERSION, "2026-11-21")


def test_a_game_begun_from_what_is_known_to_be_impossible_since_goes_on() -> None:
    start = "LLLLL/5/LL1LL/LLLL1/3DD first 24 - - 0 12 -"  # a side has twelve pieces
    hosted = HostedGame.from_events(stored_events(msgspec.structs.replace(CREATED, start=start), Played("a5-a4")))
    assert str(hosted.state) == "1LLLL/L4/LL1LL/LLLL1/3DD second 24 - - 1 13 -"
    with pytest.raises(PositionError):
        hosted.game.state(start)
    with pytest.raises(StoredGameError):
        HostedGame.from_events(stored_events(msgspec.structs.replace(CREATED, start="nonsense")))


def test_what_comes_after_leaves_the_game_as_it_was() -> None:
    hosted = HostedGame.new(CREATED, TIME)
    after = hosted.after(Played("a1"), TIME)
    assert (hosted.ply_count, after.ply_count) == (0, 1)
    with pytest.raises(IllegalActionError):
        after.after(Played("c3"), TIME)
    assert after.after(TakenBack(0), TIME).ply_count == 0
    assert after.ply_count == 1


def test_an_unknown_stored_level_is_an_error() -> None:
    with pytest.raises(StoredGameError, match="seega has no level 'hard'; it offers level1"):
        HostedGame.from_events(stored_events(msgspec.structs.replace(CREATED, second=ComputerSeat("hard"))))


@pytest.mark.parametrize(
    "events",
    [
        [Played("a1")],
        [CREATED, CREATED],
        [CREATED, Played("c3")],
        [CREATED, TakenBack(0)],
        [CREATED, Played("a1"), TakenBack(7)],
        [CREATED, '{"kind": "takenback", "ply_count": -1}'],
        [CREATED, '{"kind": "ended", "how": "resigned", "by": 2}'],
        [CREATED, '{"kind": "passed", "first": 1, "last": 1, "seat": 7}'],
        [CREATED, '{"kind": "unknown"}'],
        [CREATED, '{"kind": "play'],
    ],
)
def test_events_that_make_no_game_are_errors(events: list[Event | str]) -> None:
    with pytest.raises(StoredGameError, match="The stored game cannot be played"):
        HostedGame.from_events(stored_events(*events))


def test_a_computer_is_to_move_under_an_id_of_the_game_and_the_ply() -> None:
    hosted = HostedGame.from_events(stored_events(CREATED, Played("a1")))
    assert hosted.computer_request_id("g") == ""
    hosted = hosted.after(Played("a2"), TIME)
    assert hosted.computer_request_id("g") == "computer:g:2"
    assert hosted.after(Offered("draw", FIRST), TIME).computer_request_id("g") == "computer:g:2"
    again = hosted.after(TakenBack(1), TIME).after(Played("b2"), TIME)
    assert again.ply_count == 2
    assert again.computer_request_id("g") == "computer:g:3"  # another ply, though as many were played
    assert hosted.after(GameEnded("resigned", FIRST), TIME).computer_request_id("g") == ""
    waiting = msgspec.structs.replace(CREATED, first=ComputerSeat("level1"), second=PersonSeat(free=True))
    assert HostedGame.new(waiting, TIME).computer_request_id("g") == ""


def test_computers_draw_the_lot_and_throw_only_for_themselves() -> None:
    alone = msgspec.structs.replace(CREATED, ruleset="seega", first=ComputerSeat("level1"))
    assert HostedGame.new(alone, TIME).is_computer_turn
    assert not HostedGame.new(msgspec.structs.replace(CREATED, ruleset="seega"), TIME).is_computer_turn
    throws = msgspec.structs.replace(alone, ruleset="senet-race")
    assert HostedGame.new(throws, TIME).is_computer_turn
    assert not HostedGame.new(msgspec.structs.replace(throws, own_sticks=True), TIME).is_computer_turn


def test_what_may_not_come_is_found_before_it_is_stored() -> None:
    hosted = HostedGame.new(CREATED, TIME)
    hosted.check(Played("a1"))
    with pytest.raises(IllegalActionError):
        hosted.check(Played("c3"))
    with pytest.raises(StoredGameError, match="NextBegun cannot come after 0 actions"):
        hosted.check(NextBegun("next"))


def test_a_number_beyond_all_games_makes_an_event_unreadable() -> None:
    """It would take much memory when the game is read."""
    for data in ('{"kind":"takenback","ply_count":100000000000}', '{"kind":"opened","seat":100000000000,"part":""}'):
        event = decode_event(data)
        assert isinstance(event, UnreadableEvent)
        assert "newer version" not in event.reason


def test_an_error_of_a_replay_makes_only_its_game_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(HostedGame, "after", full)
    with pytest.raises(StoredGameError, match="MemoryError"):
        HostedGame.from_events(stored_events(CREATED, Played("a1")))
