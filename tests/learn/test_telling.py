"""What is said of the plies of a review."""

from dataclasses import replace

import pytest

from ibau.core.line import Line
from ibau.games import game
from ibau.language import translator
from ibau.learn import review
from ibau.learn.telling import better_said, decimal, ply_said
from ibau.players import Budget

SEEGA = game("seega+first_player=first")


def test_of_a_mistake_it_is_said_what_speaks_for_the_better_action() -> None:
    """Light could capture two pieces, and captures one."""
    line = Line.of(SEEGA.state("DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"), ["d4-d3"])
    (known,) = review(line, Budget(nodes=5000)).plies
    assert str(ply_said(line.last, known)) == "Light plays d4-d3; c1-c2 was much better."
    assert str(better_said(line.last, known)) == "It captures 2 pieces at once: b2, d2."


def test_of_what_was_no_mistake_nothing_more_is_said() -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    (known,) = review(line, Budget(nodes=100)).plies
    assert not known.size
    assert better_said(line.last, known) is None


@pytest.mark.parametrize(
    ("points", "said"),
    [(0.0101, "Light plays c1; c1 was exactly 0.01 points better."), (0.0099, "None")],
)
def test_an_exact_loss_is_told_from_a_hundredth_of_a_point_on(points: float, said: str) -> None:
    line = Line.of(SEEGA.initial(), ["c1"])
    (known,) = review(line, Budget(nodes=100)).plies
    lost = replace(known, exact=True, mistake=points / 50, size="", line=("c1",))
    assert str(ply_said(line.last, lost)) == said


def test_a_number_has_the_comma_of_its_language() -> None:
    assert [decimal("13.61").said(translator(lang)) for lang in ("en", "fr", "de")] == ["13.61", "13,61", "13,61"]
