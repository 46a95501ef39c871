"""How often a review is right: what is counted, and how."""

from dataclasses import replace
from itertools import islice

import pytest

from benchmarks.verdicts import LEAST, Verdicts, choices, table, verdict
from ibau.core.line import Line
from ibau.games import game
from ibau.learn import review
from ibau.players import Budget

PLY = review(Line.of(game("seega+first_player=first").initial(), ["a1"]), Budget(nodes=10)).plies[0]


@pytest.mark.parametrize(
    ("mistake", "uncertainty", "said"),
    [(LEAST, 0.0, None), (0.3, 0.05, True), (0.3, 0.25, None), (0.0, 0.05, False), (0.0, 0.1, None)],
)
def test_a_verdict_is_given_where_doubt_does_not_reach_the_least_mistake(
    mistake: float, uncertainty: float, said: bool | None
) -> None:
    assert verdict(replace(PLY, mistake=mistake, uncertainty=uncertainty)) is said


def test_plies_that_somebody_chose_are_judged() -> None:
    for ply in islice(choices("senet-race", seed=1), 20):
        assert ply.is_move
        assert len(ply.before.legal) > 1


def test_the_table_adds_up() -> None:
    rows = [Verdicts("seega", 40, 10, 20, 5, 24), Verdicts("seneti", 30, 0, 30, 30, 0)]
    assert table(rows).splitlines()[2:] == [
        "| seega | 40 | 10 | 20 | 25 | 24 (96 %) |",
        "| seneti | 30 | 0 | 30 | 0 | 0 |",
        "| together | | | | 25 | 24 (96.0 %) |",
    ]
