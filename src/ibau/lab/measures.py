"""What is measured: of many games one figure or several, each with its interval.

A measure is a sentence, a formula and a small function from rows (rows.py) to figures by their full names.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from ibau.core.contract import System
from ibau.core.errors import listed, nearest
from ibau.core.outcome import DRAW
from ibau.core.phrase import N_
from ibau.lab.intervals import Figure, Numbers, mean, part_of_variance, quantile, ratio, share
from ibau.lab.pace import SECONDS, Pace
from ibau.lab.rows import Seen, ends_of_all, score_of_starter, use_column, winner_of_all

QUANTILES = {"lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "p99": 0.99}
UNFINISHED = "unfinished"  # the end of a game that was given up


class About(NamedTuple):
    """What the rows are of."""

    system: System
    pace: Pace


Figures = dict[str, Figure]


class Measure(NamedTuple):
    """One thing to know of a ruleset; words in capitals in its name stand for several names."""

    name: str
    unit: str
    text: str  # of the catalogues
    formula: str
    figures: Callable[[Seen, About], Figures]
    column: str = "outcome"  # without it the rows do not tell


# --- Balance and ends ------------------------------------------------------------------------------------------------


def starter(rows: Seen, about: About) -> Figures:  # noqa: ARG001 - measures are all asked in the same way
    """The score of whoever begins."""
    return {"balance.starter": share(score_of_starter(rows))}


def ends(rows: Seen, about: About) -> Figures:
    """Every kind of end, draws, and games that were given up."""
    kinds, winners = ends_of_all(rows), winner_of_all(rows)
    known = {0: UNFINISHED} | dict(about.system.kinds)
    found = {f"ends.{word}": share(_are(kinds == number)) for number, word in known.items()}
    return found | {"ends.draw": share(_are((winners == DRAW) & (kinds != 0)))}


# --- Length ----------------------------------------------------------------------------------------------------------


def turns(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How many turns of both players."""
    return _quantiles("length.turns", _numbers(rows, "turns"))


