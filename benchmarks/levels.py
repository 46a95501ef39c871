"""Calibrate the levels: python -m benchmarks.levels RULESET ... [--pairs N] [--write].

Measures a ladder of players, from one that overlooks nearly everything to the best one; chooses eight levels on it, as
evenly as possible; and measures each against the one below in new games.  In games without throws all eight must score
65 %; in games with throws the lower end of the interval must be above 50 %, and fewer levels are offered if the range
is too narrow.  Games are kept in a folder, so that an interrupted run continues; another network is refused there, but
after a change of a search begin with an empty one.
"""

import argparse
import math
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.level_ladder import FEW, LADDER, LadderEntrant, choose_levels, gap_of, level_numbers, ratings
from benchmarks.level_tables import MeasuredLevels, write_levels
from ibau.core.completion_rates import check_ends
from ibau.core.errors import IbauError, join_names
from ibau.games import game, systems
from ibau.lab.arena import Entrant, Pairing, Tally, parse_entrant, run_tournament
from ibau.lab.statistics import elo
from ibau.players import LEVELS
from ibau.players.level_settings import LevelSetting, settings_of

FOLDER = Path("build/levels")
CLIMBING, VERIFYING = 1, 2  # seeds
FULL_COST = 10_000  # nodes per move: players that need more play fewer pairs
LEAST_PAIRS = 10
CHEAPER = 3  # times as many pairs between players that do not search
ROUNDS = 12  # of choosing, for each number of levels

BETTER, FAR_BETTER = 0.5, 0.75  # scores on the ladder
LOST_TO_GREEDY = 0.6  # the least share of games that level 1 loses, in games without throws
NEEDED = 0.65  # the least score against the level below, in games without throws
MIN_SCORE_TO_TRY = 0.62  # by the rough ratings of the ladder
MIN_SCORE_TO_TRY_WITH_THROWS = 0.56  # likely to be significantly above a half


class LadderSettings(NamedTuple):
    """The settings of a calibration."""

    ruleset: str
    pairs: int
    nodes: int | None = None  # per move of level 8; None for its current ones
    workers: int = 1  # games at once


