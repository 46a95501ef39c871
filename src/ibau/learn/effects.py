"""What a reading of the rules does to its game, in figures that were measured, and what these amount to.

The figures of a game lie in its folder, in `readings.json`; `scripts/readings.py` writes them from a study.  A reading
is named by what it changes, "seega+chain=none", and what it does is told against the game as its first preset has it.
"""

import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import System
from ibau.core.options import Ruleset
from ibau.core.phrase import N_

FILE = "readings.json"  # in the folder of a game


class Change(NamedTuple):
    """By how much a reading differs from its base in one figure, with the 95 % interval of the difference."""

    difference: float
    lower: float
    upper: float
    significant: bool  # also among all differences of its study


class Aspect(NamedTuple):
    """Something that readings may change, and the least change that people would notice."""

    id: str
    measure: str  # of a study
    title: str
    least: float
    relative: bool = False  # is `least` a share of what the base has?

    def threshold(self, base: float) -> float:
        """The least change that counts, in the unit of the measure."""
        return self.least * abs(base) if self.relative else self.least


STARTER = Aspect("starter", "balance.starter", N_("The score of whoever begins"), 0.02)
ASPECTS = (
    Aspect("minutes", "length.minutes.median", N_("How long a game takes"), 0.1, relative=True),
    STARTER,
    Aspect("draws", "ends.draw", N_("Draws"), 0.02),
    Aspect("actions", "choice.actions", N_("How much there is to choose from"), 0.1, relative=True),
    Aspect("skill", "skill.share", N_("The share of skill"), 0.02),
)


class Verdict(Enum):
    """What a change amounts to."""

    MORE = "more"
    LESS = "less"
    HARDLY = "hardly"  # less than the least change that counts
    OPEN = "open"  # the interval leaves room for both


def verdict(aspect: Aspect, change: Change, base: float) -> Verdict:
    """More or less where that is certain and large enough; hardly where the interval leaves room for no such change."""
    least = aspect.threshold(base)
    if abs(change.difference) >= least and change.difference:
        if not change.significant:
            return Verdict.OPEN
        return Verdict.MORE if change.difference > 0 else Verdict.LESS
    return Verdict.HARDLY if -least <= change.lower and change.upper <= least else Verdict.OPEN


class Effect(NamedTuple):
    """What one reading changes, by the ids of aspects, and what the base has there."""

    changes: Mapping[str, Change]
    base: Mapping[str, float]

    @property
    def verdicts(self) -> dict[Aspect, Verdict]:
        """The verdict on every aspect that was measured, in the order of ASPECTS."""
        return {
            aspect: verdict(aspect, self.changes[aspect.id], self.base[aspect.id])
            for aspect in ASPECTS
            if aspect.id in self.changes
        }

    @property
    def never_met(self) -> bool:
        """Was every game the same as by the rules of the base?

        Then nothing differs; and something in which no two games would agree by chance differs for certain by nothing.
        """
        found = self.changes.values()
        return all(not one.difference for one in found) and any(one.lower == one.upper for one in found)

    def after(self, aspect: str) -> float:
        """What the reading has there."""
        return self.base[aspect] + self.changes[aspect].difference


def fairness(effect: Effect) -> Verdict:
    """Is it more or less fair than the base, where it certainly changes the score of whoever begins?"""
    gained = abs(effect.base["starter"] - 0.5) - abs(effect.after("starter") - 0.5)
    if abs(gained) < STARTER.least:
        return Verdict.HARDLY
    return Verdict.MORE if gained > 0 else Verdict.LESS


class Effects(NamedTuple):
    """The readings of a game, as computer players of one kind have played them."""

    players: str  # "random", "greedy", or a search and its budget
    base: Mapping[str, float]
    readings: Mapping[str, Mapping[str, Change]]

    def effect(self, ruleset: str) -> Effect | None:
        """What a reading does; None where that was not measured."""
        changes = self.readings.get(ruleset)
        return None if changes is None else Effect(changes, self.base)


NOTHING = Effects("", MappingProxyType({}), MappingProxyType({}))


def effects_of(system: System) -> Effects:
    """What was measured of the readings of a game, if anything."""
    file = system.folder / FILE
    return read_effects(file) if file.exists() else NOTHING


@cache
def read_effects(file: Path) -> Effects:
    """The effects of a file."""
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    readings = {
        ruleset: {aspect: Change(*change) for aspect, change in changes.items()}
        for ruleset, changes in told["readings"].items()
    }
    return Effects(told["players"], told["base"], readings)


def as_changed(system: System, values: Mapping[str, str]) -> Ruleset:
    """A ruleset as the game's first preset and what it changes: one name for a reading under any preset."""
    return Ruleset(system.presets[0], system.options, values)
