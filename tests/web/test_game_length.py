"""A game cannot become too long to be read again: a sentence explains it, and the game can always be ended."""

import pytest
from starlette.testclient import TestClient

from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.games import game, systems
from ibau.web.hosted import history, requests
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.history import MAX_EVENTS
from ibau.web.hosted.requests import MAX_WITH_ASIDES, NO_MORE_ASIDES, TOO_LONG, check_bounds
from ibau.web.log.events import (
    ComputerSeat,
    Created,
    Declined,
    Event,
    GameEnded,
    HintGiven,
    Invited,
    NextBegun,
    NextRemoved,
    Offered,
    PersonSeat,
    Played,
    PlayerLeft,
    PlayerNamed,
    TakenBack,
    Uninvited,
)
from ibau.web.refusals import Refusal
from tests.web.clients import FREE, PERSON, ServerGame, pair, play_in_turn
from tests.web.stored_events import TIME

SEEGA = "seega+first_player=first"
SHORT, WITH_ASIDES = 12, 6  # events
CREATED = Created(SEEGA, PersonSeat(), PersonSeat(), "0" * 64, RULES_VERSION, "2026-11-24")

ASIDES = [TakenBack(0), PlayerNamed(FIRST, "Ada"), Offered("takeback", FIRST), Invited(SECOND, ""), Uninvited(SECOND),
          HintGiven(FIRST)]  # fmt: skip
ENDS = [GameEnded("resigned", FIRST), Offered("draw", FIRST), Declined(SECOND), NextBegun("next"), NextRemoved(),
        PlayerLeft((FIRST,), "")]  # fmt: skip


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Low limits."""
    monkeypatch.setattr(history, "MAX_EVENTS", SHORT)
    monkeypatch.setattr(requests, "MAX_WITH_ASIDES", WITH_ASIDES)


def refused(hosted: HostedGame, event: Event) -> str:
    """Why an event is refused; '' if it is not."""
    try:
        check_bounds(hosted, event)
    except Refusal as refusal:
        return str(refusal.reason)
    return ""


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("event", [*ASIDES, *ENDS, Played("a1")])
def test_what_may_happen_grows_less(event: Event) -> None:
    hosted = HostedGame.new(CREATED, TIME)
    reasons = []
    for _ in range(SHORT + 1):
        reasons.append(refused(hosted, event))
        hosted = hosted.after(PlayerNamed(FIRST, "Ada"), TIME)
    aside = ["" if n < WITH_ASIDES else str(NO_MORE_ASIDES) for n in range(1, SHORT + 2)]
    action = ["" if n < SHORT else str(TOO_LONG) for n in range(1, SHORT + 2)]
    assert reasons == (aside if event in ASIDES else [""] * len(reasons) if event in ENDS else action)


def test_the_longest_game_that_rules_end_has_room_for_all_other_events() -> None:
    longest = max(game(name).longest_game or 0 for name in systems())
    assert longest < MAX_EVENTS - MAX_WITH_ASIDES


# --- What players see ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("short")
def test_a_game_that_is_too_long_can_be_ended(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, PERSON, FREE)
    places = [f"{column}{row}" for row in (1, 2, 4, 5) for column in "abcde"]
    with pair(table) as (ada, ben):
        play_in_turn((ada, ben), *places[: SHORT - 3])  # after creation, invitation and acceptance
        assert ada.state["situation"] == ben.state["situation"] == [str(TOO_LONG)]
        actor, other = (ada, ben) if ada.state["to_move"] == "first" else (ben, ada)
        assert actor.refusal(type="play", action=places[SHORT]) == str(TOO_LONG)
        actor.ask(type="offer")
        for guest in (ada, ben):
            guest.receive("changed")
        other.ask(type="accept", what="draw")
        for guest in (ada, ben):
            assert guest.receive("changed")["state"]["result"]["kind"] == "agreed"
    assert table.next().id != table.id


def test_a_computer_has_nothing_to_do_in_a_game_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Created(SEEGA, ComputerSeat("level1"), PersonSeat(), "0" * 64, RULES_VERSION, "2026-11-24")
    hosted = HostedGame.new(alone, TIME)
    assert hosted.computer_request_id("g")
    monkeypatch.setattr(history, "MAX_EVENTS", 1)
    assert not hosted.computer_request_id("g")
