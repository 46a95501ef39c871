"""How certain a measured share or score is."""

import math
from collections.abc import Sequence

ELO_PER_DECADE = 400  # points of Elo by which the odds of a win grow tenfold
BISECTION_STEPS = 60  # of a bracket, until a double holds no finer one
PSEUDOCOUNT = 1e-3  # how often an outcome that was never seen is taken to have come up


def pair_correlation(counts: Sequence[int]) -> float:
    """How alike the two halves of a pair are, 0 to 1: the correlation within pairs, 0 where it is negative.

    `counts[n]` pairs have come to the n-th of evenly spaced sums, from two failures to two successes.  Two more
    pairs with equal halves are counted, one of either kind, so that a few pairs never pass for independent ones.
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
    """The difference in Elo that a score of 0..1 stands for (Elo 1978, the logistic form); infinite at both ends."""
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_DECADE * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score that is expected at a difference in Elo."""
    return 1 / (1 + math.pow(10, -difference / ELO_PER_DECADE))


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """How much likelier the outcomes are if the expected score is `score1` than if it is `score0`.

    `counts` are of outcomes with evenly spaced scores from 0 to 1: three for games, five for pairs of them.  Of all
    distributions with an expected score the likeliest one is taken, as in the generalised sequential probability
    ratio test (M. Van den Bergh, hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf).
    """
    if not any(counts):
        return 0.0
    seen: list[float] = [count or PSEUDOCOUNT for count in counts]
    zeros, ones = (_constrained_fit(seen, score) for score in (score0, score1))
    return sum(count * math.log(one / zero) for count, zero, one in zip(seen, zeros, ones, strict=True))


def _constrained_fit(counts: Sequence[float], score: float) -> list[float]:
    """The distribution with an expected score under which the counts are likeliest: p / (1 + x * (value - score)).

    The right x is where the deviations from the score sum to 0; their sum falls as x grows.
    """
    total, top = sum(counts), len(counts) - 1
    deviations = [n / top - score for n in range(top + 1)]
    low, high = -1 / deviations[-1], -1 / deviations[0]
    for _ in range(BISECTION_STEPS):
        x = (low + high) / 2
        left = sum(count * d / (1 + x * d) for count, d in zip(counts, deviations, strict=True))
        low, high = (x, high) if left > 0 else (low, x)
    return [count / total / (1 + low * d) for count, d in zip(counts, deviations, strict=True)]
