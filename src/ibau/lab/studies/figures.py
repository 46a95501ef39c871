"""Figures of rows: the small functions behind the measures, each with its figures by their full names."""

from typing import NamedTuple

import numpy as np

from ibau.core.contract import System
from ibau.core.outcome import DRAW
from ibau.lab.studies.intervals import Figure, Numbers, mean, part_of_variance, quantile, ratio, share
from ibau.lab.studies.pace import SECONDS, Pace
from ibau.lab.studies.rows import Seen, ends_of_all, score_of_starter, use_column, winner_of_all

QUANTILES = {"lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "p99": 0.99}
UNFINISHED = "unfinished"  # the end of a game that was given up

Figures = dict[str, Figure]


class About(NamedTuple):
    """What the rows are of."""

    system: System
    pace: Pace


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


# --- What several measures share --------------------------------------------------------------------------------------


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
