"""Names, and the players of seats after events."""

import random

import msgspec
import pytest

from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.web.api.games import GameKey, NextGame
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.hosted.game_keys import hash_key, key_for
from ibau.web.hosted.match import next_game_events
from ibau.web.hosted.player_names import MAX_NAME_LENGTH, RANDOM_NAMES, check_name, random_name
from ibau.web.log.events import Created, Event, Invited, PersonSeat, Played, PlayerNamed, SeatTaken, Uninvited
from ibau.web.refusals import Refusal
from tests.web.stored_events import TIME, stored_events

FREE = Created(
    "seega+first_player=first", PersonSeat(), PersonSeat(free=True), hash_key("maker"), RULES_VERSION, "2026-11-22"
)
INVITED = Invited(SECOND, hash_key("come"))
TAKEN = SeatTaken(SECOND, hash_key("guest"), hash_key("come"), "Meryt")


def hosted(*events: Event) -> HostedGame:
    return HostedGame.from_events(stored_events(*events))


@pytest.mark.parametrize(
    ("text", "name"),
    [("Ada", "Ada"), ("  Ada   Lovelace ", "Ada Lovelace"), ("", ""), ("Çağla 🙂", "Çağla 🙂"), ("x" * 24, "x" * 24)],
)
def test_a_name_is_trimmed(text: str, name: str) -> None:
    assert check_name(text) == name


@pytest.mark.parametrize("text", ["a\nb", "\x1b[31m", "a\u202eb", "a\u200bb", "a\u2028b", "\ud800", "\ue000", "a\tb"])
def test_a_name_of_what_cannot_be_seen_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="visible symbols"):
        check_name(text)


def test_a_long_name_is_refused() -> None:
    with pytest.raises(Refusal, match="at most 24 characters"):
        check_name("x" * (MAX_NAME_LENGTH + 1))


@pytest.mark.parametrize("text", ["computer 3", "computer Ada", "Computer 2", "  COMPUTER   4 "])
def test_no_person_is_called_as_records_call_the_computer(text: str) -> None:
    with pytest.raises(Refusal, match="how records name the computer"):
        check_name(text)
    assert check_name("Computers") == "Computers"
    assert check_name("My computer 3") == "My computer 3"


def test_friendly_names_are_names_and_both_players_get_different_ones() -> None:
    assert [check_name(name) for name in RANDOM_NAMES] == list(RANDOM_NAMES)
    assert random_name(RANDOM_NAMES[1:]) == RANDOM_NAMES[0]


def test_a_free_seat_has_no_player_until_it_is_taken() -> None:
    before, after = hosted(FREE, INVITED), hosted(FREE, INVITED, TAKEN)
    assert before.seats.free == (SECOND,)
    assert before.seats.played_with("maker") == (FIRST,)
    assert before.seats.played_with("guest") == before.seats.played_with("") == ()
    assert after.seats.free == ()
    assert (after.seats.played_with("maker"), after.seats.played_with("guest")) == ((FIRST,), (SECOND,))
    assert after.seats.is_creator("maker")
    assert not after.seats.is_creator("guest")
    assert after.names.given[SECOND] == "Meryt"
    assert '[Second "Meryt"]' in str(after.record())


def test_one_key_plays_both_seats_of_two_people_here() -> None:
    both = hosted(msgspec.structs.replace(FREE, second=PersonSeat()))
    assert both.seats.played_with("maker") == (FIRST, SECOND)


def test_keys_and_names_go_with_the_players_to_the_next_game() -> None:
    short = msgspec.structs.replace(FREE, ruleset="senet-race+max_turns=1")
    game = hosted(short, INVITED, TAKEN, PlayerNamed(FIRST, "Ada"))
    chooser = random.Random(1)
    while not game.is_over:
        game = game.after(Played(chooser.choice(game.state.actions)), TIME)
    events = next_game_events(game, NextGame(GameKey("before", "maker")), "2026-11-23", "after", verifiable=True)
    following = HostedGame.from_events(stored_events(*events))
    assert (following.seats.played_with("maker"), following.seats.played_with("guest")) == ((SECOND,), (FIRST,))
    assert following.names.given == ("Meryt", "Ada")


@pytest.mark.parametrize(
    "events",
    [
        [FREE, Played("a1")],
        [FREE, TAKEN],
        [FREE, INVITED, Uninvited(SECOND), TAKEN],
        [FREE, INVITED, Invited(SECOND, hash_key("other")), TAKEN],
        [FREE, INVITED, TAKEN, TAKEN],
        [FREE, INVITED, TAKEN, INVITED],
        [FREE, INVITED, TAKEN, Uninvited(SECOND)],
        [FREE, Invited(FIRST, hash_key("come"))],
        [FREE, PlayerNamed(7, "Ada")],
    ],
)
def test_impossible_events_are_errors(events: list[Event]) -> None:
    with pytest.raises(StoredGameError, match="cannot come after"):
        hosted(*events)


def test_an_invitation_gives_each_browser_a_key_of_its_own() -> None:
    assert key_for("come", "browser 1") == key_for("come", "browser 1")
    assert len({key_for(come, browser) for come in ("come", "go") for browser in ("1", "2")}) == 4
