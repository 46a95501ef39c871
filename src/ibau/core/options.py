"""Options of the rules, presets of options, and the sources they come from.

An option is declared once, in its family's `rulesets.py`.  From that line come the ruleset text, the command line, the
web form, the rules pages and the tests' grid of one-option changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType

from ibau.core.errors import RulesetError, listed, nearest
from ibau.core.quoting import quoted, shortened

LARGEST = 1 << 62  # larger numbers are kept in the text and act as this (C22)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a ruleset follows."""

    key: str  # "S4"
    title: str
    language: str


class FirstPlayer(IntEnum):
    """The values of `first_player`, which a match sets from game to game."""

    LOT = 0
    FIRST = 1
    SECOND = 2


@dataclass(frozen=True, slots=True)
class Option:
    """One named choice that the sources leave open, or that we add; made by `one_of`, `switch` or `whole_number`.

    `values` are the valid texts, the default first, and what the rules see; there are none for a whole number.
    `cites` names the rulings of rulings.md and the place in the source; `ours` marks what no source contains.
    `tries` are other numbers worth trying, for the tests.
    """

    name: str
    values: Mapping[str, int]
    text: str
    cites: str
    default: str
    value_texts: tuple[str, ...] = ()
    ours: bool = False
    tries: tuple[str, ...] = ()

    @property
    def is_number(self) -> bool:
        """Is it a whole number, not one of a few values?"""
        return not self.values

    @property
    def is_switch(self) -> bool:
        """Is it on or off, "true" or "false"?"""
        return set(self.values) == {"true", "false"}

    def check(self, value: str) -> None:
        """Raise RulesetError unless `value` is valid."""
        given = f"{self.name}={shortened(value)}"
        if self.is_number:
            digits = value.isascii() and value.isdigit()
            if not digits or (value[0] == "0" and value != "0"):
                raise RulesetError(
                    f"{given}: not a whole number; write 0 (off) or digits without sign or leading zeros."
                )
        elif value not in self.values:
            raise RulesetError(f"{given}: unknown value; valid are {listed(self.values)}.{nearest(value, self.values)}")

    def number(self, value: str) -> int:
        """The value as the rules see it."""
        if self.is_number:
            return min(int(value), LARGEST) if len(value) < 20 else LARGEST
        return self.values[value]

    def alternatives(self, value: str) -> tuple[str, ...]:
        """The other values, for a grid of one-option changes."""
        return tuple(other for other in (self.values or self.tries) if other != value)


def one_of(
    name: str,
    text: str,
    cites: str,
    meanings: Mapping[IntEnum, str],
    *,
    written: Mapping[IntEnum, str] = MappingProxyType({}),
    ours: bool = False,
) -> Option:
    """An option with a few values, the default first, and what each means.  Raises TypeError where one is missing.

    A value is written as its name in small letters, unless `written` has another text.
    """
    default = next(iter(meanings))
    if set(meanings) != set(type(default)):
        raise TypeError(f"{name}: each value of {type(default).__name__} needs its meaning")
    values = {written.get(value, value.name.lower()): int(value) for value in meanings}
    return Option(name, values, text, cites, next(iter(values)), tuple(meanings.values()), ours)


def switch(name: str, text: str, cites: str, *, default: bool, ours: bool = False) -> Option:
    """An option that is on or off."""
    values = {"true": 1, "false": 0} if default else {"false": 0, "true": 1}
    return Option(name, values, text, cites, next(iter(values)), ours=ours)


def whole_number(
    name: str, text: str, cites: str, *, default: str, tries: tuple[str, ...] = (), ours: bool = False
) -> Option:
    """An option that is a whole number, 0 for off."""
    return Option(name, {}, text, cites, default, ours=ours, tries=tries)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values of one system; the system's own id is the preset without changes."""

    id: str
    text: str
    values: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A preset and the options that differ from it: everything that decides the rules of one game."""

    preset: Preset
    options: tuple[Option, ...]
    values: Mapping[str, str]

    def __str__(self) -> str:
        preset = preset_values(self.preset, self.options)
        changes = sorted(name for name, value in self.values.items() if value != preset[name])
        return "+".join([self.preset.id, *(f"{name}={self.values[name]}" for name in changes)])

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and str(self) == str(other)

    def numbers(self) -> tuple[int, ...]:
        """The values as the rules see them, in the order of declaration."""
        return tuple(option.number(self.values[option.name]) for option in self.options)

    def changed(self, name: str, value: str) -> "Ruleset":
        """This ruleset with one value changed."""
        return Ruleset(self.preset, self.options, {**self.values, name: value})

    def one_option_changes(self) -> Iterator["Ruleset"]:
        """Every ruleset that differs from this one in one option."""
        for option in self.options:
            for value in option.alternatives(self.values[option.name]):
                yield self.changed(option.name, value)


def preset_values(preset: Preset, options: tuple[Option, ...]) -> dict[str, str]:
    """Every option's value under a preset."""
    return {option.name: preset.values.get(option.name, option.default) for option in options}


def read_changes(text: str, preset: Preset, options: tuple[Option, ...]) -> Ruleset:
    """The ruleset that `name=value+name=value…` makes of a preset; '' changes nothing.

    Raises RulesetError for an unknown option or value, or an option given twice (C42).
    """
    named = {option.name: option for option in options}
    values = preset_values(preset, options)
    given: set[str] = set()
    for change in text.split("+") if text else ():
        name, equals, value = change.partition("=")
        if name not in named:
            raise RulesetError(
                f"{preset.id} has no option {quoted(name)}; its options are {listed(named)}.{nearest(name, named)}"
            )
        if not equals:
            raise RulesetError(f"Option {name!r} lacks a value: write {name}={named[name].default}.")
        if name in given:
            raise RulesetError(f"Option {name!r} is given twice.")
        named[name].check(value)
        given.add(name)
        values[name] = value
    return Ruleset(preset, options, values)
