"""A study as it lies in its folder: figures, distributions, and what it says of itself."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ibau.core.contract import System
from ibau.games import game
from ibau.lab.studies import folder as results
from ibau.lab.studies.manifest import Manifest
from ibau.learn.effects import ASPECTS, Aspect, Change, Effect

NUMBER = re.compile(r"\d+")
WEAK = ("random", "greedy")  # players, from the weakest


class Figure(NamedTuple):
    """One measure of one ruleset in the games of one kind of players, with its 95 % interval."""

    ruleset: str
    base: str
    option: str | None
    setting: str | None
    players: str
    measure: str
    unit: str
    exact: bool
    games: int
    value: float
    lower: float
    upper: float
    difference: float | None
    difference_lower: float | None
    difference_upper: float | None
    significant: bool | None
    reached: bool

    @property
    def change(self) -> Change | None:
        """Against the base; None of a base."""
        ends = self.difference, self.difference_lower, self.difference_upper
        if None in ends or self.ruleset == self.base:
            return None
        return Change(*ends, bool(self.significant))  # type: ignore[arg-type]


class Step(NamedTuple):
    """One bar of a distribution."""

    x: float
    share: float


class Reading(NamedTuple):
    """A ruleset and the one that it is compared with."""

    ruleset: str
    base: str
    option: str | None
    setting: str | None

    @property
    def system(self) -> System:
        """Its game."""
        return game(self.ruleset).system

    @property
    def is_base(self) -> bool:
        """Is it compared with nothing?"""
        return self.ruleset == self.base

    @property
    def is_limit(self) -> bool:
        """Does it set a number, after which a game ends?"""
        return any(option.name == self.option and option.is_number for option in self.system.options)

    @property
    def name(self) -> str:
        """What it is called beside its base: `chain=none`, or its own name."""
        return f"{self.option}={self.setting}" if self.option and self.ruleset not in self.presets else self.ruleset

    @property
    def presets(self) -> Mapping[str, str]:
        """What the named rulesets of its game are."""
        return {preset.id: preset.text for preset in self.system.presets}


@dataclass(frozen=True)
class Study:
    """All figures of a folder."""

    figures: tuple[Figure, ...]
    steps: Mapping[tuple[str, str, str], tuple[Step, ...]]  # by ruleset, players and what it is a distribution of
    manifest: Manifest

    @cached_property
    def _found(self) -> dict[tuple[str, str, str], Figure]:
        return {(figure.ruleset, figure.players, figure.measure): figure for figure in self.figures}

    @cached_property
    def _compared(self) -> dict[tuple[str, str, str, str], Figure]:
        """The figures by ruleset and base, since a ruleset may be compared with several."""
        return {(figure.ruleset, figure.base, figure.players, figure.measure): figure for figure in self.figures}

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every ruleset, in the order in which the games and their readings were measured."""
        return tuple(
            dict.fromkeys(
                Reading(figure.ruleset, figure.base, figure.option, figure.setting) for figure in self.figures
            )
        )

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who has played whole games with their like, from weak to strong; the rungs of a ladder have not."""
        lengths = ASPECTS[0].measure
        return from_weak_to_strong(figure.players for figure in self.figures if figure.measure == lengths)

    @property
    def systems(self) -> tuple[System, ...]:
        """The games, in the order of the study."""
        return tuple(dict.fromkeys(reading.system for reading in self.readings))

    def of(self, system: System) -> Iterator[Reading]:
        """The readings of a game and their bases."""
        return (reading for reading in self.readings if reading.system is system)

    def compared(self, base: Reading) -> Iterator[Reading]:
        """The readings of a base."""
        return (reading for reading in self.readings if reading.base == base.ruleset and not reading.is_base)

    def figure(self, ruleset: str, players: str, measure: str) -> Figure | None:
        """What was measured, if it was."""
        return self._found.get((ruleset, players, measure))

    def compared_figure(self, reading: Reading, players: str, measure: str) -> Figure | None:
        """What was measured of a reading, compared with its base, if it was."""
        return self._compared.get((reading.ruleset, reading.base, players, measure))

    def known(self, ruleset: str, measure: str) -> Figure | None:
        """What was measured of the best players of whom it is known."""
        return next(filter(None, (self.figure(ruleset, players, measure) for players in reversed(self.players))), None)

    def strongest(self, reading: Reading) -> str | None:
        """The best players of a ruleset, those that its base has had too."""
        both = [
            players
            for players in self.players
            if all(self.figure(ruleset, players, ASPECTS[0].measure) for ruleset in (reading.ruleset, reading.base))
        ]
        return both[-1] if both else None

    def change(self, reading: Reading, players: str, aspect: Aspect) -> Change | None:
        """What a reading changes, if that was measured."""
        figure = self.compared_figure(reading, players, aspect.measure)
        return figure.change if figure else None

    def effect(self, reading: Reading, players: str) -> Effect:
        """What a reading changes in every aspect that was measured."""
        changes = {aspect.id: self.change(reading, players, aspect) for aspect in ASPECTS}
        base = {aspect.id: self.figure(reading.base, players, aspect.measure) for aspect in ASPECTS}
        return Effect(
            {aspect: change for aspect, change in changes.items() if change and base[aspect]},
            {aspect: figure.value for aspect, figure in base.items() if figure},
        )


def from_weak_to_strong(players: Iterable[str]) -> tuple[str, ...]:
    """Each once: random and greedy first, then the kinds in the order of the study, each kind by its numbers."""
    listed = tuple(dict.fromkeys(players))
    kinds = (*WEAK, *(NUMBER.sub("", name) for name in listed))

    def strength(name: str) -> tuple[int, list[int]]:
        return kinds.index(NUMBER.sub("", name)), [int(number) for number in NUMBER.findall(name)]

    return tuple(sorted(listed, key=strength))


# --- Files -----------------------------------------------------------------------------------------------------------


def read(folder: Path) -> Study:
    """The study of a folder: games from their start, none from positions.  Raises ResultsError where it holds none."""
    tables = results.read(folder)
    rows = tables.results.select("position", *Figure._fields).rows()
    figures = tuple(Figure(*row) for position, *row in rows if position is None)
    bars = tables.distributions.select("position", "ruleset", "players", "of", "x", "share").rows()
    return Study(figures, _distributions(bars), results.read_manifest(folder))


def _distributions(bars: Iterable[tuple[Any, ...]]) -> dict[tuple[str, str, str], tuple[Step, ...]]:
    found: dict[tuple[str, str, str], set[Step]] = {}  # the same ones may stand there once for each base
    for position, ruleset, players, of, x, share in bars:
        if position is None:
            found.setdefault((ruleset, players, of), set()).add(Step(x, share))
    return {key: tuple(sorted(steps)) for key, steps in found.items()}
