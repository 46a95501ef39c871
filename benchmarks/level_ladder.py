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

# How many actions of eight a level notices, at least and at most, by its description.
NOTICED = {1: (0, 3), 2: (2, 4), 3: (4, 7), 4: (4, 7), 5: (6, 7), 6: (8, 8), 7: (8, 8), 8: (8, 8)}
MAY_SEARCH, MUST_SEARCH = 3, 4  # the levels from which on players may, and must, look further than one ply ahead


class LadderEntrant(NamedTuple):
    """A player by its setting, as an entrant of the arena."""

    setting: LevelSetting

    @property
    def text(self) -> str:
        return self.setting.text

    @property
    def budget(self) -> Budget | None:
        """None: the setting has the limits."""
        return None

    @property
    def cost(self) -> int:
        """Nodes per move."""
        return self.setting.nodes or 0

    def player(self, seed: int) -> CarelessPlayer:
        return CarelessPlayer(seed, setting=self.setting)

    def check(self, game: Game) -> None:
        """Accept every game."""

    def evaluator_text(self, game: Game) -> str:
        """The fingerprint of the setting's evaluator."""
        return fingerprint(network_of(game, self.setting.evaluator))

    def suits_level(self, level: int) -> bool:
        """Whether it notices as much as the description of a level states."""
        least, most = NOTICED[level]
        thinks_enough = level >= MAY_SEARCH if self.setting.searches else level < MUST_SEARCH
        return least <= self.setting.noticed <= most and thinks_enough


# Looking one ply ahead; searching with oversights (noticed, nodes); searching without oversights (nodes).
ONE_PLY = tuple(LadderEntrant(LevelSetting(noticed)) for noticed in range(1, EIGHTHS))
CARELESS_SEARCHES = ((4, 300), (4, 1_000), (5, 300), (5, 1_000), (6, 300), (6, 1_000), (7, 300), (7, 1_000), (7, 3_000))
CARELESS = tuple(LadderEntrant(LevelSetting(noticed, nodes)) for noticed, nodes in CARELESS_SEARCHES)
FULL_SEARCH_NODES = (300, 1_000, 3_000, 10_000, 30_000, 100_000)
FULL_SEARCH = tuple(LadderEntrant(LevelSetting(nodes=nodes)) for nodes in FULL_SEARCH_NODES)

LADDER = (*ONE_PLY, *CARELESS, *FULL_SEARCH)  # from weak to strong, all but the strongest
FEW = (*ONE_PLY, *CARELESS[1:6:4], *FULL_SEARCH[:3])  # with larger gaps, for games with throws

Gap = Callable[[LadderEntrant, LadderEntrant], float]  # (below, above): their distance in Elo
Results = Mapping[tuple[str, str], Tally]  # of matches, by the names of both


def gap_of(tally: Tally) -> float:
    """The Elo difference of a tally; finite, as one win is added for each side."""
    return elo((tally.points + 1) / (tally.games + 2))


def ratings(results: Results) -> dict[str, float]:
    """The maximum likelihood Elo of all players (Bradley, Terry 1952), by Newton's method.

    One win is added for each side of each match, so that all are finite.
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
    """The numbers of some players as levels: from first to last, as evenly as the levels' descriptions allow.

    None if there are no such numbers.
    """
    steps = len(LEVELS) - 1
    even = [1 + n * steps / (len(levels) - 1) for n in range(len(levels))]
    choices = ((1, *some, len(LEVELS)) for some in combinations(range(2, len(LEVELS)), len(levels) - 2))
    fitting = [numbers for numbers in choices if all(map(LadderEntrant.suits_level, levels, numbers))]
    return min(
        fitting, key=lambda numbers: sum(abs(n - ideal) for n, ideal in zip(numbers, even, strict=True)), default=None
    )


def choose_levels(ladder: Sequence[LadderEntrant], count: int, gap: Gap) -> tuple[LadderEntrant, ...] | None:
    """Choose `count` levels, the lowest and the highest player among them, with the least gap as large as possible.

    None if too few players of the ladder can be levels together.
    """
    between = combinations(ladder[1:-1], count - 2)
    choices = filter(level_numbers, ((ladder[0], *some, ladder[-1]) for some in between))
    return max(choices, key=lambda levels: sorted(gap(*step) for step in pairwise(levels)), default=None)
