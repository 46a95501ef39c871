"""The ladder of players from which the levels of a game are chosen."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from ibau.core.game import Game
from ibau.lab.arena import Tally
from ibau.lab.statistics import ELO_PER_DECADE, elo
from ibau.players import LEVELS, Budget
from ibau.players.level_settings import EIGHTHS, LevelSetting
from ibau.players.levels import CarelessPlayer
from ibau.search.network import fingerprint, network_of

ELO_PER_LOGIT = ELO_PER_DECADE / math.log(10)
NEWTON_STEPS = 50

# What the texts of the levels say of the actions of eight that they notice; none of eight leaves one by lot.
NOTICED = {1: (0, 3), 2: (2, 4), 3: (4, 7), 4: (4, 7), 5: (6, 7), 6: (8, 8), 7: (8, 8), 8: (8, 8)}
MAY_SEARCH, MUST_SEARCH = 3, 4  # the levels from which on they may, and must, look further than one ply ahead


class LadderEntrant(NamedTuple):
    """A player by its setting, as an entrant of the arena."""

    setting: LevelSetting

    @property
    def text(self) -> str:
        return self.setting.text

    @property
    def budget(self) -> Budget | None:
        """As its setting says."""
        return None

    @property
    def cost(self) -> int:
        """Nodes a move."""
        return self.setting.nodes or 0

    def player(self, seed: int) -> CarelessPlayer:
        return CarelessPlayer(seed, setting=self.setting)

    def check(self, game: Game) -> None:
        """It plays every game."""

    def evaluator_text(self, game: Game) -> str:
        """What its setting says."""
        return fingerprint(network_of(game, self.setting.evaluator))

    def suits_level(self, level: int) -> bool:
        """Does it see what the text of the level says, no more and no less?"""
        least, most = NOTICED[level]
        thinks_enough = level >= MAY_SEARCH if self.setting.searches else level < MUST_SEARCH
        return least <= self.setting.noticed <= most and thinks_enough


# One ply ahead; searching with things overlooked (noticed and nodes); searching with nothing overlooked (nodes).
ONE_PLY = tuple(LadderEntrant(LevelSetting(noticed)) for noticed in range(1, EIGHTHS))
CARELESS_SEARCHES = ((4, 300), (4, 1_000), (5, 300), (5, 1_000), (6, 300), (6, 1_000), (7, 300), (7, 1_000), (7, 3_000))
CARELESS = tuple(LadderEntrant(LevelSetting(noticed, nodes)) for noticed, nodes in CARELESS_SEARCHES)
FULL_SEARCH_NODES = (300, 1_000, 3_000, 10_000, 30_000, 100_000)
FULL_SEARCH = tuple(LadderEntrant(LevelSetting(nodes=nodes)) for nodes in FULL_SEARCH_NODES)

LADDER = (*ONE_PLY, *CARELESS, *FULL_SEARCH)  # from weak to strong, all but the strongest
FEW = (*ONE_PLY, *CARELESS[1:6:4], *FULL_SEARCH[:3])  # that stand apart, for games with throws

Gap = Callable[[LadderEntrant, LadderEntrant], float]  # (below, above): their distance in Elo
Results = Mapping[tuple[str, str], Tally]  # of matches, by the names of both


def gap_of(tally: Tally) -> float:
    """The difference in Elo that a tally shows; finite, as if both had won one game more."""
    return elo((tally.points + 1) / (tally.games + 2))


def ratings(results: Results) -> dict[str, float]:
    """The Elo of everyone who played, under which the results are likeliest (Bradley, Terry 1952), by Newton's method.

    As if both had won one game more in each match, so that all are finite.
    """
    names = sorted({name for match in results for name in match})
    ones, others = (np.array([names.index(match[side]) for match in results]) for side in (0, 1))
    games = np.array([tally.games + 2 for tally in results.values()], float)
    points = np.array([tally.points + 1 for tally in results.values()])
    sides = np.zeros((len(results), len(names)))
    sides[range(len(results)), ones], sides[range(len(results)), others] = 1, -1
    heights = np.zeros(len(names))
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-sides @ heights))
        slope = sides.T @ (points - games * expected)
        bend = sides.T @ (sides * (games * expected * (1 - expected))[:, None])
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        heights += step / max(1.0, np.abs(step).max())
    return dict(zip(names, (heights * ELO_PER_LOGIT).tolist(), strict=True))


def level_numbers(levels: Sequence[LadderEntrant]) -> tuple[int, ...] | None:
    """Which levels some rungs are: the first and the last one and, between them, as evenly as their texts allow.

    None where there are no such numbers.
    """
    steps = len(LEVELS) - 1
    even = [1 + n * steps / (len(levels) - 1) for n in range(len(levels))]
    ways = ((1, *some, len(LEVELS)) for some in combinations(range(2, len(LEVELS)), len(levels) - 2))
    fitting = [way for way in ways if all(map(LadderEntrant.suits_level, levels, way))]
    return min(fitting, key=lambda way: sum(abs(n - ideal) for n, ideal in zip(way, even, strict=True)), default=None)


def choose_levels(ladder: Sequence[LadderEntrant], count: int, gap: Gap) -> tuple[LadderEntrant, ...] | None:
    """A number of levels from the lowest rung to the highest, as evenly as can be: the least gap as large as possible.

    None where the ladder has too few rungs that may be levels together.
    """
    between = combinations(ladder[1:-1], count - 2)
    ways = ((ladder[0], *some, ladder[-1]) for some in between)
    return max(filter(level_numbers, ways), key=lambda way: sorted(gap(*step) for step in pairwise(way)), default=None)