def decisions(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How many actions of players."""
    return _quantiles("length.decisions", _numbers(rows, "decisions"))


def throws(rows: Seen, about: About) -> Figures:
    """How many throws, where there are any."""
    return _quantiles("length.throws", _numbers(rows, "throws")) if about.system.has_throws else {}


def minutes(rows: Seen, about: About) -> Figures:
    """How long at a table."""
    pace = about.pace
    seconds = pace.decision * _numbers(rows, "decisions") + pace.throw * _numbers(rows, "throws")
    return _quantiles("length.minutes", seconds / SECONDS)


# --- Choice ----------------------------------------------------------------------------------------------------------


def actions(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How many legal actions a decision has."""
    return {"choice.actions": ratio(_numbers(rows, "choices"), _numbers(rows, "decisions"))}


def forced(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How many turns are without a choice."""
    return {"choice.forced": ratio(_numbers(rows, "forced"), _numbers(rows, "turns"), is_share=True)}


def matters(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How many choices have a best action beyond the judge's noise."""
    return _of_choices("choice.matters", rows, "telling", bounded=True)


def margin(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """What the second best action loses."""
    return _of_choices("choice.margin", rows, "margin")


def spread(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """What an action drawn by lot loses."""
    return _of_choices("choice.spread", rows, "spread")


# --- Luck and skill --------------------------------------------------------------------------------------------------


def luck(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """What throws and the lot did."""
    return _of_variance("luck.share", rows, "luck")


def skill(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """What players did."""
    return _of_variance("skill.share", rows, "skill")


def drift(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """What the judge saw only later."""
    return _of_variance("drift.share", rows, "drift")


# --- Drama -----------------------------------------------------------------------------------------------------------


def decided(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """When it was decided."""
    return _of_won("drama.decided", rows, "decided", bounded=True)


def changes(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How often the lead changed."""
    return {"drama.changes": mean(_numbers(rows, "changes"))}


def lowest(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """How badly the winner had stood."""
    return _of_won("drama.lowest", rows, "lowest", bounded=True)


# --- Use -------------------------------------------------------------------------------------------------------------


def uses(rows: Seen, about: About) -> Figures:
    """In how many games each rule and square mattered, and how often."""
    found: Figures = {}
    for use in about.system.uses:
        times = _numbers(rows, use_column(use))
        found[f"use.{use.id}"] = share(_are(times > 0))
        found[f"use.{use.id}.rate"] = mean(times)
    return found


def not_from_games(rows: Seen, about: About) -> Figures:  # noqa: ARG001
    """It is measured in other ways: see ladder.py."""
    return {}


MEASURES = (
    Measure(
        "balance.starter",
        "share",
        N_("The score of whoever begins: a win is 1, a draw 1/2."),
        "mean of the starter's scores",
        starter,
    ),
    Measure("ends.KIND", "share", N_("The share of games that end in each way."), "games with that end / games", ends),
    Measure("length.turns.QUANTILE", "turns", N_("The turns of a game, of both players."), "quantile of turns", turns),
    Measure(
        "length.decisions.QUANTILE", "count", N_("The actions of players in a game."), "quantile of actions", decisions
    ),
    Measure("length.throws.QUANTILE", "count", N_("The throws of a game."), "quantile of throws", throws),
    Measure(
        "length.minutes.QUANTILE",
        "minutes",
        N_("The minutes of a game at a table, by the study's pace."),
        "quantile of (seconds a decision · decisions + seconds a throw · throws) / 60",
        minutes,
    ),
    Measure(
        "choice.actions",
        "count",
        N_("How many legal actions a decision has."),
        "Σ legal actions / Σ decisions",
        actions,
    ),
    Measure(
        "choice.forced",
        "share",
        N_("The share of turns in which no decision has a second action."),
        "Σ turns without a choice / Σ turns",
        forced,
    ),
    Measure(
        "choice.matters",
        "share",
        N_("The share of choices in which the best action is better than the second best beyond the judge's noise."),
        "Σ [best - second > noise] / Σ choices; noise: how far a deeper search moved the two values",
        matters,
        "judged",
    ),
    Measure(
        "choice.margin",
        "points",
        N_("How much the second best action loses; a win is worth 2 points more than a loss."),
        "Σ (best - second best) / Σ choices",
        margin,
        "judged",
    ),
    Measure(
        "choice.spread",
        "points",
        N_("How much an action drawn by lot loses."),
        "Σ (best - mean of all) / Σ choices",
        spread,
        "judged",
    ),
    Measure(
        "luck.share",
        "share",
        N_("The share of what decides games that comes from throws and the lot."),
        "cov(luck, result) / var(result); luck: Σ (value after a throw - its expectation)",
        luck,
        "judged",
    ),
    Measure(
        "skill.share",
        "share",
        N_("The share of what decides games that comes from the choices of the players."),
        "cov(skill, result) / var(result); skill: Σ (value after an action - value of the best)",
        skill,
        "judged",
    ),
    Measure(
        "drift.share",
        "share",
        N_("The share that the judge saw only later; luck, skill and this add up to 1."),
        "cov(drift, result) / var(result)",
        drift,
        "judged",
    ),
    Measure(
        "skill.levels",
        "levels",
        N_("How many levels of play there are, each of which wins three games of four against the one below."),
        "1 + Σ over the rungs of a ladder: Elo(score against the rung below) / Elo(3/4)",
        not_from_games,
    ),
    Measure(
        "drama.decided",
        "share",
        N_(
            "The share of a game still to come when it was decided: from then on the winner's chance stayed above 90 %."
        ),
        "mean over games with a winner: plies from there to the end / plies",
        decided,
        "judged",
    ),
    Measure(
        "drama.changes",
        "count",
        N_("How often the lead changed; who leads has a chance above 55 %."),
        "mean of changes of the leader",
        changes,
        "judged",
    ),
    Measure(
        "drama.lowest",
        "share",
        N_("The lowest chance to win that the winner ever had."),
        "mean over games with a winner: min of the winner's chance",
        lowest,
        "judged",
    ),
    Measure(
        "use.ID",
        "share",
        N_("The share of games in which a rule or special square mattered at least once."),
        "games in which it was met / games",
        uses,
    ),
    Measure(
        "use.ID.rate", "count", N_("How often it mattered in a game."), "mean of how often it was met", not_from_games
    ),
)

_UNITS: Mapping[str, str] = {measure.name: measure.unit for measure in MEASURES}


def figures_of(rows: Seen, about: About, wanted: tuple[str, ...]) -> Figures:
    """All figures that are wanted and that the rows tell, by their full names."""
    found: Figures = {}
    for measure in MEASURES:
        if measure.column in rows and any(overlaps(measure.name, key) for key in wanted):
            found |= measure.figures(rows, about)
    return {name: figure for name, figure in found.items() if any(belongs(name, key) for key in wanted)}


def belongs(name: str, key: str) -> bool:
    """Is it one of the measures that a key means: all that begin with it, `ends` or `length.turns`?"""
    names, keys = name.split("."), key.split(".")
    return len(keys) <= len(names) and all(
        word.isupper() or word == name for word, name in zip(keys, names, strict=False)
    )


def overlaps(template: str, key: str) -> bool:
    """Can a name be of this measure and one that the key means?"""
    pairs = zip(template.split("."), key.split("."), strict=False)
    return all(part == word or part.isupper() or word.isupper() for part, word in pairs)


def unit_of(name: str) -> str:
    """The unit of a measure by its full name."""
    if name.startswith("use."):
        return _UNITS["use.ID.rate" if name.endswith(".rate") else "use.ID"]
    return next(unit for known, unit in _UNITS.items() if belongs(name, known))


def known_measure(key: str) -> str:
    """What is wrong with a key that means no measure; else ""."""
    known = [measure.name for measure in MEASURES]
    if any(overlaps(name, key) and key.count(".") <= name.count(".") for name in known):
        return ""
    return f"there is no measure {key!r}; there are {listed(known)}.{nearest(key, known)}"


def _quantiles(name: str, values: Numbers) -> Figures:
    return {f"{name}.{word}": quantile(values, q) for word, q in QUANTILES.items()}


def _of_variance(name: str, rows: Seen, column: str) -> Figures:
    """What part of the results' variance, where they vary."""
    change = _numbers(rows, "change")
    return {name: part_of_variance(_numbers(rows, column), change)} if np.ptp(change) else {}


def _of_choices(name: str, rows: Seen, column: str, *, bounded: bool = False) -> Figures:
    """The mean over the choices that were judged."""
    judged = _numbers(rows, "judged")
    return {name: ratio(_numbers(rows, column), judged, is_share=bounded)} if judged.any() else {}


def _of_won(name: str, rows: Seen, column: str, *, bounded: bool) -> Figures:
    """The mean over the games that somebody has won."""
    won = _are(winner_of_all(rows) != DRAW)
    return {name: ratio(_numbers(rows, column) * won, won, is_share=bounded)} if won.any() else {}


def _numbers(rows: Seen, column: str) -> Numbers:
    return rows[column].astype(np.float64)


def _are(which: np.ndarray) -> Numbers:
    return np.asarray(which, np.float64)
