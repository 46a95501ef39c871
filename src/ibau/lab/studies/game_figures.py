"""Figures of games and differences between rulesets, with 95 % intervals by the jackknife.

The jackknife leaves out one group of games at a time: the spread of the resulting figures is the standard error (Shao
and Tu 1995, The Jackknife and Bootstrap, 2.3).  Games of the same number share their random numbers under every
ruleset, and so do the groups: common variation cancels out of differences.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl
import scipy
from numpy.typing import NDArray

from ibau.core.completion_rates import CUT_OFF
from ibau.core.contract import System
from ibau.core.game import Game
from ibau.core.outcome import DRAW, GIVEN_UP, ended, winner_of
from ibau.lab.studies.compiled_games import event_column
from ibau.lab.studies.reviewed_games import TENTHS

CONFIDENCE = 0.95
GROUPS, FEW = 40, 10  # the number of groups, and that for less than MANY games
MANY = 4000
MINUTE = 60
UNLIMITED = 1 << 31
DECISION, THROW = 8.0, 4.0  # seconds that people are assumed to take
THOUGHT = 15.0  # seconds per decision in games without throws
NO_SHARES = ("minutes", "lower quartile", "upper quartile", "actions")

Numbers = NDArray[np.float64]


class Figure(NamedTuple):
    """A figure of games, and its value without each group of games."""

    value: float
    leave_one_out: Numbers
    floor: float = 0.0  # of its standard error: even if all games agree, a share is uncertain

    def __sub__(self, other: "Figure") -> "Figure":
        """The difference from the same figure of other games with the same random numbers."""
        return Figure(self.value - other.value, self.leave_one_out - other.leave_one_out, max(self.floor, other.floor))

    @property
    def error(self) -> float:
        """The standard error."""
        groups = len(self.leave_one_out)
        spread = (groups - 1) / groups * ((self.leave_one_out - self.leave_one_out.mean()) ** 2).sum()
        return float(np.sqrt(spread + self.floor**2))

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return float(scipy.stats.t.isf((1 - CONFIDENCE) / 2, len(self.leave_one_out) - 1)) * self.error

    def p_beyond(self, least: float) -> float:
        """The p-value of a figure this large if the true value is at most `least` in size."""
        return self._chance(abs(self.value) - least)

    def p_within(self, least: float) -> float:
        """The p-value of a figure this small if the true value is at least `least` in size."""
        return self._chance(least - abs(self.value))

    def _chance(self, distance: float) -> float:
        if not self.error:
            return float(distance <= 0)
        return float(scipy.stats.t.sf(distance / self.error, len(self.leave_one_out) - 1))


Figures = Mapping[str, Figure]


def figures_of(games: pl.DataFrame, game: Game) -> Figures:
    """All figures of some games, one row each."""
    decoded = decode_games(games, game)
    wanted = measures(games.columns, game.system)
    groups = GROUPS if games.height >= MANY else FEW
    parts = [decoded.filter(pl.col("number") * groups // games.height != group) for group in range(groups)]
    whole, *without = (part.select(**wanted).row(0, named=True) for part in (decoded, *parts))
    rows = {name: np.array([part[name] for part in without], np.float64) for name in wanted}
    floor = np.sqrt(2) / games.height  # as if two more games disagreed (Bonett and Price 2012)
    return {
        name: Figure(whole[name], rows[name], 0.0 if name in NO_SHARES else floor)
        for name in wanted
        if whole[name] is not None
    }


def decode_games(games: pl.DataFrame, game: Game) -> pl.DataFrame:
    """Add the columns winner, kind, is_long and minutes."""
    outcome = pl.col("outcome").cast(pl.Int64)
    winner = pl.when(outcome == 0).then(DRAW).otherwise(outcome & winner_of(-1))
    kinds = {0: GIVEN_UP, **game.system.end_kinds}
    decision = DECISION if game.system.has_throws else THOUGHT
    most = int(game.ruleset.values.get("max_turns", 0)) or UNLIMITED
    return games.with_row_index("number").with_columns(
        winner=winner,
        kind=(outcome // ended(0, 1)).replace_strict(kinds, return_dtype=pl.String),
        is_long=pl.max_horizontal("turns", "throws") >= most,  # a solo phase is one turn, and may last until the cap
        minutes=(decision * pl.col("decisions") + THROW * pl.col("throws")) / MINUTE,
    )


def measures(columns: list[str], system: System) -> dict[str, pl.Expr]:
    """The measures of games with these columns, as expressions."""
    drawn, winner = pl.col("winner") == DRAW, pl.col("winner")
    found = {
        "minutes": pl.col("minutes").mean(),
        "starter": score(winner == pl.col("starter"), drawn),
        "stronger": score(winner == pl.col("number") % 2, drawn),
        "draws": (drawn & (pl.col("kind") != GIVEN_UP)).mean(),
        "actions": pl.col("choices").sum() / pl.col("decisions").sum(),
        "forced": pl.col("forced").sum() / pl.col("turns").sum(),
        "truncated": pl.col("kind").is_in(CUT_OFF).mean(),
        "long": (pl.col("kind").is_in(CUT_OFF) | pl.col("is_long")).mean(),
        "lower quartile": pl.col("minutes").quantile(0.25),
        "upper quartile": pl.col("minutes").quantile(0.75),
    }
    for event in system.rule_events:
        found[event_column(event)] = (pl.col(event_column(event)) > 0).mean()
    if "luck" in columns:
        found |= {part: pl.cov(part, "change") / pl.col("change").var() for part in ("luck", "skill", "drift")}
        found["matters"] = pl.col("important_choices").sum() / pl.col("searched_choices").sum()
        found["moved"] = pl.col("moved").sum() / pl.col("plies").sum() / 2  # of a chance, not of a value
        for tenth in range(1, TENTHS):
            lead = pl.col(f"lead.{tenth}")
            found[f"leads.{tenth}"] = (lead != 0).sum().cast(pl.Float64)
            found[f"lead.{tenth}"] = (lead > 0).sum() / (lead != 0).sum()
    return found


def score(won: pl.Expr, drawn: pl.Expr) -> pl.Expr:
    """The mean score; a draw or an abandoned game is half a win."""
    return pl.when(drawn).then(0.5).otherwise(won.cast(pl.Float64)).mean()
