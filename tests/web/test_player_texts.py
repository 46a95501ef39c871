"""What is told to whom: by name, and to the one player whom it concerns."""

import random
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, NOBODY
from ibau.games import game, systems
from ibau.language import translator_for
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import present_view
from ibau.web.log.events import ComputerSeat, Created, PersonSeat
from ibau.web.protocol import StandingView
from ibau.web.protocol.views import standing_view
from tests.web.clients import PERSON, WEAK, ServerGame
from tests.web.stored_events import TIME

SEEGA = "seega+first_player=first"


def hosted(ruleset: str, first: Any, second: Any) -> HostedGame:
    return HostedGame.new(Created(ruleset, first, second, "hash", "1", "2026-11-22"), TIME)


def said_by(system: System, seed: int) -> list[State]:
    """The states of a random game in which a person is to act."""
    chance = random.Random(seed)
    state = game(system.id).initial()
    states: list[State] = []
    while state.turn != NOBODY and len(states) < 60:
        if not state.is_lot:
            states.append(state)
        state = state.play(
            state.chance_action(chance.randrange(16)) if state.turn == CHANCE else chance.choice(state.actions)
        )
    return states


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_nobody_is_called_by_a_colour_to_their_face(system: System) -> None:
    places = [square.name for square in game(system.id).board.squares]
    for state in said_by(system, seed=5):
        side = system.seats[state.actor]
        told = [*state.situation, *map(state.refusal, places)]
        assert [str(phrase.in_second_person) for phrase in told if side in str(phrase.in_second_person)] == []


def test_against_the_computer() -> None:
    view = present_view(hosted(SEEGA, PersonSeat(), ComputerSeat("level1")), str)
    assert view.situation == ["Light places two pieces, anywhere but on the centre."]
    assert view.prompt == ["Place two pieces, anywhere but on the centre."]
    view = present_view(hosted(SEEGA, ComputerSeat("level1"), PersonSeat()), str)
    assert (view.situation, view.prompt) == (["Pip places two pieces, anywhere but on the centre."], [])


def test_two_with_names_and_two_with_one() -> None:
    ada, ben = PersonSeat(name="Ada"), PersonSeat(name="Ben")
    assert present_view(hosted("seti-beth", ada, ben), str).situation == ["Ada to move."]
    assert present_view(hosted("seti-beth", ada, ada), str).situation == ["White to move."]
    assert present_view(hosted("seti-beth", ada, ben), str).prompt == []  # anyone who has the key plays both


def test_how_far_each_has_come_is_told_of_their_seats() -> None:
    line = Line(game("senet-formation").state("L29 first - open first - 0 9"))
    assert standing_view(line, translator_for("de"))["first"] == [
        StandingView("1 von 10 ungeraden", "1 der 10 ungeraden Felder von 1 bis 19 besetzt"),
        StandingView("5 Punkte", "Punkte aus dieser Partie: 5"),
    ]
    assert standing_view(Line(game("senet-race").initial()), str) == {}


def test_why_is_answered_to_anyone_who_asks(server: TestClient) -> None:
    with ServerGame(server, "seti-beth", PERSON, WEAK).enter() as guest:
        guest.ask(type="why", place="a10")
        assert guest.receive("why")["text"] == "That figure is not yours."
    with ServerGame(server, "seti-beth").enter() as guest:
        guest.ask(type="why", place="a10")
        assert guest.receive("why")["text"] == "That figure is Brown's; it is White's turn."
