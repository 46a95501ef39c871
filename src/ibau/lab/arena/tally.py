"""The first entrant's results in a tournament: score, interval, Elo, and a sequential test that may end it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ibau.core.interval import wilson
from ibau.lab.arena.paired_game import Pair
from ibau.lab.statistics import elo, expected_score, log_likelihood_ratio, pair_correlation

DRAWN, WON = 1, 2  # half points of a game


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of the pairs so far; immutable."""

    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)  # pairs by half points of the first entrant, 0 to 4
    wins: int = 0  # games that the first entrant won
    draws: int = 0  # games

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "Tally":
        """The tally of some pairs."""
        tally = cls()
        for pair in pairs:
            tally = tally.after(pair)
        return tally

    def after(self, pair: Pair) -> "Tally":
        """The tally with one more pair."""
        halves = [played.half_points for played in pair]
        counts = list(self.pairs)
        counts[sum(halves)] += 1
        one, two, three, four, five = counts
        return Tally((one, two, three, four, five), self.wins + halves.count(WON), self.draws + halves.count(DRAWN))

    @property
    def games(self) -> int:
        """How many games have been played, two per pair."""
        return 2 * sum(self.pairs)

    @property
    def losses(self) -> int:
        """How many games the first entrant has lost."""
        return self.games - self.wins - self.draws

    @property
    def points(self) -> float:
        """One per win, half per draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The share of the points, 0.5 without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score.

        The games of a pair share throws and opening, so their results may be correlated.  The number of trials is
        therefore games / (1 + correlation), between one and two per pair (Kish's design effect, 1965); a negative
        correlation counts as 0.
        """
        trials = self.games / (1 + pair_correlation(self.pairs))
        return wilson(self.score * trials, trials)

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the score."""
        return elo(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference."""
        low, high = self.interval
        return elo(low), elo(high)


class Sprt(NamedTuple):
    """A sequential probability ratio test (Wald 1945) of two Elo differences, on the pentanomial of pairs."""

    elo0: float  # the smaller Elo difference
    elo1: float  # the larger one
    alpha: float = 0.05  # the probability of accepting elo1 if elo0 is true
    beta: float = 0.05  # the probability of accepting elo0 if elo1 is true

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, tally: Tally) -> float:
        """The log-likelihood ratio of elo1 to elo0."""
        return log_likelihood_ratio(tally.pairs, expected_score(self.elo0), expected_score(self.elo1))

    def accepted(self, tally: Tally) -> float | None:
        """The Elo difference that is accepted; None while neither is."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(tally)
        if low < ratio < high:
            return None
        return self.elo0 if ratio <= low else self.elo1
