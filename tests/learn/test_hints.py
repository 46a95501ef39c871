"""A hint: where to look, what to play, and the weightiest reason that sets the action apart from the others."""

import pytest

import ibau
from ibau import Budget
from ibau.games import game
from ibau.learn.hints import SEARCHED, hint_at

LITTLE = Budget(nodes=200)


def test_a_hint_gives_away_more_and_more() -> None:
    state = game("seega").state("LDLLD/L1LDD/1DLLD/L1DLL/DDDDD second 24 b3 - 0 12 -")
    found = hint_at(state, state.action("b3-b4"))
    assert (found.action, found.places) == ("b3-b4", ("b3", "b4"))
    assert str(found.where) == "Look at the piece on b3."
    assert str(found.what) == "Dark from b3 to b4, capturing c4."
    assert str(found.why) == "This move captures the piece on c4."


@pytest.mark.parametrize(
    ("ruleset", "position", "action", "where"),
    [
        ("seega", "5/5/5/5/5 second 0 - - 0 0 -", "b3", "Look at square b3."),
        (
            "seneti",
            ".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. second 7,7 0",
            "+13",
            "Look at your pieces next to the board.",
        ),
        ("senet-formation", "L4D8L1D1D2D5D1D first t1 open first - 0 63", "stay", "This time no piece moves."),
    ],
)
def test_where_to_look(ruleset: str, position: str, action: str, where: str) -> None:
    state = game(ruleset).state(position)
    assert str(hint_at(state, state.action(action)).where) == where


def test_what_holds_for_everything_else_too_is_not_said() -> None:
    """Every first action of Seneti brings a stone into play; not every one makes room."""
    state = game("seneti").state(".,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. second 7,7 0")
    assert str(hint_at(state, state.action("+18")).why) == "This move makes room: 13 possible moves instead of 10."


def test_where_the_game_has_nothing_to_say_the_search_stands_for_it() -> None:
    state = game("seti-beth").state("h1p2/5/1h3/5/5/5/h3H/4H/5/hPH2 first a1 0 -")
    assert str(hint_at(state, state.action("b1-b2")).why) == SEARCHED


def test_the_strongest_player_gives_it() -> None:
    state = game("seti-beth").state("5/h1h2/1Hp2/5/4h/4H/5/5/3H1/H2P1 first - 19 -")
    found = ibau.hint(state, LITTLE)
    assert found.action == "b8-d10"
    assert str(found.why) == "The figure arrives on d10, where Brown cannot conquer it."
    assert ibau.hint(state, LITTLE) == found
