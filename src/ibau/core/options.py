"""Options of the rules, presets of options, and the sources they come from.

An option is declared once, in its family's `rulesets.py`.  From that line come the ruleset text, the command line, the
web form, the rule pages and the tests' grid of one-option changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ibau.core.errors import RulesetError, listed, nearest

LARGEST = 1 << 62  # larger numbers are kept in the text and act as this (C22)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a ruleset follows."""

    key: str  # "S4"
    title: str
    language: str


@dataclass(frozen=True, slots=True)
class Option:
    """One named choice that the sources leave open, or that we add.

    `values` are the valid texts, the default first; an empty tuple means a whole number, with `default` as its text.
    `cites` names the rulings of rulings.md and the place in the source; `ours` marks what no source contains.
    `tries` are other numbers worth trying, for the tests and the lab.
    """

    name: str
    values: tuple[str, ...]
    text: str
    cites: str
    default: str = ""
    value_texts: tuple[str, ...] = ()
    ours: bool = False
    tries: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.values and not self.default:
            object.__setattr__(self, "default", self.values[0])

    @property
    def is_number(self) -> bool:
        return not self.values

    @property
    def is_switch(self) -> bool:
        return set(self.values) == {"true", "false"}

    def check(self, value: str) -> None:
        """Raise RulesetError unless `value` is valid."""
        if self.is_number:
            digits = value.isascii() and value.isdigit()
            if not digits or (value[0] == "0" and value != "0"):
                raise RulesetError(
                    f"{self.name}={value}: not a whole number; write 0 (off) or digits without sign or leading zeros."
                )
        elif value not in self.values:
            raise RulesetError(
                f"{self.name}={value}: unknown value; valid are {listed(self.values)}.{nearest(value, self.values)}"
            )

    def number(self, value: str) -> int:
        """The value as the rules see it: the number itself, 0 or 1, or the place among `values`."""
        if self.is_number:
            return min(int(value), LARGEST) if len(value) < 20 else LARGEST
        return int(value == "true") if self.is_switch else self.values.index(value)

    def alternatives(self, value: str) -> tuple[str, ...]:
        """The other values, for a grid of one-option changes."""
        return tuple(other for other in (self.values or self.tries) if other != value)


def switch(name: str, text: str, cites: str, *, default: bool, ours: bool = False) -> Option:
    """An option that is on or off."""
    values = ("true", "false") if default else ("false", "true")
    return Option(name, values, text, cites, ours=ours)


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
        """The same ruleset with one value changed."""
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
                f"{preset.id} has no option {name!r}; its options are {listed(named)}.{nearest(name, named)}"
            )
        if not equals:
            raise RulesetError(f"Option {name!r} lacks a value: write {name}={named[name].default}.")
        if name in given:
            raise RulesetError(f"Option {name!r} is given twice.")
        named[name].check(value)
        given.add(name)
        values[name] = value
    return Ruleset(preset, options, values)
