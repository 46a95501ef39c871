"""What a reading of the rules does to its game: figures that were measured, and the one sentence that they make.

The figures of a game lie in its folder, in `readings.json`; `scripts/readings.py` writes them from a study.  A reading
is named by what it changes, "seega+chain=none", and what it does is told against the game as its first preset has it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import System
from ibau.core.options import Option, Preset, Ruleset, preset_values
from ibau.core.phrase import N_, Phrase

Translate = Callable[[str], str]

FILE = "readings.json"  # in the folder of a game
FEW_MINUTES = 10  # up to so many are told one by one, more in fives


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
        """Of every aspect that was measured, in the order of ASPECTS."""
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


# --- In words --------------------------------------------------------------------------------------------------------


def options_told(system: System, option: Option, translate: Translate) -> dict[str, str]:
    """The one line that matters of each other value of an option, where it was measured."""
    usual = preset_values(system.presets[0], system.options)
    others = {value: {**usual, option.name: value} for value in option.alternatives(usual[option.name])}
    return {value: told for value, values in others.items() if (told := _told(system, values, translate))}


def preset_told(system: System, preset: Preset, translate: Translate) -> str:
    """The one line that matters of a preset; "" where it was not measured."""
    return _told(system, preset_values(preset, system.options), translate)


def _told(system: System, values: Mapping[str, str], translate: Translate) -> str:
    effect = effects_of(system).effect(str(as_changed(system, values)))
    return line(effect, translate) if effect and set(effect.verdicts.values()) != {Verdict.OPEN} else ""


def as_changed(system: System, values: Mapping[str, str]) -> Ruleset:
    """A ruleset as the game's first preset and what it changes: one name for a reading under any preset."""
    return Ruleset(system.presets[0], system.options, values)


BETWEEN = N_("; ")  # the parts of a sentence
MEASURED = N_("What a reading does was measured against {ruleset}, by games of {players}.")


def measured_said(system: System, translate: Translate) -> str:
    """How it is known what the readings of a game do; "" where nothing was measured."""
    effects = effects_of(system)
    values = {"ruleset": system.presets[0].id, "players": players_said(effects.players)}
    return Phrase(MEASURED, values).said(translate) if effects.readings else ""


def line(effect: Effect, translate: Translate) -> str:
    """What a reading does in one sentence: "About 3 minutes longer; hardly changes who wins."."""
    said = translate(BETWEEN).join(phrase.said(translate) for phrase in _clauses(effect))
    return f"{said[:1].upper()}{said[1:]}."


def _clauses(effect: Effect) -> list[Phrase]:
    """What changes; then that it does not change who wins, if that is so."""
    verdicts = {aspect.id: found for aspect, found in effect.verdicts.items()}
    changed = [TOLD[aspect](effect) for aspect, found in verdicts.items() if found in (Verdict.MORE, Verdict.LESS)]
    if effect.never_met:
        return [Phrase(N_("every game went the same way"))]
    if changed:
        same = [Phrase(N_("hardly changes who wins"))] if verdicts.get("starter") is Verdict.HARDLY else []
        return changed + same
    return list(_unchanged(verdicts))


def _unchanged(verdicts: Mapping[str, Verdict]) -> Iterator[Phrase]:
    """That nothing changes, as far as this is known."""
    if all(found is Verdict.HARDLY for found in verdicts.values()):
        yield Phrase(N_("hardly changes the game"))
    elif verdicts.get("starter") is Verdict.HARDLY:
        yield Phrase(N_("hardly changes who wins"))
    elif verdicts.get("minutes") is Verdict.HARDLY:
        yield Phrase(N_("about as long"))
    else:
        yield Phrase(N_("not yet measured precisely enough to tell"))


def _minutes(effect: Effect) -> Phrase:
    difference = effect.changes["minutes"].difference
    minutes = rounded(abs(difference))
    if minutes <= 1:
        return Phrase(N_("about a minute longer") if difference > 0 else N_("about a minute shorter"))
    text = N_("about {n} minutes longer") if difference > 0 else N_("about {n} minutes shorter")
    return Phrase(text, {"n": minutes})


def rounded(minutes: float) -> int:
    """Minutes as people say them."""
    return round(minutes) if minutes <= FEW_MINUTES else 5 * round(minutes / 5)


def _starter(effect: Effect) -> Phrase:
    """Whoever begins may win more often, and the game be as unfair as before, the other way round."""
    before, after = effect.base["starter"], effect.after("starter")
    text = {
        Verdict.MORE: N_("fairer: whoever begins scores {after} instead of {before}"),
        Verdict.LESS: N_("less fair: whoever begins scores {after} instead of {before}"),
        Verdict.HARDLY: N_("whoever begins scores {after} instead of {before}"),
    }[fairness(effect)]
    return Phrase(text, {"before": percent(before), "after": percent(after)})


def fairness(effect: Effect) -> Verdict:
    """Is it more or less fair than the base, where it certainly changes the score of whoever begins?"""
    gained = abs(effect.base["starter"] - 0.5) - abs(effect.after("starter") - 0.5)
    if abs(gained) < STARTER.least:
        return Verdict.HARDLY
    return Verdict.MORE if gained > 0 else Verdict.LESS


def _draws(effect: Effect) -> Phrase:
    before, after = effect.base["draws"], effect.after("draws")
    text = (
        N_("more draws: {after} instead of {before}")
        if after > before
        else N_("fewer draws: {after} instead of {before}")
    )
    return Phrase(text, {"before": percent(before), "after": percent(after)})


def _actions(effect: Effect) -> Phrase:
    more = effect.changes["actions"].difference > 0
    return Phrase(N_("more to choose from") if more else N_("less to choose from"))


def _skill(effect: Effect) -> Phrase:
    more = effect.changes["skill"].difference > 0
    return Phrase(N_("skill counts for more") if more else N_("skill counts for less"))


TOLD: Mapping[str, Callable[[Effect], Phrase]] = {
    "minutes": _minutes,
    "starter": _starter,
    "draws": _draws,
    "actions": _actions,
    "skill": _skill,
}


def percent(share: float) -> str:
    """A share in hundredths; only none is told as 0 and only all as 100."""
    if 0 < share < 0.005:
        return "< 1\u00a0%"
    if 0.995 < share < 1:
        return "> 99\u00a0%"
    return f"{100 * share:.0f}\u00a0%"


def players_said(players: str) -> Phrase:
    """Who has played the games of a study."""
    if players in PLAYERS:
        return Phrase(PLAYERS[players])
    return Phrase(N_("players that search ahead ({player})"), {"player": players})


PLAYERS = {
    "random": N_("players that choose at random"),
    "greedy": N_("players that take what looks best at once"),
}
