"""Measured effects of readings of the rules: verdicts of a study, with their figures.

They are in `option_effects.json` in the folder of a game; `scripts/option_effects.py` writes them from a study, and
docs/lab.md describes how a verdict is reached. A reading is a ruleset text such as "seega+chain=none", and its effect
is measured against the default preset, for each kind of players.
"""

import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import System

FILE = "option_effects.json"  # in the folder of a game
FAIRER = 0.02  # the least by which the score of the player who begins has to be nearer to a half
MOST_DRAWS = 0.1  # the largest change of the share of draws with which a game can count as fairer


class EffectVerdict(Enum):
    """The verdict on the change of a figure."""

    MORE = "more"
    LESS = "less"
    NEGLIGIBLE = "negligible"  # certainly too small to be noticed
    SAME = "same"  # every game went as under the rules of the base
    OPEN = "open"  # not certain
    TRUNCATED = "truncated"  # too many games were cut off by a cap, so there are no other verdicts


CHANGED = (EffectVerdict.MORE, EffectVerdict.LESS)
UNCHANGED = (EffectVerdict.NEGLIGIBLE, EffectVerdict.SAME)


class AspectChange(NamedTuple):
    """The difference of a reading from its base in one aspect, and the verdict on it."""

    difference: float
    verdict: EffectVerdict


class Effect(NamedTuple):
    """The changes by one reading between players of one kind, by aspect, and the figures of the base.

    The aspects: `minutes` of a game, the score of the `starter`, the share of `draws`, the number of legal `actions`,
    the score of the `stronger` player, all of 0..1 but the first and fourth; or the share of games `truncated`.
    """

    changes: Mapping[str, AspectChange]
    base: Mapping[str, float]

    @property
    def verdicts(self) -> dict[str, EffectVerdict]:
        """The verdict on every aspect that was measured."""
        return {aspect: change.verdict for aspect, change in self.changes.items()}

    def before(self, aspect: str) -> float:
        """The figure of the base."""
        return self.base[aspect]

    def after(self, aspect: str) -> float:
        """The figure of the reading."""
        return self.base.get(aspect, 0.0) + self.changes[aspect].difference


def fairness(effect: Effect) -> EffectVerdict:
    """Whether a reading that changes the starting player's score is MORE or LESS fair, or NEGLIGIBLE."""
    gained = abs(effect.before("starter") - 0.5) - abs(effect.after("starter") - 0.5)
    if abs(gained) < FAIRER or abs(effect.changes["draws"].difference) > MOST_DRAWS:
        return EffectVerdict.NEGLIGIBLE
    return EffectVerdict.MORE if gained > 0 else EffectVerdict.LESS


class Effects(NamedTuple):
    """The effects of the readings of a game, by kind of players: "greedy" ones, and ones that look "ahead"."""

    games: Mapping[str, int]  # of each kind under every ruleset
    base: Mapping[str, Mapping[str, float]]
    rulesets: Mapping[str, Mapping[str, Mapping[str, AspectChange]]]

    def of(self, ruleset: str) -> dict[str, Effect]:
        """The effect of a reading, by kind of players; empty if it was not measured."""
        return {kind: Effect(changes, self.base[kind]) for kind, changes in self.rulesets.get(ruleset, {}).items()}


NO_EFFECTS = Effects(*(MappingProxyType({}) for _ in Effects._fields))


def effects_of(system: System) -> Effects:
    """The effects of the readings of a game, NO_EFFECTS if none were measured."""
    file = system.folder / FILE
    return read_effects(file) if file.exists() else NO_EFFECTS


@cache
def read_effects(file: Path) -> Effects:
    """The effects of a file."""
    return effects_from_json(json.loads(file.read_text("utf-8")))


def effects_from_json(data: Mapping[str, Any]) -> Effects:
    """The effects in the data of a file."""
    rulesets = {
        ruleset: {
            players: {
                aspect: AspectChange(difference, EffectVerdict(word)) for aspect, (difference, word) in changes.items()
            }
            for players, changes in found.items()
        }
        for ruleset, found in data["rulesets"].items()
    }
    return Effects(data["games"], data["base"], rulesets)
