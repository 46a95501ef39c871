"""Games that are watched: what a judge says of them adds up."""

from pathlib import Path

import pytest

import ibau
from ibau.core.outcome import DRAW, FIRST
from ibau.lab.studies.sources import NO_TABLES
from ibau.lab.studies.watched import Watching, decided_at, lead, played
from ibau.lab.studies.who import Who
from ibau.learn.lookback import review
from ibau.search.budget import Budget


def watching(ruleset: str, position: str | None = None, tables: Path = NO_TABLES) -> Watching:
    game = ibau.game(ruleset)
    start = game.state(position) if position else game.initial()
    return Watching(start, Who("mcts", "nodes=20"), 4, 60, tables)


def test_a_split_game_adds_up_as_its_review_does() -> None:
    games = watching("senet-race", "7L10L2D3D4 first - - 0")
    rows = games.rows(2, 2)
    assert rows["change"] == pytest.approx(rows["luck"] + rows["skill"] + rows["drift"])
    line, opening = played(games, 2)
    assert opening == 0
    found = review(line, Budget(nodes=60), seed=4)
    assert rows["luck"][0] == pytest.approx(found.first.luck - found.second.luck)
    assert rows["skill"][0] == pytest.approx(found.second.mistakes - found.first.mistakes)
    assert rows["change"][0] == pytest.approx(found.value_after - found.value_before)


def test_an_opening_is_nobodys() -> None:
    games = watching("seti-beth+no_progress_plies=8")
    rows = games.rows(0, 2)
    assert rows["opening"].tolist() == [4, 4]
    assert rows["change"] == pytest.approx(rows["luck"] + rows["skill"] + rows["drift"])
    one, other = (played(games, n)[0] for n in (0, 1))
    assert one.actions != other.actions


def test_whoever_led_in_a_draw_has_not_won() -> None:
    assert [lead(leader, FIRST) for leader in (1, 0, -1)] == [1, 0, -1]
    assert [lead(leader, DRAW) for leader in (1, 0, -1)] == [-1, 0, -1]


def test_when_a_game_was_decided() -> None:
    assert decided_at([0.1, 0.9, 0.5, 0.9, 1.0]) == 3
    assert decided_at([0.9, 1.0]) == 0
    assert decided_at([0.1, 0.2]) == 1
