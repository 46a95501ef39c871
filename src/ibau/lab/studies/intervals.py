"""Figures of games with their 95 % intervals, and differences between two readings whose games are paired.

A figure knows its influence: how far each game has pushed it (Hampel 1974), centred.  The spread of these numbers is
the figure's standard error, and where the games of two readings are paired, the spread of their differences is that of
the figures' difference.  So means, shares, quantiles and ratios are all paired in one way.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Numbers = NDArray[np.float64]

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2


class Figure(NamedTuple):
    """A figure and its interval."""

    value: float
    lower: float
    upper: float
    influence: Numbers  # of each game; their mean is 0
    is_share: bool = False  # between 0 and 1
    of: Numbers | None = None  # the numbers that it is a quantile of

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.upper - self.lower) / 2


class Difference(NamedTuple):
    """What a reading changes: its figure less that of its base, and how likely so much is by chance alone.

    `p` is None for what no game has seen, or every game: there is nothing that chance could have changed.
    """

    value: float
    lower: float
    upper: float
    p: float | None


def mean(values: Numbers) -> Figure:
    """The mean, with Student's interval."""
    return _by_influence(float(values.mean()), values - values.mean())


def share(values: Numbers) -> Figure:
    """The mean of numbers between 0 and 1, with Wilson's interval (1927).

    Halves vary less than wins and losses, so that they count for more trials than there are games: as many as make the
    variance right.  A success and a failure more are counted for the variance, which is then never 0.
    """
    games, value = len(values), float(values.mean())
    successes = float(values.sum())
    squares = float((values * values).sum())
    guess = (successes + 1) / (games + 2)
    variance = (squares + 1) / (games + 2) - guess**2
    trials = games * max(1.0, guess * (1 - guess) / variance)
    lower, upper = wilson(value, trials)
    return Figure(value, lower, upper, values - value, is_share=True)


def wilson(value: float, trials: float) -> tuple[float, float]:
    """Wilson's interval of a share among so many trials."""
    z = float(stats.norm.isf(TAIL))
    middle = (value + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * np.sqrt(value * (1 - value) / trials + z * z / (4 * trials**2)) / (1 + z * z / trials)
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))


def ratio(parts: Numbers, wholes: Numbers, *, is_share: bool = False) -> Figure:
    """The sum of some numbers by the sum of others, a pair a game."""
    whole = float(wholes.mean())
    value = float(parts.mean()) / whole
    found = _by_influence(value, (parts - value * wholes) / whole)
    if not is_share:
        return found
    if not found.influence.any():  # all games agree, which does not make it certain
        lower, upper = wilson(value, len(parts))
        return found._replace(lower=lower, upper=upper)
    return found._replace(lower=max(0.0, found.lower), upper=min(1.0, found.upper))


def part_of_variance(part: Numbers, whole: Numbers) -> Figure:
    """How much of the variance of the whole comes from a part: their covariance by that variance.

    The shares of parts that add up to the whole add up to 1.  One that works against the others is negative.
    """
    parts, wholes = part - part.mean(), whole - whole.mean()
    return ratio(parts * wholes, wholes * wholes)


def quantile(values: Numbers, q: float) -> Figure:
    """A quantile, which a share q of the games does not exceed, with its distribution-free interval.

    The interval lies between two games: how many stay below the quantile is binomial (David and Nagaraja 2003, 7.1).
    """
    ordered, games = np.sort(values), len(values)
    value = float(ordered[min(games - 1, int(np.ceil(q * games)) - 1)])
    low, high = int(stats.binom.ppf(TAIL, games, q)), int(stats.binom.isf(TAIL, games, q))
    lower, upper = float(ordered[max(0, low - 1)]), float(ordered[min(games - 1, high)])
    below = (values <= value).astype(np.float64)
    spread = float(below.std())
    error = (upper - lower) / 2 / float(stats.norm.isf(TAIL))  # as wide as the interval says (Woodruff 1952)
    influence = (below.mean() - below) * (error * np.sqrt(games) / spread) if spread else np.zeros(games)
    return Figure(value, lower, upper, influence, of=values)


