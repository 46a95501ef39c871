"""Options of the rules, presets, rulesets and their sources.

An option is declared once, as a field of its game's `Rules`: an `OptionEnum`, a switch or a number.  The ruleset text,
command line, web form, rules pages and the tests' grid of one-option changes are made from that field.

    class Chain(OptionEnum):
        FORCED = N_("It must go on as long as it can.")
        NONE = N_("One step a turn, never more.")

    class Rules(NamedTuple):
        chain: Annotated[Chain, choice(N_("Whether a piece that captured goes on capturing."), "SEEGA-5, S4")]
        forced_capture: Annotated[bool, switch(N_("A player who can must capture."), "SEEGA-4, S4", default=True)]

The values of the fields are ints, for compiled rules: compare them, as in `rules.chain == Chain.NONE`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Self, get_type_hints

from ibau.core.errors import RulesetError, suggestion_or_list
from ibau.core.phrase import N_
from ibau.core.quoting import quote, shorten

LARGEST = 1 << 62  # the effective value of larger numbers, whose text is kept (C22)


@dataclass(frozen=True, slots=True)
class Source:
    """A document that a ruleset follows."""

    key: str  # "S4"
    title: str
    language: str


class OptionEnum(IntEnum):
    """The values of an option, numbered from 0, the default first; each is declared with its meaning.

    The text of a value is its name in small letters, unless another text follows the meaning.
    """

    _value_: int
    meaning: str
    written: str

    def __new__(cls, meaning: str, written: str = "") -> Self:
        number = len(cls.__members__)
        value = int.__new__(cls, number)
        value._value_ = number
        value.meaning = meaning
        value.written = written
        return value

    @property
    def text(self) -> str:
        """The text of the value in a ruleset."""
        return self.written or self.name.lower()


@dataclass(frozen=True, slots=True, repr=False)
class Option:
    """A named choice that the sources leave open, or that we add; made by `choice`, `switch` or `whole_number`.

    `values` maps the valid texts, the default first, to the ints of the rules; it is empty for a whole number.
    `cites` names the rulings of rulings.md and the place in the source; `is_addition` means that no source has it.
    `sample_values` are other whole numbers to test.
    """

    values: Mapping[str, int]
    text: str
    cites: str
    default: str
    name: str = ""  # of the field of `Rules`
    value_texts: tuple[str, ...] = ()
    is_addition: bool = False
    sample_values: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Option {self.name}={self.default}>"

    @property
    def is_number(self) -> bool:
        """Is it a whole number, rather than one of a few values?"""
        return not self.values

    @property
    def is_switch(self) -> bool:
        """Is it on or off, "true" or "false"?"""
        return set(self.values) == {"true", "false"}

    def check(self, value: str) -> None:
        """Raise RulesetError unless `value` is valid."""
        given = f"{self.name}={shorten(value)}"
        if self.is_number:
            digits = value.isascii() and value.isdigit()
            if not digits or (value[0] == "0" and value != "0"):
                raise RulesetError(
                    N_("{given}: not a whole number; write 0 (off) or digits without sign or leading zeros."),
                    given=given,
                )
        elif value not in self.values:
            raise RulesetError(
                N_("{given}: unknown value{known}"), given=given, known=suggestion_or_list(value, self.values)
            )

    def number(self, value: str) -> int:
        """The int of a valid value, for the rules."""
        if self.is_number:
            return min(int(value), LARGEST) if len(value) < 20 else LARGEST
        return self.values[value]

    def alternatives(self, value: str) -> tuple[str, ...]:
        """The other values (of a whole number, the sample values)."""
        return tuple(other for other in (self.values or self.sample_values) if other != value)


def choice(text: str, cites: str, *, is_addition: bool = False) -> Option:
    """An option with a few values, those of the `OptionEnum` that is the type of its field."""
    return Option({}, text, cites, "", is_addition=is_addition)


def switch(text: str, cites: str, *, default: bool, is_addition: bool = False) -> Option:
    """An option that is on or off."""
    values = {"true": 1, "false": 0} if default else {"false": 0, "true": 1}
    return Option(values, text, cites, next(iter(values)), is_addition=is_addition)


def whole_number(
    text: str, cites: str, *, default: str, sample_values: tuple[str, ...] = (), is_addition: bool = False
) -> Option:
    """An option that is a whole number; 0 means off."""
    return Option({}, text, cites, default, is_addition=is_addition, sample_values=sample_values)


def options_of(rules: Any) -> tuple[Option, ...]:
    """The options that the fields of a game's `Rules` declare.  Raises TypeError for a field without one."""
    return tuple(_declared(name, kind) for name, kind in get_type_hints(rules, include_extras=True).items())


