"""Statistics of shares and scores."""

import math

import pytest

from ibau.core.interval import wilson
from ibau.lab.statistics import elo, expected_score, log_likelihood_ratio, pair_correlation


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_ends_and_nothing_measured() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(7, 7)[1] == pytest.approx(1.0)
    assert wilson(0, 7)[0] == pytest.approx(0.0)


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0), (10 / 11, 400), (1 / 101, -800), (0.75, 190.848)])
def test_odds_of_ten_to_one_are_400_points(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=1e-3)
    assert expected_score(difference) == pytest.approx(score, abs=1e-5)


def test_nobody_who_lost_everything_has_a_rating() -> None:
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("counts", "alike"),
    [
        ((5, 0, 0, 0, 5), 1),  # both games of a pair end alike
        ((0, 0, 10, 0, 0), 0),  # one cancels the other
        ((0, 0, 0, 0, 0), 1),  # nothing is known
        ((24, 0, 50, 0, 24), 0),  # as coins fall; with the two pairs added 25, 50 and 25
        ((39, 0, 20, 0, 39), 0.6),  # variance 0.2 of the pairs, 0.125 if they were independent
    ],
)
def test_pairs_are_alike_as_far_as_they_vary_more_than_coins(counts: tuple[int, ...], alike: float) -> None:
    assert pair_correlation(counts) == pytest.approx(alike)


@pytest.mark.parametrize(("lost", "won", "zero", "one"), [(40, 60, 0.5, 0.6), (10, 3, 0.5, 0.55), (7, 9, 0.3, 0.8)])
def test_of_two_outcomes_the_ratio_is_that_of_two_coins(lost: int, won: int, zero: float, one: float) -> None:
    """A score leaves only one distribution over a win and a loss."""
    exact = won * math.log(one / zero) + lost * math.log((1 - one) / (1 - zero))
    assert log_likelihood_ratio((lost, won), zero, one) == pytest.approx(exact)


def test_nothing_seen_makes_nothing_likelier() -> None:
    assert log_likelihood_ratio((0, 0, 0), 0.5, 0.6) == 0
    assert log_likelihood_ratio((10, 30, 10), 0.4, 0.6) == pytest.approx(0, abs=1e-9)
