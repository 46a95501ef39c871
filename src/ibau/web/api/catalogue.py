"""The catalogue of games, rules, levels and languages, and the pages of the rules."""

from typing import Literal

from msgspec import Struct

from ibau.core.board import Throws
from ibau.web.protocol import BoardView, PlyView, Seat, StateView


class Start(Struct):
    """A board, and the initial state of its game."""

    board: BoardView
    state: StateView


class OptionValue(Struct):
    """A value of an option, and its text and effect where there are any."""

    value: str
    text: str
    effect: str


class RuleOption(Struct):
    """An option of the rules; `default` is its value under each preset."""

    name: str
    text: str
    cites: str
    kind: Literal["choice", "switch", "number"]
    is_addition: bool
    default: dict[str, str]
    values: list[OptionValue]
    effects: list[str]  # of other values, if `values` is not a list to choose from


class PresetView(Struct):
    """A named ruleset, and its effect compared with the default one."""

    id: str
    text: str
    effect: str


class SystemView(Struct):
    """A game, the levels it offers from weak to strong, and its options."""

    id: str
    family: str
    title: str
    label: str  # its description in one line
    suits: list[str]  # a sentence each: length, amount of luck, rules to read, age
    opening: str  # the first sentences of its rules
    aim: str
    seats: dict[Seat, str]
    throws: Throws
    start: Start
    lesson: int  # the number of its steps
    puzzles: int  # their number
    levels: list[str]
    default_preset: str  # the one offered first
    presets: list[PresetView]
    options: list[RuleOption]
    measured: str  # how the effects were measured; "" if they were not


class LevelView(Struct):
    """A level of the computer; 1 is the weakest."""

    id: str
    number: int
    name: str
    text: str
    character: str  # the name of the computer's character
    line: str  # about the character


class Language(Struct):
    """A language, and its own name for itself."""

    id: str
    name: str


class Catalogue(Struct):
    """Everything that the page for choosing a game shows."""

    version: str
    systems: list[SystemView]
    levels: list[LevelView]
    languages: list[Language]


# --- The pages of the rules ------------------------------------------------------------------------------------------


class RulesSection(Struct):
    """A section of a rules page; `id` is that of an element of its HTML."""

    id: str
    title: str


class RulesPage(Struct):
    """A page for the browser; the title is not repeated in the HTML."""

    title: str
    contents: list[RulesSection]
    html: str
    kit: str = ""  # the address of the PDF of the game or its label, without the paper; "" for none


class DiagramView(Struct):
    """A figure of a rules page: the states before and after each of its plies."""

    ruleset: str
    board: BoardView
    states: list[StateView]
    plies: list[PlyView]