def _declared(name: str, kind: Any) -> Option:
    for option in getattr(kind, "__metadata__", ()):
        if isinstance(option, Option):
            return replace(option, name=name, **_values(kind.__origin__))
    raise TypeError(f"{name}: a field of Rules declares its option, such as Annotated[bool, switch(…)]")


def _values(kind: type) -> dict[str, Any]:
    """The fields of an Option that follow from the OptionEnum of its values, if it has one."""
    if not issubclass(kind, OptionEnum):
        return {}
    numbers = {value.text: int(value) for value in kind}
    return {"values": numbers, "default": next(iter(numbers)), "value_texts": tuple(value.meaning for value in kind)}


@dataclass(frozen=True, slots=True, repr=False)
class Preset:
    """A named set of option values of one system; the preset without changes has the id of the system."""

    id: str  # as in ruleset texts
    text: str  # a description, a text of the catalogues
    values: Mapping[str, str] = field(default_factory=dict[str, str])  # by option name, where not the default
    is_default: bool = False  # is it offered first, rather than the preset without changes?

    def __repr__(self) -> str:
        return f"<Preset {self.id}>"


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """A preset and the options that differ from it: all that determines the rules of a game."""

    preset: Preset
    options: tuple[Option, ...]  # of the system
    values: Mapping[str, str]  # of all options, by name

    def __repr__(self) -> str:
        return f"<Ruleset {self}>"

    def __str__(self) -> str:
        return "+".join([self.preset.id, *(f"{name}={value}" for name, value in self.changes)])

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """The options that differ from the preset, by name, with their values."""
        preset = preset_values(self.preset, self.options)
        return tuple(sorted((name, value) for name, value in self.values.items() if value != preset[name]))

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and str(self) == str(other)

    def numbers(self) -> tuple[int, ...]:
        """The ints of the values, in the order of declaration."""
        return tuple(option.number(self.values[option.name]) for option in self.options)

    def with_value(self, name: str, value: str) -> "Ruleset":
        """This ruleset with one value changed."""
        return Ruleset(self.preset, self.options, {**self.values, name: value})

    def one_option_changes(self) -> Iterator["Ruleset"]:
        """Every ruleset that differs from this one in one option."""
        for option in self.options:
            for value in option.alternatives(self.values[option.name]):
                yield self.with_value(option.name, value)


def preset_values(preset: Preset, options: tuple[Option, ...]) -> dict[str, str]:
    """The values of all options under a preset, by name."""
    return {option.name: preset.values.get(option.name, option.default) for option in options}


def read_changes(text: str, preset: Preset, options: tuple[Option, ...]) -> Ruleset:
    """The ruleset of a preset with the changes `name=value+name=value…`; '' changes nothing.

    Raises RulesetError for an unknown option or value, or an option given twice (C42).
    """
    named = {option.name: option for option in options}
    values = preset_values(preset, options)
    given: set[str] = set()
    for change in text.split("+") if text else ():
        name, equals, value = change.partition("=")
        if name not in named:
            raise RulesetError(
                N_("{ruleset} has no option {name}{known}"),
                ruleset=preset.id,
                name=quote(name),
                known=suggestion_or_list(name, named),
            )
        if not equals:
            raise RulesetError(
                N_("Option {name!r} lacks a value: write {name}={default}."), name=name, default=named[name].default
            )
        if name in given:
            raise RulesetError(N_("Option {name!r} is given twice."), name=name)
        named[name].check(value)
        given.add(name)
        values[name] = value
    return Ruleset(preset, options, values)
