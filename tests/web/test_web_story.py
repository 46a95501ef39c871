"""The fold of events."""

import msgspec
import pytest

from ibau.core.errors import IllegalAction
from ibau.core.outcome import FIRST
from ibau.core.record import RULES_VERSION
from ibau.web.protocol import Computer, Person, Seat
from ibau.web.story import Created, Event, Played, Story, StoryError, Takenback, encode

CREATED = Created("seega+first_player=first", Person(), Computer("level1"), "hash", RULES_VERSION, "2026-11-21")


def stored(*events: Event) -> list[str]:
    return [encode(event)[1] for event in events]


def test_events_come_back_as_they_were() -> None:
    story = Story.told(stored(CREATED, Played("a1"), Played("a2"), Takenback(1), Played("b1")))
    assert story.created == CREATED
    assert [ply.action for ply in story.plies] == ["a1", "b1"]
    assert [ply.turn for ply in story.plies] == [1, 1]
    assert len(story.states) == 3
    assert encode(Played("a1"))[0] == "played"


def test_what_comes_after_leaves_the_story_as_it_was() -> None:
    story = Story(CREATED)
    after = story.after(Played("a1"))
    assert (story.at, after.at) == (0, 1)
    with pytest.raises(IllegalAction):
        after.after(Played("c3"))
    assert after.after(Takenback(0)).at == 0
    assert after.at == 1


def test_the_record_tells_who_played() -> None:
    assert '[Second "computer level1"]' in str(Story(CREATED).record())


@pytest.mark.parametrize(("former", "level"), [("easy", "level1"), ("medium", "level5"), ("strong", "level8")])
def test_a_game_stored_with_a_former_name_of_a_level_goes_on(former: str, level: str) -> None:
    created = msgspec.structs.replace(CREATED, first=Computer(former), second=Person())
    story = Story.told(stored(created, Played("a1")))
    seats: tuple[Seat, Seat] = (Computer(level), Person())
    assert story.seats == seats
    assert story.computers == (FIRST,)


def test_a_stored_level_that_never_was_one_is_told() -> None:
    with pytest.raises(StoryError, match="seega has no level 'hard'; it offers level1"):
        Story.told(stored(msgspec.structs.replace(CREATED, second=Computer("hard"))))


@pytest.mark.parametrize(
    "events",
    [
        stored(Played("a1")),
        stored(CREATED, CREATED),
        stored(CREATED, Played("c3")),
        stored(CREATED, Takenback(0)),
        stored(CREATED, Played("a1"), Takenback(7)),
        [*stored(CREATED), '{"kind": "unknown"}'],
        [*stored(CREATED), '{"kind": "play'],
    ],
)
def test_events_that_make_no_game_are_told(events: list[str]) -> None:
    with pytest.raises(StoryError, match="The stored game cannot be played"):
        Story.told(events)
