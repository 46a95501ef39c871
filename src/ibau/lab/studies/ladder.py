"""The skill ladder: players from weak to strong, each of which meets the one before it in pairs of games.

How many levels of play there are does not depend on how many games are played: a level is what beats another one in
three games of four, and a ladder has as many as fit into its whole height, the sum of the differences in Elo.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import stats

from ibau.core.game import Game
from ibau.lab.arena.contest import Contest, Pairing
from ibau.lab.statistics import ELO_PER_DECADE, elo
from ibau.lab.studies.intervals import TAIL, Difference, Figure
from ibau.lab.studies.rows import Rows, Seen
from ibau.lab.studies.who import Who
from ibau.tables.probing import tables_in

HALVES = "halves"  # the column: half points of the stronger player in a pair, 0 to 4
MOST_HALVES = 4
LEVEL = elo(0.75)


@dataclass(frozen=True, slots=True)
class PairedGames:
    """Pairs of games between two neighbours on a ladder, a row a pair."""

    game: Game
    stronger: Who
    weaker: Who
    seed: int
    tables: Path

    @property
    def name(self) -> str:
        return f"{self.game.ruleset} {self.stronger} > {self.weaker}"

    @property
    def games_a_row(self) -> int:
        return 2

    def rows(self, first: int, games: int) -> Rows:
        both = self.stronger.contestant, self.weaker.contestant
        pairing = Pairing(str(self.game.ruleset), both, self.seed)
        with tables_in(self.tables), Contest(lambda _: self.game, pairing) as contest:
            pairs = (contest.pair(number) for number in range(first, first + games))
            return {HALVES: np.array([sum(played.halves for played in pair) for pair in pairs], np.int32)}


def score(rows: Seen) -> tuple[float, float]:
    """The score of the stronger one, and its standard error: a pair at 1/4 and one at 3/4 are counted too."""
    scores = rows[HALVES].astype(np.float64) / MOST_HALVES
    padded = np.concatenate([scores, [0.25, 0.75]])
    return float(padded.mean()), float(padded.std(ddof=1) / math.sqrt(len(padded)))


def half_width(rows: Seen) -> float:
    """Half the width of the interval of the score."""
    return score(rows)[1] * float(stats.norm.isf(TAIL))


def levels(rungs: Sequence[Seen]) -> tuple[float, float]:
    """How many levels there are from the bottom to the top, and the standard error of that."""
    found, variance = 1.0, 0.0
    for rows in rungs:
        share, error = score(rows)
        found += elo(share) / LEVEL
        slope = ELO_PER_DECADE / math.log(10) / (share * (1 - share)) / LEVEL
        variance += (slope * error) ** 2
    return found, math.sqrt(variance)


def levels_figure(rungs: Sequence[Seen]) -> Figure:
    """How many levels there are, as a figure; nothing is paired with it."""
    found, error = levels(rungs)
    reach = float(stats.norm.isf(TAIL)) * error
    return Figure(found, found - reach, found + reach, np.zeros(0))


def levels_difference(one: Sequence[Seen], base: Sequence[Seen]) -> Difference:
    """What a reading changes, from games of their own."""
    (here, error), (there, other_error) = levels(one), levels(base)
    both, value = math.hypot(error, other_error), here - there
    reach = float(stats.norm.isf(TAIL)) * both
    return Difference(value, value - reach, value + reach, 2 * float(stats.norm.sf(abs(value) / both)))
