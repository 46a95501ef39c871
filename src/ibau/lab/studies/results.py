"""The tables of a study: from the rows of its games to figures, differences and distributions."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from ibau.lab.studies.exact import BEST
from ibau.lab.studies.figures import About, Figures
from ibau.lab.studies.intervals import Difference, Figure, are_discoveries, difference
from ibau.lab.studies.ladder import half_width, levels_difference, levels_figure
from ibau.lab.studies.measures import figures_of, unit_of
from ibau.lab.studies.readings import Reading
from ibau.lab.studies.rows import TENTHS, Rows, Seen, head, size
from ibau.lab.studies.study import Ladder, Play, Study
from ibau.tables.tablebase import Exact

RESULTS_SCHEMA: dict[str, Any] = {
    "ruleset": pl.String,
    "base": pl.String,
    "option": pl.String,
    "setting": pl.String,
    "position": pl.String,
    "players": pl.String,
    "measure": pl.String,
    "unit": pl.String,
    "exact": pl.Boolean,
    "games": pl.Int64,
    "value": pl.Float64,
    "lower": pl.Float64,
    "upper": pl.Float64,
    "difference": pl.Float64,
    "difference_lower": pl.Float64,
    "difference_upper": pl.Float64,
    "p": pl.Float64,
    "significant": pl.Boolean,
    "reached": pl.Boolean,
}
DISTRIBUTIONS_SCHEMA: dict[str, Any] = {
    "ruleset": pl.String,
    "base": pl.String,
    "position": pl.String,
    "players": pl.String,
    "of": pl.String,
    "x": pl.Float64,
    "share": pl.Float64,
}
MOST_BINS = 100

STARTER, LEVELS = "balance.starter", "skill.levels"

RowsOf = Callable[[Reading, Play], Rows]
RungsOf = Callable[[Reading, Ladder], list[Rows]]
Row = dict[str, Any]


class Tables(NamedTuple):
    """What a study has found."""

    results: pl.DataFrame
    distributions: pl.DataFrame


def named(reading: Reading, players: str) -> Row:
    """What a row is about."""
    return {
        "ruleset": str(reading.game.ruleset),
        "base": str(reading.base.ruleset),
        "option": reading.option,
        "setting": reading.setting,
        "position": reading.position,
        "players": players,
    }


def figure_row(about: Row, measure: str, figure: Figure, games: int, wanted: float | None) -> Row:
    """A figure that was sampled."""
    return about | {
        "measure": measure,
        "unit": unit_of(measure),
        "exact": False,
        "games": games,
        "value": figure.value,
        "lower": figure.lower,
        "upper": figure.upper,
        "reached": wanted is None or figure.half_width <= wanted,
    }


def compared(row: Row, changed: Difference) -> Row:
    """A row, with what a reading changes beside it."""
    return row | {
        "difference": changed.value,
        "difference_lower": changed.lower,
        "difference_upper": changed.upper,
        "p": changed.p,
    }


def rows_of_play(study: Study, play: Play, rows_of: RowsOf) -> Iterator[Row]:
    """All figures of the games of some players."""
    for reading in study.games_of(only_bases=play.only_bases):
        about, name = About(reading.game.system, study.pace), named(reading, str(play.who))
        rows = rows_of(reading, play)
        pairs = {} if reading.is_base else paired(rows, rows_of(reading.of_base, play), about, play)
        for measure, figure in figures_of(rows, about, play.measures).items():
            row = figure_row(name, measure, figure, size(rows), play.wanted(measure))
            yield compared(row, pairs[measure]) if measure in pairs else row


def rows_of_ladder(study: Study, ladder: Ladder, rungs_of: RungsOf) -> Iterator[Row]:
    """How many levels there are under each reading."""
    for reading in study.climbed(ladder):
        rungs = rungs_of(reading, ladder)
        games = 2 * sum(len(next(iter(rows.values()))) for rows in rungs)
        row = figure_row(named(reading, ladder.name), LEVELS, levels_figure(rungs), games, None)
        row["reached"] = all(half_width(rows) <= ladder.precision for rows in rungs)
        if not reading.is_base:
            row = compared(row, levels_difference(rungs, rungs_of(reading.of_base, ladder)))
        yield row


def exact_row(reading: Reading, exact: Exact) -> Row:
    """The score of whoever begins at best play of both, as tables tell it."""
    return named(reading, BEST) | {
        "measure": STARTER,
        "unit": unit_of(STARTER),
        "exact": True,
        "games": 0,
        "value": exact.chance,
        "lower": exact.lower,
        "upper": exact.upper,
        "reached": True,
    }


def paired(rows: Seen, base: Seen, about: About, play: Play) -> dict[str, Difference]:
    """What a reading changes, from the games that both have played."""
    games = min(size(rows), size(base))
    ones: Figures = figures_of(head(rows, games), about, play.measures)
    others = figures_of(head(base, games), about, play.measures)
    return {name: difference(one, others[name]) for name, one in ones.items() if name in others}


def distributions_of_play(study: Study, play: Play, rows_of: RowsOf) -> Iterator[Row]:
    """How long games are, and how often who led has won."""
    for reading in study.games_of(only_bases=play.only_bases):
        rows = rows_of(reading, play)
        name = named(reading, str(play.who))
        about = {key: name[key] for key in ("ruleset", "base", "position", "players")}
        for column in ("turns", "decisions", "throws"):
            if column != "throws" or reading.game.system.has_throws:
                yield from (about | {"of": column, "x": x, "share": share} for x, share in histogram(rows[column]))
        yield from (about | {"of": "lead", "x": x, "share": share} for x, share in survival(rows))


def histogram(values: np.ndarray) -> Iterator[tuple[float, float]]:
    """Shares of the games by a number, or by the middles of equal spans of it where there are too many."""
    low, high = int(values.min()), int(values.max())
    span = (high - low) // MOST_BINS + 1
    found, games = np.unique((values - low) // span, return_counts=True)
    for number, count in zip(found.tolist(), games.tolist(), strict=True):
        yield low + number * span + (span - 1) / 2, count / len(values)


def survival(rows: Seen) -> Iterator[tuple[float, float]]:
    """After each tenth of the games in which somebody led then: the share that the leader has won."""
    for tenth in range(1, TENTHS):
        led = np.asarray(rows.get(f"lead.{tenth}", 0), np.int64)
        if led.any():
            yield tenth / TENTHS, float((led > 0).sum() / (led != 0).sum())


def tables_of(study: Study, rows: list[Row], distributions: list[Row]) -> Tables:
    """Data frames; which differences are significant is a matter of all of them together."""
    chances = np.array([row["p"] for row in rows if row.get("p") is not None], np.float64)
    told = iter(are_discoveries(chances, study.level).tolist())
    whole = [row | {"significant": next(told) if row.get("p") is not None else None} for row in rows]
    return Tables(
        pl.DataFrame([{name: row.get(name) for name in RESULTS_SCHEMA} for row in whole], RESULTS_SCHEMA),
        pl.DataFrame(distributions, DISTRIBUTIONS_SCHEMA),
    )