class LevelCalibration:
    """The matches of one game."""

    def __init__(self, settings: LadderSettings) -> None:
        self.settings = settings
        self.with_throws = game(settings.ruleset).system.has_throws
        self._results: dict[tuple[str, str], Tally] = {}
        self._heights: dict[str, float] = {}
        self._verified: dict[tuple[LadderEntrant, LadderEntrant], Tally] = {}

    def calibrate(self) -> MeasuredLevels:
        """Find as many levels as differ significantly, and measure them.

        Raises EndlessError for rules under which too few games end.
        """
        check_ends(game(self.settings.ruleset))
        ladder = self._measure()
        fewest = 2 if self.with_throws else len(LEVELS)
        for count in range(len(LEVELS), fewest - 1, -1):
            for _ in range(ROUNDS):
                chosen = self._choose(ladder, count)
                if chosen is None:
                    break
                if (steps := self._verify(chosen)) is not None:
                    return self._measured_levels(chosen, steps)
        raise IbauError(f"{self.settings.ruleset}: no {fewest} players differ significantly; play more pairs.")

    # The ladder --------------------------------------------------------------------------------------------------

    @property
    def _top(self) -> LadderEntrant:
        """Level 8."""
        current = settings_of(game(self.settings.ruleset).system)[LEVELS[-1].id].nodes
        return LadderEntrant(LevelSetting(nodes=self.settings.nodes or current))

    def _measure(self) -> tuple[LadderEntrant, ...]:
        """Measure the ladder, and sort it by rating.

        Each player is measured against the best so far; in games with throws, where all are close, against `greedy`,
        and later against the last one that was far better than its opponent.
        """
        lowest, *others = ladder = [*(FEW if self.with_throws else LADDER), self._top]
        yardstick: Entrant = parse_entrant("greedy") if self.with_throws else lowest
        for rung in ladder if self.with_throws else others:
            tally = self._results[rung.text, yardstick.text] = self.match(rung, yardstick, CLIMBING)
            if tally.score > (FAR_BETTER if self.with_throws else BETTER):
                yardstick = rung
        heights = ratings(self._results)
        return (lowest, *sorted(others[:-1], key=lambda rung: heights[rung.text]), self._top)

    def _choose(self, ladder: tuple[LadderEntrant, ...], count: int) -> tuple[LadderEntrant, ...] | None:
        """Choose `count` levels whose steps are large enough by current ratings."""
        self._heights = ratings(self._results)
        chosen = choose_levels(ladder, count, self._gap)
        least = elo(MIN_SCORE_TO_TRY_WITH_THROWS if self.with_throws else MIN_SCORE_TO_TRY)
        return chosen if chosen and min(self._gap(*step) for step in pairwise(chosen)) >= least else None

    def _gap(self, below: LadderEntrant, above: LadderEntrant) -> float:
        """The Elo difference of two players; minus infinity if new games have shown that it is too small."""
        fresh = self._verified.get((below, above))
        if fresh is None:
            return self._heights[above.text] - self._heights[below.text]
        return gap_of(fresh) if self._is_step(fresh) else -math.inf

    def _is_step(self, tally: Tally) -> bool:
        """Whether the difference is large enough for a level."""
        return tally.interval[0] > 1 / 2 if self.with_throws else tally.score >= NEEDED

    # New games ---------------------------------------------------------------------------------------------------

    def _verify(self, chosen: tuple[LadderEntrant, ...]) -> tuple[Tally, ...] | None:
        """Measure each level against the one below; None as soon as a difference is too small.

        The most doubtful step is measured first, and level 8, which takes the longest, last.
        """
        steps = list(pairwise(chosen))
        for below, above in sorted(steps, key=lambda step: (step[1] == self._top, self._gap(*step))):
            tally = self._verified.get((below, above)) or self.match(above, below, VERIFYING)
            self._results[above.text, below.text] = self._verified[below, above] = tally
            if not self._is_step(tally):
                return None
        return tuple(self._verified[step] for step in steps)

    def _measured_levels(self, chosen: tuple[LadderEntrant, ...], steps: tuple[Tally, ...]) -> MeasuredLevels:
        against = {name: self.match(chosen[0], parse_entrant(name), VERIFYING) for name in ("greedy", "random")}
        if not self.with_throws and against["greedy"].losses < LOST_TO_GREEDY * against["greedy"].games:
            raise IbauError(f"{self.settings.ruleset}: level 1 is too strong: greedy beats it too rarely.")
        levels = dict(zip(level_numbers(chosen) or (), chosen, strict=True))
        return MeasuredLevels(self.settings.ruleset, levels, steps, against)

    # Matches -----------------------------------------------------------------------------------------------------

    def match(self, one: Entrant, other: Entrant, seed: int) -> Tally:
        """Measure the score of one against the other; time limits are processor time."""
        pairs = self.pairs_between(one, other) // (1 if self.with_throws or seed == VERIFYING else 2)
        folder = FOLDER / self.settings.ruleset
        folder.mkdir(parents=True, exist_ok=True)
        pairing = Pairing(self.settings.ruleset, (one, other), seed, clock="cpu")
        tally = run_tournament(
            game, pairing, pairs, file=folder / f"{one.text} {other.text} {seed}.jsonl", workers=self.settings.workers
        )
        low, high = tally.interval
        print(f"{one.text} against {other.text}: {tally.score:.1%} ({low:.1%} to {high:.1%}) of {tally.games} games")
        return tally

    def pairs_between(self, *entrants: Entrant) -> int:
        cost = max(entrant.cost for entrant in entrants if isinstance(entrant, LadderEntrant))
        if not cost:
            return CHEAPER * self.settings.pairs
        affordable = self.settings.pairs * FULL_COST // max(FULL_COST, cost)
        return max(affordable, min(LEAST_PAIRS, self.settings.pairs))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.levels", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="+", metavar="RULESET")
    parser.add_argument("--pairs", type=int, default=40, help="pairs per match, fewer for slow players")
    parser.add_argument("--nodes", type=int, help="nodes per move of level 8 (default: the current ones)")
    parser.add_argument("--workers", type=int, default=2, help="games at once, each on a core (default: 2)")
    parser.add_argument("--write", action="store_true", help="save the levels.json of the game and its table")
    options = parser.parse_args()
    defaults = [system.default_preset.id for system in systems().values()]
    variants = [ruleset for ruleset in options.rulesets if ruleset not in defaults]
    if options.write and variants:
        parser.error(f"levels are written for default rules only: {join_names(defaults)}; not for {variants[0]!r}")
    try:
        for ruleset in options.rulesets:
            settings = LadderSettings(ruleset, options.pairs, options.nodes, options.workers)
            measured = LevelCalibration(settings).calibrate()
            print(*map(" | ".join, measured.rows()), measured.notes(), sep="\n")
            if options.write:
                write_levels(measured)
    except IbauError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
