"""Measure the games of a study: figures, what readings change, and a verdict on every change, in one table.

A reading is a choice where the source is ambiguous.  An aspect changes if the whole interval of the difference lies
beyond the least change that people would notice; it hardly changes if the whole interval lies within ± that change.  Of
all verdicts on readings, one in twenty at most is expected to be wrong (Benjamini and Hochberg 1995); likewise, but
separately, of those on caps and other bookkeeping, and of those on interactions of two changes.
"""

from collections.abc import Iterator
from itertools import combinations as subsets
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
import scipy

from ibau.core.game import Game
from ibau.lab.studies.design import design_runs, factors, with_changes
from ibau.lab.studies.game_figures import Figure, Figures, figures_of
from ibau.lab.studies.play_study import GAMES, STUDY
from ibau.lab.studies.study import MakeGame, Matchup, Study, StudyJob, is_reading, rulesets_of
from ibau.lab.studies.study_errors import ResultsError
from ibau.machine.atomic_files import atomic_write

RESULTS = "results.parquet"
FALSE_DISCOVERIES = 0.05
MAX_TRUNCATED = 0.05  # the share of games ended by a cap beyond which a figure measures the cap more than the game


class Aspect(NamedTuple):
    """Something that readings may change, and the least change that people would notice."""

    measure: str
    min_change: float
    relative: bool = False  # whether `min_change` is a share of the base's figure


ASPECTS = (
    Aspect("minutes", 0.1, relative=True),
    Aspect("starter", 0.02),
    Aspect("draws", 0.02),
    Aspect("actions", 0.1, relative=True),
    Aspect("stronger", 0.02),
)
ASPECT_BY_MEASURE = {aspect.measure: aspect for aspect in ASPECTS}

READING, CAP, PAIR = "reading", "cap", "pair"  # what may be compared with a base
# Verdicts: SAME, not one game differs from the base's; OPEN, undecided; TRUNCATED, a cap ends too many games to tell.
MORE, LESS, NEGLIGIBLE, SAME, OPEN, TRUNCATED = "more", "less", "negligible", "same", "open", "truncated"

SCHEMA: dict[str, Any] = {
    "base": pl.String,
    "ruleset": pl.String,
    "of": pl.String,  # READING, CAP or PAIR; null for a base
    "players": pl.String,
    "games": pl.Int64,
    "measure": pl.String,
    "value": pl.Float64,
    "lower": pl.Float64,
    "upper": pl.Float64,
    "difference": pl.Float64,
    "difference_lower": pl.Float64,
    "difference_upper": pl.Float64,
    "verdict": pl.String,  # on an aspect of a reading
}
Row = dict[str, Any]


def measure(folder: Path, make_game: MakeGame) -> pl.DataFrame:
    """Measure all games in a folder, and write and return the table.  Raises ResultsError if games are missing."""
    if not (folder / STUDY).exists():
        raise ResultsError(f"{folder} holds no study.")
    study = Study.read(folder / STUDY)
    study.jobs(make_game)
    rows = [
        row
        for matchup in study.matchups
        for base in study.rulesets
        for row in matchup_rows(folder, matchup, make_game(base))
    ]
    found = pl.DataFrame(with_verdicts(rows), SCHEMA)
    with atomic_write(folder / RESULTS) as stream:
        found.write_parquet(stream, compression="zstd")
    return found


def matchup_rows(folder: Path, matchup: Matchup, base: Game) -> Iterator[Row]:
    """The rows of a matchup under a base and its changes."""
    rulesets = list(rulesets_of(base, matchup))
    games = [read_games(folder, StudyJob(game.initial(), matchup, 0)) for game in rulesets]
    figures = [figures_of(frame, game) for frame, game in zip(games, rulesets, strict=True)]
    about = {"base": str(base.ruleset), "players": matchup.name, "games": matchup.games}
    if matchup.variants == "combinations":
        yield from pair_rows(about, base, figures)
        return
    for game, frame, found in zip(rulesets, games, figures, strict=True):
        named = about | {"ruleset": str(game.ruleset)}
        if game != base:
            named["of"] = READING if is_reading(game.ruleset) else CAP
        same = game != base and frame.equals(games[0])
        for measure in measures_of(matchup, found):
            yield figure_row(named, measure, found, figures[0] if game != base else None, same=same)


def measures_of(matchup: Matchup, figures: Figures) -> list[str]:
    """The measures of a matchup: "stronger" for different players, all others for equal ones."""
    if len(set(matchup.players)) > 1:
        return ["stronger"]
    return [measure for measure in figures if measure != "stronger"]


def read_games(folder: Path, job: StudyJob) -> pl.DataFrame:
    """Read the games of a job.  Raises ResultsError."""
    file = folder / GAMES / job.file
    if not file.exists():
        raise ResultsError(f"{folder} lacks games of its study; play them first: {job.file}")
    return pl.read_parquet(file)


