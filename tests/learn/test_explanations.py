"""Moves explained once they are played."""

import random

import pytest

from ibau.core.line import Line
from ibau.games import game, systems
from ibau.learn.explanations import QUIET, explain_move, latest_moves
from ibau.learn.hints import ONLY, WINS

ATTACK = "LDLLD/L1LDD/1DLLD/L1DLL/DDDDD second 24 b3 - 0 12 -"


@pytest.mark.parametrize(
    ("position", "action", "why"),
    [
        (ATTACK, "b3-b4", "This move captures the piece on c4."),
        ("5/5/LD3/2L2/5 first 24 - - 3 17 -", "c2-c3", WINS),
        ("DL3/L4/5/5/4L second 24 - - 0 20 -", "pass", ONLY),
        ("5/5/5/5/5 first 0 - - 0 0 -", "a1", QUIET),
    ],
)
def test_a_move_is_explained_by_the_weightiest_reason(position: str, action: str, why: str) -> None:
    what, reason = explain_move(Line(game("seega").state(position)).play(action).last)
    assert str(what)
    assert str(reason) == why


def test_the_last_two_turns_are_told_and_no_throws() -> None:
    line = Line.of("seega+first_player=first")
    for action in ("a1", "b1", "c1", "d1", "e1"):
        line = line.play(action)
    assert [ply.text for ply in latest_moves(line)] == ["c1", "d1", "e1"]


@pytest.mark.parametrize("system", systems())
def test_a_whole_turn_of_every_game_can_be_explained(system: str) -> None:
    line = Line(game(systems()[system].default_preset.id).initial())
    chance = random.Random(1)
    while line.ply_count < 40 and not line.result:
        line = line.play(chance.choice(line.state.actions))
    explained = [explain_move(ply) for ply in latest_moves(line)]
    assert explained
    assert all(str(what) and str(why) for what, why in explained)