def difference(one: Figure, base: Figure) -> Difference:
    """What a reading changes, from as many games of both, the n-th of which belong together."""
    value = one.value - base.value
    if not value and np.array_equal(one.influence, base.influence) and not one.is_share:
        return Difference(0.0, 0.0, 0.0, 1.0)
    if one.of is not None and base.of is not None:
        return _of_quantiles(one, base)
    pairs = one.influence - base.influence + value
    if not one.is_share:
        return _of_means(pairs, value)
    found = _of_shares(pairs, value)
    return found if pairs.any() or one.influence.any() else found._replace(p=None)


def _of_means(pairs: Numbers, value: float) -> Difference:
    """The difference of means, with Student's interval: searches may have played a few games only."""
    games = len(pairs)
    if games < 2:
        return Difference(value, -np.inf, np.inf, 1.0)
    error = float(pairs.std(ddof=1) / np.sqrt(games))
    reach = float(stats.t.isf(TAIL, games - 1)) * error
    p = 2 * float(stats.t.sf(abs(value) / error, games - 1)) if error else float(value == 0)
    return Difference(value, value - reach, value + reach, p)


def _of_shares(pairs: Numbers, value: float) -> Difference:
    """One pair more is counted either way, so that a few equal pairs prove nothing (Bonett and Price 2012)."""
    games = len(pairs) + 2
    middle = float(pairs.sum()) / games
    error = float(np.sqrt(((pairs * pairs).sum() + 2) / games - middle**2)) / np.sqrt(games)
    reach = float(stats.norm.isf(TAIL)) * error
    lower, upper = max(-1.0, min(value, middle - reach)), min(1.0, max(value, middle + reach))
    return Difference(value, lower, upper, _chance(middle, error))


def _of_quantiles(one: Figure, base: Figure) -> Difference:
    """The difference of quantiles by the square-and-add rule, which keeps intervals lopsided (Zou and Donner 2008).

    The chance is that of as large a difference between the shares of games up to the smaller quantile, beyond which one
    of the readings may have nothing: lengths are whole numbers, and where intervals shrink to one of them they say
    nothing about chances.
    """
    value = one.value - base.value
    spreads = float(one.influence.std() * base.influence.std())
    likeness = float((one.influence * base.influence).mean()) / spreads if spreads else 0.0
    lower = _added(one.value - one.lower, base.upper - base.value, likeness)
    upper = _added(one.upper - one.value, base.value - base.lower, likeness)
    if not value or one.of is None or base.of is None:
        return Difference(value, value - lower, value + upper, 1.0)
    smaller = min(one.value, base.value)
    pairs = (one.of <= smaller).astype(np.float64) - (base.of <= smaller)
    return Difference(value, value - lower, value + upper, _of_shares(pairs, float(pairs.mean())).p)


def _added(one: float, other: float, likeness: float) -> float:
    return float(np.sqrt(max(0.0, one**2 + other**2 - 2 * likeness * one * other)))


def _chance(value: float, error: float) -> float:
    """How likely a value so far from 0 is by chance alone."""
    return 2 * float(stats.norm.sf(abs(value) / error)) if error else float(value == 0)


def are_discoveries(chances: Numbers, level: float) -> NDArray[np.bool_]:
    """Which of many differences are told from chance, a share `level` of them falsely (Benjamini, Hochberg 1995)."""
    if not len(chances):
        return np.zeros(0, np.bool_)
    return np.asarray(stats.false_discovery_control(chances, method="bh") <= level)


def _by_influence(value: float, influence: Numbers) -> Figure:
    games = len(influence)
    if games < 2:
        return Figure(value, -np.inf, np.inf, influence)
    error = float(np.sqrt((influence * influence).sum() / (games - 1) / games))
    reach = float(stats.t.isf(TAIL, games - 1)) * error
    return Figure(value, value - reach, value + reach, influence)
