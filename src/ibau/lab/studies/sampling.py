"""How many games are enough: as many as make every interval as narrow as is wanted, and never more than a limit.

After some games each interval tells how many there should be, since its width falls with the root of their number: for
ten times the precision a hundred times the games.  The answer follows from the rows alone, so that any number of
processes comes to the same.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from scipy import stats

from ibau.lab.studies.intervals import TAIL
from ibau.lab.studies.rows import Rows
from ibau.lab.studies.sources import Source

MARGIN = 1.05  # more games than the last intervals ask for, so that the next ones rarely ask again
MOST_GROWTH = 50  # from one look to the next: few games do not know how many are enough
FEW = 4  # games that begin to tell how many may be wanted


def games_needed(games: int, half_width: float, wanted: float) -> int:
    """How many games make an interval as narrow as wanted, by its half-width after some games."""
    if half_width <= wanted:
        return games
    growth = min(MOST_GROWTH, MARGIN * (half_width / wanted) ** 2)
    return math.ceil(games * growth)


def games_for(half_width: float, variance: float) -> int:
    """How many games make the interval of a mean so narrow, by their variance."""
    return math.ceil(variance * (float(stats.norm.isf(TAIL)) / half_width) ** 2)


Demand = Callable[[Rows, int], int]  # (the rows of so many games): how many there should be


@dataclass(eq=False)
class Sampling:
    """A source on its way to as many games as are wanted of it."""

    source: Source
    demand: Demand
    most: int
    goal: int  # after so many games it is asked again whether they are enough
    guess: int  # as many as may be wanted, before any has told
    trial: int  # games of the first piece, which tells how long they take
    likely: int = 0  # as many as may be wanted, by what has come
    is_looked_at: bool = False
    is_finished: bool = False
    done: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    asked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    timed: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])  # games of pieces, and seconds

    def __post_init__(self) -> None:
        self.goal = min(self.goal, self.most)
        self.likely = min(self.guess, self.most)

    @property
    def seconds(self) -> float | None:
        """The seconds that a game takes, once one has been played."""
        games = sum(games for games, _ in self.timed)
        return sum(seconds for _, seconds in self.timed) / games if games else None

    @property
    def left(self) -> int:
        """Games to be played yet, as far as can be told."""
        return 0 if self.is_finished else max(0, max(self.goal, self.likely) - self.games)

    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(after - first for first, after in self.done)

    @property
    def has_come(self) -> bool:
        """Are there as many games as the goal, without a gap?"""
        return not self.gaps(self.done)

    def gaps(self, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """What lacks to the goal."""
        found, have = list[tuple[int, int]](), 0
        for first, after in [*sorted(ranges), (self.goal, self.goal)]:
            if min(first, self.goal) > have:
                found.append((have, min(first, self.goal)))
            have = max(have, after)
        return found

    def next_piece(self, most: int) -> tuple[int, int] | None:
        """The next games that nobody plays yet, so many at most."""
        missing = self.gaps([*self.done, *self.asked])
        if not missing:
            return None
        first, after = missing[0]
        return first, min(after, first + most)

    @property
    def in_a_row(self) -> int:
        """How many have been played from the first on, without a gap."""
        gaps = self.gaps(self.done)
        return gaps[0][0] if gaps else self.goal

    def look(self, rows: Callable[[Source, int], Rows]) -> None:
        """Set the next goal or finish, once the goal is reached; before the first one, see what it may become."""
        if not self.is_looked_at and FEW <= self.in_a_row < self.goal:
            known = self.in_a_row / self.goal
            wanted = self.demand(rows(self.source, self.in_a_row), self.in_a_row)
            self.likely = min(self.most, round(known * wanted + (1 - known) * self.guess))
        while self.has_come and not self.is_finished:
            wanted = min(self.most, self.demand(rows(self.source, self.goal), self.goal))
            self.is_looked_at = True
            self.is_finished = wanted <= self.goal
            self.goal = self.likely = max(self.goal, wanted)
