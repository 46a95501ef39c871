"""What a reading of the rules does to its game: verdicts of a study, with the figures that they are told by.

They lie in the folder of a game, in `option_effects.json`; `scripts/option_effects.py` writes them from a study, and
docs/lab.md says how a verdict is reached.  A reading is named by what it changes, "seega+chain=none", and what it
does is told against the game as its usual preset has it, of each kind of players apart.
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
FAIRER = 0.02  # nearer to a half, at least, by which the score of the player who begins is fairer
MOST_DRAWS = 0.1  # more draws or fewer, beyond which nobody calls a game fairer


class EffectVerdict(Enum):
    """What a change amounts to."""

    MORE = "more"
    LESS = "less"
    NEGLIGIBLE = "negligible"  # certainly less than anybody would notice
    SAME = "same"  # every game went as by the rules of the base
    OPEN = "open"  # it cannot be told
    TRUNCATED = "truncated"  # too many games were cut off by a cap, so nothing else is told


CHANGED = (EffectVerdict.MORE, EffectVerdict.LESS)
UNCHANGED = (EffectVerdict.NEGLIGIBLE, EffectVerdict.SAME)


class AspectChange(NamedTuple):
    """By how much a reading differs from its base in one aspect, and what that amounts to."""

    difference: float
    verdict: EffectVerdict


class Effect(NamedTuple):
    """What one reading changes between players of one kind, by aspects, and what the base has there.

    `minutes` a game takes, the score of the `starter`, `draws`, `actions` to choose from, and how often the `stronger`
    player wins; or what share of the games was `truncated`.
    """

    changes: Mapping[str, AspectChange]
    base: Mapping[str, float]

    @property
    def verdicts(self) -> dict[str, EffectVerdict]:
        """The verdict on every aspect that was measured."""
        return {aspect: change.verdict for aspect, change in self.changes.items()}

    def before(self, aspect: str) -> float:
        """What the base has there."""
        return self.base[aspect]

    def after(self, aspect: str) -> float:
        """What the reading has there."""
        return self.base.get(aspect, 0.0) + self.changes[aspect].difference


def fairness(effect: Effect) -> EffectVerdict:
    """Is it more or less fair than the base, where it certainly changes the score of the player who begins?"""
    gained = abs(effect.before("starter") - 0.5) - abs(effect.after("starter") - 0.5)
    if abs(gained) < FAIRER or abs(effect.changes["draws"].difference) > MOST_DRAWS:
        return EffectVerdict.NEGLIGIBLE
    return EffectVerdict.MORE if gained > 0 else EffectVerdict.LESS


class Effects(NamedTuple):
    """The readings of a game, by kinds of players: "greedy" ones, and ones that look "ahead"."""

    games: Mapping[str, int]  # that each kind has played under every ruleset
    base: Mapping[str, Mapping[str, float]]
    rulesets: Mapping[str, Mapping[str, Mapping[str, AspectChange]]]

    def of(self, ruleset: str) -> dict[str, Effect]:
        """What a reading does, by the kind of players; nothing where that was not measured."""
        told = self.rulesets.get(ruleset, {})
        return {players: Effect(changes, self.base[players]) for players, changes in told.items()}


NOTHING = Effects(*(MappingProxyType({}) for _ in Effects._fields))


def effects_of(system: System) -> Effects:
    """What was measured of the readings of a game, if anything."""
    file = system.folder / FILE
    return read_effects(file) if file.exists() else NOTHING


@cache
def read_effects(file: Path) -> Effects:
    """The effects of a file."""
    return effects_from_json(json.loads(file.read_text("utf-8")))


def effects_from_json(data: Mapping[str, Any]) -> Effects:
    """The effects that a file holds."""
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
