"""A hosted game is the fold of its events."""

import msgspec
import pytest

from ibau.core.errors import IllegalAction
from ibau.core.outcome import FIRST
from ibau.core.record import RULES_VERSION
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.log.events import ComputerSeat, Created, Event, PersonSeat, Played, Takenback, encode
from tests.web.events import logged

CREATED = Created("seega+first_player=first", PersonSeat(), ComputerSeat("level1"), "hash", RULES_VERSION, "2026-11-21")


def test_events_come_back_as_they_were() -> None:
    hosted = HostedGame.stored(logged(CREATED, Played("a1"), Played("a2"), Takenback(1), Played("b1")))
    assert hosted.created == CREATED
    assert list(hosted.line.actions) == ["a1", "b1"]
    assert [ply.turn for ply in hosted.line.plies] == [1, 1]
    assert len(hosted.line.states) == 3
    assert encode(Played("a1"))[0] == "played"


def test_what_comes_after_leaves_the_game_as_it_was() -> None:
    hosted = HostedGame.begun(CREATED)
    after = hosted.after(Played("a1"))
    assert (hosted.at, after.at) == (0, 1)
    with pytest.raises(IllegalAction):
        after.after(Played("c3"))
    assert after.after(Takenback(0)).at == 0
    assert after.at == 1


def test_the_record_tells_who_played() -> None:
    assert '[Second "computer level1"]' in str(HostedGame.begun(CREATED).record())


@pytest.mark.parametrize(("former", "level"), [("easy", "level1"), ("medium", "level5"), ("strong", "level8")])
def test_a_game_stored_with_a_former_name_of_a_level_goes_on(former: str, level: str) -> None:
    created = msgspec.structs.replace(CREATED, first=ComputerSeat(former), second=PersonSeat())
    hosted = HostedGame.stored(logged(created, Played("a1")))
    assert hosted.seats.levels == (level, None)
    assert hosted.seats.computers == (FIRST,)


def test_a_stored_level_that_never_was_one_is_told() -> None:
    with pytest.raises(StoredGameError, match="seega has no level 'hard'; it offers level1"):
        HostedGame.stored(logged(msgspec.structs.replace(CREATED, second=ComputerSeat("hard"))))


@pytest.mark.parametrize(
    "events",
    [
        [Played("a1")],
        [CREATED, CREATED],
        [CREATED, Played("c3")],
        [CREATED, Takenback(0)],
        [CREATED, Played("a1"), Takenback(7)],
        [CREATED, '{"kind": "unknown"}'],
        [CREATED, '{"kind": "play'],
    ],
)
def test_events_that_make_no_game_are_told(events: list[Event | str]) -> None:
    with pytest.raises(StoredGameError, match="The stored game cannot be played"):
        HostedGame.stored(logged(*events))
