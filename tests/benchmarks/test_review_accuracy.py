"""The accuracy of reviews: the counts, and no false alarms where a review is sure."""

from dataclasses import replace
from itertools import islice

import pytest

from benchmarks.perfect import TOLERANCE, drawn_decisions
from benchmarks.review_accuracy import (
    LOSSES,
    SLIP,
    LoserReview,
    ReviewVerdict,
    keeps_promise,
    loser_row,
    lost_games,
    lowest_sure_loss,
    row,
    verdicts_on,
)
from ibau.core.line import Line
from ibau.games import game
from ibau.learn import review
from ibau.learn.advice import search_settings
from ibau.learn.game_review import DEFAULT_BUDGET, size_of
from ibau.players import Budget
from ibau.search.calibration import HALF_A_GAME, sure_from
from ibau.search.network import SHIPPED
from ibau.tables.tablebase import Tablebase

PLY = review(Line.of(game("seega+first_player=first").initial(), ["a1"]), Budget(nodes=10)).plies[0]


def case(mistake: float, lost: float, uncertainty: float = 0.0) -> ReviewVerdict:
    size = size_of(mistake, game("senet-race").system)
    return ReviewVerdict(replace(PLY, mistake=mistake, size=size, uncertainty=uncertainty), lost)


FALSE = [case(mistake, 0.0) for mistake in (0.12, 0.25, 0.55)]
RIGHT = [case(1.0, 0.5) for _ in range(200)]


def test_one_is_sure_from_where_hardly_any_alarm_is_false() -> None:
    assert lowest_sure_loss([]) == LOSSES[0]
    assert lowest_sure_loss(FALSE) == 0.6
    assert lowest_sure_loss(RIGHT + FALSE[:1]) == LOSSES[0]  # one in 201
    assert lowest_sure_loss(RIGHT + FALSE) == 0.15
    assert lowest_sure_loss([case(1.5, 0.0)]) == HALF_A_GAME


def test_what_was_chosen_may_not_hold_elsewhere() -> None:
    assert keeps_promise(RIGHT + FALSE, 0.1, 0.02)
    assert not keeps_promise(RIGHT + FALSE, 0.1, 0.01)
    assert keeps_promise(RIGHT + FALSE, 0.6, 0.0)


def test_false_alarms_and_what_was_overlooked_are_counted() -> None:
    every = [case(0.3, 0.0), case(0.3, 0.1), case(1.2, 0.0), case(1.2, 0.5), case(1.2, 0.0, 0.3), case(0.01, 0.5)]
    assert row("seega", every, 0.5).startswith("| seega | 25 points | 6 | 5 | 3 | 2 | 1 | ")
    assert row("seega", every, 0.5).endswith(" | 3 | 1 |")


@pytest.mark.parametrize(("ruleset", "sure_at_least"), [("seega", 0), ("seti-beth", 4)])
def test_where_a_review_is_sure_it_raises_no_false_alarm(ruleset: str, sure_at_least: int) -> None:
    """The review has no tables; its verdicts are compared with them."""
    tested = game(ruleset)
    decisions = islice(drawn_decisions(tested, Tablebase.open(tested), seed=7), 12)
    every = [one for decision in decisions for one in verdicts_on(decision, search_settings(DEFAULT_BUDGET, seed=1))]
    sure = [one for one in every if one.review.size and one.review.certainty == "sure"]
    assert len(sure) >= sure_at_least
    assert any(one.review.mistake >= 2 * SLIP and one.lost < TOLERANCE for one in every)  # its evaluator is often wrong
    assert not any(one.is_false for one in sure)
    assert sure == [one for one in every if one.is_sure(sure_from(tested, SHIPPED)) and not one.review.exact]


@pytest.mark.slow
def test_what_losers_are_told_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, nodes in (("NODES", 20), ("LONGER", 80), ("DEFAULT_BUDGET", Budget(nodes=40))):
        monkeypatch.setattr(f"benchmarks.review_accuracy.{name}", nodes)
    (lost,) = lost_games("seti-beth", 1, "level1")
    assert lost.is_found
    assert lost.named
    assert lost.has_small == bool(lost.small)
    assert [lost] == list(lost_games("seti-beth", 1, "level1"))
    weak = LoserReview(has_small=True, is_half=True, is_found=True, named=(True,), small=(True, False))
    equal = LoserReview(has_small=False, named=(True, False))
    shares = (
        "1 of 1 (21% to 100%) | 1 of 1 (21% to 100%) | 1 of 2 (9% to 91%) | 0 of 1 (0% to 79%) | 1 of 1 (21% to 100%)"
    )
    assert loser_row("all", [weak], [equal]) == f"| all | {shares} |"
