"""Intervals against what is known of them, and how often they hold what is true."""

from collections.abc import Callable

import numpy as np
import pytest

from ibau.lab.statistics import wilson
from ibau.lab.studies.intervals import (
    Figure,
    Numbers,
    are_discoveries,
    difference,
    mean,
    part_of_variance,
    quantile,
    ratio,
    share,
)


@pytest.fixture
def random() -> np.random.Generator:
    """The same numbers for each test, whichever was run before it."""
    return np.random.default_rng(2)


def test_a_share_of_wins_and_losses_has_wilsons_interval() -> None:
    found = share(np.repeat([1.0, 0.0], [30, 170]))
    assert (found.lower, found.upper) == pytest.approx(wilson(30, 200), abs=2e-3)


def test_halves_make_a_score_surer() -> None:
    wins, draws = share(np.repeat([1.0, 0.0], [500, 500])), share(np.repeat([1.0, 0.5, 0.0], [100, 800, 100]))
    assert draws.half_width < wins.half_width / 2


def test_a_quantile_lies_between_two_games() -> None:
    values = np.arange(1.0, 101.0)
    found = quantile(values, 0.5)
    assert found.value == 50
    assert (found.lower, found.upper) == (40, 61)  # the ranks of binomial tables


def test_equal_games_differ_in_nothing(random: np.random.Generator) -> None:
    values = random.integers(0, 9, 400).astype(float)
    for figure in (mean(values), quantile(values, 0.5), ratio(values, values + 1)):
        found = difference(figure, figure)
        assert (found.value, found.lower, found.upper, found.p) == (0, 0, 0, 1)
    few = difference(share(np.ones(10)), share(np.ones(10)))
    assert few.lower < 0 < few.upper  # ten games prove little


def test_what_every_game_has_is_not_certain_and_is_no_test() -> None:
    ones = np.ones(10)
    forced, seen = ratio(3 * ones, 3 * ones, is_share=True), share(ones)
    assert (forced.lower, forced.upper) == (seen.lower, seen.upper)
    assert forced.lower < 0.8
    assert difference(seen, share(ones)).p is None
    assert difference(seen, share(0 * ones)).p is not None


def test_a_cap_that_most_games_reach_is_told_from_a_lower_one() -> None:
    high, low = np.full(400, 100.0), np.full(400, 20.0)
    high[:40] = low[:10] = 7.0
    for one, base in ((low, high), (high, low)):
        found = difference(quantile(one, 0.5), quantile(base, 0.5))
        assert abs(found.value) == 80
        assert found.p is not None
        assert found.p < 1e-6


def test_parts_that_add_up_share_the_variance(random: np.random.Generator) -> None:
    luck, skill = random.normal(size=500), 0.5 * random.normal(size=500)
    one, other = part_of_variance(luck, luck + skill), part_of_variance(skill, luck + skill)
    assert one.value + other.value == pytest.approx(1)
    assert one.lower < 0.8 < one.upper


@pytest.mark.parametrize("kind", ["mean", "share", "quantile", "ratio"])
def test_paired_differences_hold_the_truth(random: np.random.Generator, kind: str) -> None:
    """In 93 to 97 % of many studies, whose noise alone would leave it there."""
    held, studies = 0, 1000
    for _ in range(studies):
        common = random.normal(size=200)
        one, base = common + random.normal(size=200) + 0.5, common + random.normal(size=200)
        make: Callable[[Numbers], Figure] = {
            "mean": mean,
            "share": lambda x: share((x > 0.25).astype(float)),
            "quantile": lambda x: quantile(x, 0.5),
            "ratio": lambda x: ratio(x + 5, np.ones(200)),
        }[kind]
        truth = {"share": 0.5702 - 0.4298}.get(kind, 0.5)
        found = difference(make(one), make(base))
        held += found.lower <= truth <= found.upper
    assert 0.93 <= held / studies <= (0.985 if kind == "quantile" else 0.97)


def test_discoveries_are_those_of_the_rule() -> None:
    assert are_discoveries(np.array([0.001, 0.02, 0.04, 0.5]), 0.05).tolist() == [True, True, False, False]
    assert are_discoveries(np.zeros(0), 0.05).tolist() == []
