"""The texts on the plies of a review."""

import random
from dataclasses import replace

import pytest

from ibau.core.line import Line
from ibau.games import game
from ibau.learn import review, review_text
from ibau.learn.game_review import SMALL, SideTotal
from ibau.learn.review_text import (
    better_text,
    cause,
    game_facts,
    good_choices,
    luck_text,
    ply_text,
    reach,
    result_summary,
)
from ibau.players import Budget

SEEGA = game("seega+first_player=first")


def test_of_a_mistake_it_is_said_what_speaks_for_the_better_action() -> None:
    """Light could capture two pieces, and captures one."""
    line = Line.of(SEEGA.state("DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"), ["d4-d3"])
    (known,) = review(line, Budget(nodes=5000)).plies
    assert str(ply_text(line.last, known)) == "Light plays d4-d3; c1-c2 was much better."
    assert str(better_text(line.last, known)) == "This move captures 2 pieces at once: b2, d2."


def test_of_what_was_no_mistake_nothing_more_is_said() -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    (known,) = review(line, Budget(nodes=100)).plies
    assert not known.size
    assert better_text(line.last, known) is None


@pytest.mark.parametrize(
    ("points", "text"),
    [(0.0101, "Light plays c1; c1 was exactly 0.01 points better."), (0.0099, "None")],
)
def test_an_exact_loss_is_told_from_a_hundredth_of_a_point_on(points: float, text: str) -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    (known,) = review(line, Budget(nodes=100)).plies
    lost = replace(known, certainty="exact", mistake=points / 50, size="", line=("c1",))
    assert str(ply_text(line.last, lost)) == text


def test_a_mistake_that_is_not_sure_is_said_with_a_perhaps() -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    (known,) = review(line, Budget(nodes=100)).plies
    lost = replace(known, certainty="sure", mistake=0.3, size="mistake", line=("a1",))
    assert str(ply_text(line.last, lost)) == "Light plays c1; a1 was better."
    assert str(cause(lost)) == "mistake"
    doubted = replace(lost, certainty="unsure")
    assert str(ply_text(line.last, doubted)) == "Light plays c1; a1 may have been better."
    assert str(cause(doubted)) == "mistake?"


# --- The whole game --------------------------------------------------------------------------------------------------


def test_what_anybody_could_see_is_counted_a_side() -> None:
    line = Line.of(SEEGA.state("DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"), ["c1-c2"])
    assert [(str(fact.name), fact.counts) for fact in game_facts(line)] == [("captures", (1, 0))]


def test_throws_are_added_up() -> None:
    line = Line(game("senet-race").initial()).play("t4")
    thrown = {str(fact.name): fact.counts for fact in game_facts(line)}
    assert thrown == {
        "total thrown": (0, 4),
        "pawns hit": (0, 0),
        "pawns in the water": (0, 0),
        "pawns taken home": (0, 0),
        "squares still to go": (130, 124),
    }


def test_a_side_is_told_how_many_choices_were_good() -> None:
    side = SideTotal(1.2, 0.5, {"slip": 2, "mistake": 1, "blunder": 0}, choices=20, throws=30)
    assert str(good_choices(side)) == "17 of 20"
    other = replace(side, luck=-0.5)
    seats = ("Light", "Dark")
    texts = [str(luck_text(*both, seats)) for both in ((side, side), (side, other), (other, side))]
    assert texts == ["The throws favoured neither side.", "The throws favoured Light.", "The throws favoured Dark."]


def test_where_only_blunders_have_a_name_no_choice_is_called_good() -> None:
    found = {ruleset: review(Line(game(ruleset).initial()), Budget(nodes=10)) for ruleset in ("seega", "senet-race")}
    means = {ruleset: str(review_text.good_means(one.second)) for ruleset, one in found.items()}
    assert means == {"seega": "choices without a blunder", "senet-race": "good choices"}


def test_what_small_mistakes_cost_together_is_told_of_either_side() -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    found = review(line, Budget(nodes=100))
    assert review_text.review_summary(found, SEEGA.system) == []
    summary = review_text.review_summary(replace(found, second=replace(found.second, small=1.3)), SEEGA.system)
    assert [str(phrase) for phrase in summary] == [
        "Small mistakes cost Dark about 65 points of winning chance, though none of them is certain alone."
    ]
    small = replace(found.plies[0], mistake=0.2, size=SMALL, certainty="unsure", line=("a1",))
    assert str(cause(small)) == "small mistake?"
    assert str(ply_text(line.last, small)) == "Light plays c1; a1 may have been better."


def test_a_graph_reaches_as_far_as_most_of_a_game() -> None:
    assert reach([]) == reach([0.0]) == reach([0.01] * 9 + [1.0]) == 0.02
    assert reach([0.0] * 7 + [-0.3] * 3) == 0.5
    assert reach([0.0, 0.9, -0.9]) == 1.0


def played_out(ruleset: str, seed: int) -> Line:
    """A game of random actions, from its start to its end."""
    line, choose = Line(game(ruleset).initial()), random.Random(seed).choice
    while line.state.legal:
        line = line.after(choose(line.state.legal))
    return line


def test_a_race_is_told_in_squares() -> None:
    line = played_out("senet-race", seed=1)
    to_go = [line.state.game.system.words.to_go(line.state.position, seat) for seat in (0, 1)]  # type: ignore[misc]
    winner = "Light" if line.result and line.result.returns[0] > 0 else "Dark"
    assert min(to_go) == 0
    assert str(result_summary(line)) == f"{winner} won by {max(to_go)} squares after {line.last.turn} turns."


def test_seega_is_told_in_pieces_and_a_formation_in_points() -> None:
    line = Line(SEEGA.state("1L3/LL3/5/1D3/5 first 24 - - 0 12 -")).play("a4-a3").play("b2-c2")
    assert result_summary(line) is None
    assert str(result_summary(line.resign(1))) == "Light won by 2 pieces after 2 turns."
    assert str(result_summary(line.resign(0))) == "Dark won after 2 turns."  # having fewer
    assert result_summary(line.back_to(1).resign(1)) is None
    assert str(result_summary(line.agree_draw())) == "A draw after 2 turns."
    formation = played_out("senet-formation", seed=1)
    assert formation.result
    assert formation.result.score
    first, second = formation.result.score
    assert f" won by {abs(first - second)} points after " in str(result_summary(formation))
