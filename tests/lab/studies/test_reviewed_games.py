"""Reviewed games: the parts of a review add up."""

from functools import cache

import pytest

import ibau
from ibau.core.game import State
from ibau.lab.studies.compiled_games import Rows
from ibau.lab.studies.reviewed_games import play_numbered, reviewed_games
from ibau.learn.game_review import review
from ibau.search.budget import Budget

PLAYERS = ("mcts:nodes=20", "mcts:nodes=20")


def start_of(ruleset: str, position: str | None = None) -> State:
    game = ibau.game(ruleset)
    return game.state(position) if position else game.initial()


@cache
def rows_of(start: State, first: int, games: int) -> Rows:
    return reviewed_games(start, PLAYERS, 4, 60, first, games)


def test_a_split_game_adds_up_as_its_review_does() -> None:
    start = start_of("senet-race", "7L10L2D3D4 first - - 0")
    rows = rows_of(start, 2, 2)
    assert rows["change"] == pytest.approx(rows["luck"] + rows["skill"] + rows["drift"])
    assert (rows["moved"] >= abs(rows["drift"])).all()
    line, opening = play_numbered(start, PLAYERS, 4, 2)
    assert opening == 0
    found = review(line, Budget(nodes=60), seed=4)
    assert rows["luck"][0] == pytest.approx(found.first.luck - found.second.luck)
    assert rows["skill"][0] == pytest.approx(found.second.mistakes - found.first.mistakes)
    assert rows["change"][0] == pytest.approx(found.value_after - found.value_before)


def test_an_opening_is_nobodys() -> None:
    start = start_of("seti-beth+no_progress_plies=8")
    rows = rows_of(start, 0, 2)
    assert rows["opening"].tolist() == [4, 4]
    assert rows["change"] == pytest.approx(rows["luck"] + rows["skill"] + rows["drift"])
    one, other = (play_numbered(start, PLAYERS, 4, n)[0] for n in (0, 1))
    assert one.actions != other.actions


def test_anyone_who_leads_in_a_draw_has_not_won() -> None:
    rows = rows_of(start_of("seti-beth+no_progress_plies=8"), 0, 2)
    leads = [rows[f"lead.{tenth}"] for tenth in range(1, 10)]
    drawn = rows["outcome"] % 4 == 2
    assert drawn.any()
    assert all(led[drawn].max() <= 0 for led in leads)
