"""What is measured: of many games one figure or several, each with its interval.

A measure is a sentence, a formula and a small function from rows (rows.py) to figures by their full names.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ibau.core.errors import IbauError, listed, nearest
from ibau.lab.studies import figures
from ibau.lab.studies.figures import About, Figures
from ibau.lab.studies.rows import Seen

JUDGED = "judged"  # the column of games that a judge has looked back on


class Measure(NamedTuple):
    """One thing to know of a ruleset; words in capitals in its name stand for several names."""

    name: str
    unit: str
    text: str
    formula: str
    figures: Callable[[Seen, About], Figures]
    column: str = "outcome"  # without it the rows do not tell


MEASURES = (
    Measure(
        "balance.starter",
        "share",
        "The score of whoever begins: a win is 1, a draw 1/2.",
        "mean of the starter's scores",
        figures.starter,
    ),
    Measure(
        "ends.KIND",
        "share",
        "The share of games that end in each way.",
        "games with that end / games",
        figures.ends,
    ),
    Measure(
        "length.turns.QUANTILE",
        "turns",
        "The turns of a game, of both players.",
        "quantile of turns",
        figures.turns,
    ),
    Measure(
        "length.decisions.QUANTILE",
        "count",
        "The actions of players in a game.",
        "quantile of actions",
        figures.decisions,
    ),
    Measure("length.throws.QUANTILE", "count", "The throws of a game.", "quantile of throws", figures.throws),
    Measure(
        "length.minutes.QUANTILE",
        "minutes",
        "The minutes of a game at a table, by the study's pace.",
        "quantile of (seconds a decision · decisions + seconds a throw · throws) / 60",
        figures.minutes,
    ),
    Measure(
        "choice.actions",
        "count",
        "How many legal actions a decision has.",
        "Σ legal actions / Σ decisions",
        figures.actions,
    ),
    Measure(
        "choice.forced",
        "share",
        "The share of turns in which no decision has a second action.",
        "Σ turns without a choice / Σ turns",
        figures.forced,
    ),
    Measure(
        "choice.matters",
        "share",
        "The share of choices in which the best action is better than the second best beyond the judge's noise.",
        "Σ [best - second > noise] / Σ choices; noise: how far a deeper search moved the two values",
        figures.matters,
        JUDGED,
    ),
    Measure(
        "choice.margin",
        "points",
        "How much the second best action loses; a win is worth 2 points more than a loss.",
        "Σ (best - second best) / Σ choices",
        figures.margin,
        JUDGED,
    ),
    Measure(
        "choice.spread",
        "points",
        "How much an action drawn by lot loses.",
        "Σ (best - mean of all) / Σ choices",
        figures.spread,
        JUDGED,
    ),
    Measure(
        "luck.share",
        "share",
        "The share of what decides games that comes from throws and the lot.",
        "cov(luck, result) / var(result); luck: Σ (value after a throw - its expectation)",
        figures.luck,
        JUDGED,
    ),
    Measure(
        "skill.share",
        "share",
        "The share of what decides games that comes from the choices of the players.",
        "cov(skill, result) / var(result); skill: Σ (value after an action - value of the best)",
        figures.skill,
        JUDGED,
    ),
    Measure(
        "drift.share",
        "share",
        "The share that the judge saw only later; luck, skill and this add up to 1.",
        "cov(drift, result) / var(result)",
        figures.drift,
        JUDGED,
    ),
    Measure(
        "skill.levels",
        "levels",
        "How many levels of play there are, each of which wins three games of four against the one below.",
        "1 + Σ over the rungs of a ladder: Elo(score against the rung below) / Elo(3/4)",
        figures.not_from_games,
    ),
    Measure(
        "drama.decided",
        "share",
        "The share of a game still to come when it was decided: from then on the winner's chance stayed above 90 %.",
        "mean over games with a winner: plies from there to the end / plies",
        figures.decided,
        JUDGED,
    ),
    Measure(
        "drama.changes",
        "count",
        "How often the lead changed; who leads has a chance above 55 %.",
        "mean of changes of the leader",
        figures.changes,
        JUDGED,
    ),
    Measure(
        "drama.lowest",
        "share",
        "The lowest chance to win that the winner ever had.",
        "mean over games with a winner: min of the winner's chance",
        figures.lowest,
        JUDGED,
    ),
    Measure(
        "use.ID",
        "share",
        "The share of games in which a rule or special square mattered at least once.",
        "games in which it was met / games",
        figures.uses,
    ),
    Measure(
        "use.ID.rate",
        "count",
        "How often it mattered in a game.",
        "mean of how often it was met",
        figures.not_from_games,
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


def check_measure(key: str, wrong: Callable[[str], IbauError]) -> None:
    """Raises what `wrong` makes of a message for a key that means no measure."""
    known = [measure.name for measure in MEASURES]
    if not any(overlaps(name, key) and key.count(".") <= name.count(".") for name in known):
        raise wrong(f"there is no measure {key!r}; there are {listed(known)}.{nearest(key, known)}")


def is_share(key: str) -> bool:
    """Does a key mean nothing but shares?"""
    return all(measure.unit == "share" for measure in MEASURES if overlaps(measure.name, key))


def needs_judge(key: str) -> bool:
    """Does a key mean nothing but what a judge tells of games?"""
    return all(measure.column == JUDGED for measure in MEASURES if overlaps(measure.name, key))
