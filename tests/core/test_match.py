"""A series of games: who starts, who sits where, and the running score."""

from fractions import Fraction

import pytest

from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.match import Match, change_text, points_of, points_text
from ibau.core.outcome import FIRST, SECOND
from ibau.games import game


def played(game: Game, seed: int) -> Line:
    """A game played to its end by a simple rule: every time another one of the legal actions."""
    line = Line(game.initial())
    while legal := line.state.legal:
        line = line.after(legal[(seed + 7 * (line.ply_count + 1)) % len(legal)])
    return line


def match_of(ruleset: str, games: int) -> Match:
    match = Match(game(ruleset), ("guest", "host"))
    for n in range(games):
        match = match.after(played(match.next_game.game, seed=n))
    return match


def test_seats_change_where_the_rules_fix_who_starts() -> None:
    match = match_of("senet-race", 3)
    assert [one.match_game.seats for one in match.played] == [(0, 1), (1, 0), (0, 1)]
    assert {one.starter for one in match.played} == {SECOND}  # dark has thrown the first 1


@pytest.mark.parametrize("ruleset", ["seega", "seega+first_player=second", "seneti"])
def test_the_other_seat_starts_where_a_lot_or_an_option_decides(ruleset: str) -> None:
    match = match_of(ruleset, 3)
    starters = [one.starter for one in match.played]
    assert starters in ([FIRST, SECOND, FIRST], [SECOND, FIRST, SECOND])
    assert {one.match_game.seats for one in match.played} == {(0, 1)}
    assert str(match.played[1].match_game.game.ruleset).endswith(f"first_player={('first', 'second')[starters[1]]}")


def test_the_race_scores_by_its_points() -> None:
    match = match_of("senet-race", 2)
    scores = [one.result.score for one in match.played]
    assert all(scores)
    (a, b), (c, d) = (score for score in scores if score)
    assert match.points == (Fraction(a + d), Fraction(b + c))  # they sat the other way round in the second game
    assert sum(match.points) > 0


def test_without_points_a_win_counts_one() -> None:
    match = match_of("senet-race+match_scoring=false", 2)
    assert sum(match.points) == 2
    assert all(sum(points_of(one)) == 1 for one in match.played)


def test_a_draw_counts_a_half_each() -> None:
    match = match_of("senet-race+match_scoring=false+max_turns=3", 1)
    assert match.points == (Fraction(1, 2), Fraction(1, 2))


def test_only_a_finished_game_of_the_match_counts() -> None:
    match = Match(game("senet-race"), ("guest", "host"))
    with pytest.raises(ValueError, match="not over"):
        match.after(Line(game("senet-race").initial()))
    with pytest.raises(ValueError, match="next game of this match is one of senet-race, not of seega"):
        match.after(played(game("seega"), seed=1))


@pytest.mark.parametrize(
    ("ruleset", "text"),
    [
        ("senet-race", "You have swapped sides."),
        ("seega+first_player=second", "This time Dark starts."),
        ("seneti+first_player=first", "This time White starts."),
    ],
)
def test_what_is_different_is_said(ruleset: str, text: str) -> None:
    assert str(change_text(game(ruleset))) == text


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (20, "10")])
def test_points_are_read_in_halves(halves: int, text: str) -> None:
    assert points_text(Fraction(halves, 2)) == text
