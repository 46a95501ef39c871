"""Statistics of scores: correlation within pairs, Elo, and likelihood ratios."""

import math
from collections.abc import Sequence

ELO_PER_DECADE = 400  # the Elo difference at which the odds of a win grow tenfold
BISECTION_STEPS = 60  # enough for double precision
PSEUDOCOUNT = 1e-3  # the count of outcomes that did not occur


def pair_correlation(counts: Sequence[int]) -> float:
    """The correlation within pairs, 0 to 1; 0 if it is negative.

    `counts[n]`: the number of pairs with the n-th of evenly spaced sums, from two failures to two successes.  One pair
    of each extreme is added, so that a few pairs are never taken for independent.
    """
    seen = list(counts)
    seen[0] += 1
    seen[-1] += 1
    mean, variance = mean_and_variance(seen)
    independent = mean * (1 - mean) / 2  # the variance of the mean of two independent halves
    return min(1.0, max(0.0, variance / independent - 1))


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of a distribution over evenly spaced values from 0 to 1."""
    total, top = sum(counts), len(counts) - 1
    mean = sum(n / top * count for n, count in enumerate(counts)) / total
    return mean, sum((n / top - mean) ** 2 * count for n, count in enumerate(counts)) / total


def elo(score: float) -> float:
    """The Elo difference that corresponds to a score of 0..1 (Elo 1978, the logistic form); infinite at 0 and 1."""
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_DECADE * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The expected score at an Elo difference."""
    return 1 / (1 + math.pow(10, -difference / ELO_PER_DECADE))


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """The log-likelihood ratio of the expected score `score1` to `score0`.

    `counts`: of outcomes with evenly spaced scores from 0 to 1: three for games, five for pairs of games.  For each
    expected score the likeliest distribution is used, as in the generalised sequential probability ratio test (M. Van
    den Bergh, hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf).
    """
    if not any(counts):
        return 0.0
    seen: list[float] = [count or PSEUDOCOUNT for count in counts]
    zeros, ones = (_constrained_fit(seen, score) for score in (score0, score1))
    return sum(count * math.log(one / zero) for count, zero, one in zip(seen, zeros, ones, strict=True))


def _constrained_fit(counts: Sequence[float], score: float) -> list[float]:
    """The likeliest distribution with expected score `score`: p / (1 + x * (value - score)).

    x is found by bisection: the sum of the deviations from the score falls as x grows, and is 0 at the solution.
    """
    total, top = sum(counts), len(counts) - 1
    deviations = [n / top - score for n in range(top + 1)]
    low, high = -1 / deviations[-1], -1 / deviations[0]
    for _ in range(BISECTION_STEPS):
        x = (low + high) / 2
        left = sum(count * d / (1 + x * d) for count, d in zip(counts, deviations, strict=True))
        low, high = (x, high) if left > 0 else (low, x)
    return [count / total / (1 + low * d) for count, d in zip(counts, deviations, strict=True)]