def figure_row(about: Row, measure: str, figures: Figures, base: Figures | None, *, same: bool) -> Row:
    """The row of a figure; with a base also the difference, and its verdict or the p-values that it will follow from.

    `same`: whether all games are the base's.
    """
    figure = figures[measure]
    found = about | {"measure": measure} | interval_of(figure)
    if base is None or measure not in base:
        return found
    change = figure - base[measure]
    found |= difference(change)
    if measure == "truncated" and figure.value > MAX_TRUNCATED:
        return found | {"verdict": TRUNCATED}
    if measure not in ASPECT_BY_MEASURE or is_capped(measure, figures, base):
        return found
    min_change = min_change_of(ASPECT_BY_MEASURE[measure], base[measure].value)
    return found | ({"verdict": SAME} if same else claims(change, min_change))


def interval_of(figure: Figure) -> Row:
    """The columns of a figure with its interval."""
    return dict(zip(("value", "lower", "upper"), value_and_bounds(figure), strict=True))


def difference(change: Figure) -> Row:
    """The columns of a difference with its interval."""
    return {
        f"difference{end}": value for end, value in zip(("", "_lower", "_upper"), value_and_bounds(change), strict=True)
    }


def value_and_bounds(figure: Figure) -> tuple[float, float, float]:
    """A value and its interval."""
    return figure.value, figure.value - figure.half_width, figure.value + figure.half_width


def is_capped(measure: str, *figures: Figures) -> bool:
    """Whether caps end so many games, under any of the rulesets, that a figure measures the cap more than the game.

    After a win in the formations the loser may throw on until the cap (C86): the winner is known, but not the length.
    """
    limit = "long" if measure in ("minutes", "actions") else "truncated"
    return any(found[limit].value > MAX_TRUNCATED for found in figures)


def min_change_of(aspect: Aspect, base: float) -> float:
    """The least change that counts, in the unit of the measure."""
    return aspect.min_change * abs(base) if aspect.relative else aspect.min_change


def claims(change: Figure, min_change: float) -> Row:
    """The p-values of two claims: that a change is larger than `min_change` either way, and that it is smaller."""
    return {"p_values": (change.p_beyond(min_change), change.p_within(min_change)), "min_change": min_change}


# --- Verdicts --------------------------------------------------------------------------------------------------------


def with_verdicts(rows: list[Row]) -> list[Row]:
    """The rows with verdicts, controlling the false discovery rate among all rows of a kind."""
    for kind in (READING, CAP, PAIR):
        among = [row for row in rows if row.get("of") == kind and "p_values" in row]
        all_p_values = np.array([p_value for row in among for p_value in row["p_values"]])
        accepted = iter(scipy.stats.false_discovery_control(all_p_values) <= FALSE_DISCOVERIES if among else ())
        for row in among:
            row["verdict"] = verdict(row, beyond=bool(next(accepted)), within=bool(next(accepted)))
    return [{name: row.get(name) for name in SCHEMA} for row in rows]


def verdict(row: Row, *, beyond: bool, within: bool) -> str:
    """The verdict on a difference; `beyond` and `within`: whether the claim is statistically significant."""
    lower, upper, min_change = row["difference_lower"], row["difference_upper"], row["min_change"]
    if beyond and lower >= min_change:
        return MORE
    if beyond and upper <= -min_change:
        return LESS
    return NEGLIGIBLE if within and -min_change <= lower and upper <= min_change else OPEN


# --- Pairs of changes ------------------------------------------------------------------------------------------------


def pair_rows(about: Row, base: Game, figures: list[Figures]) -> Iterator[Row]:
    """The interactions of each pair of options: what they change beyond the sum of both."""
    options = factors(base)
    signs = np.array([[2 * on - 1 for on in run] for run in design_runs(len(options))])
    for (n, one), (m, other) in subsets(enumerate(options), 2):
        for aspect in ASPECTS:
            if aspect.measure == "stronger" or is_capped(aspect.measure, *figures):
                continue
            measured = [found[aspect.measure] for found in figures]
            # both changes + neither - the one - the other, each the mean of a quarter of the runs
            interaction = contrast(measured, 4 * signs[:, n] * signs[:, m] / len(signs))
            ruleset = str(with_changes(base.ruleset, [one, other]))
            named = about | {"ruleset": ruleset, "of": PAIR, "measure": aspect.measure}
            min_change = min_change_of(aspect, contrast(measured, 1 / len(signs)).value)
            yield named | difference(interaction) | claims(interaction, min_change)


def contrast(figures: list[Figure], weights: Any) -> Figure:
    """A weighted sum of figures; `weights` is one for all or one for each."""
    weights = np.ones(len(figures)) * weights
    values, leave_one_out = np.array([one.value for one in figures]), np.array([one.leave_one_out for one in figures])
    return Figure(float(weights @ values), weights @ leave_one_out, max(one.floor for one in figures))
