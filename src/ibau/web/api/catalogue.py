"""What can be played, in which languages, against whom, and by which rules."""

from typing import Literal

from msgspec import Struct

from ibau.core.board import Throws
from ibau.web.protocol import BoardView, PlyView, Seat, StateView


class Start(Struct):
    """A board, and the state in which its game begins."""

    board: BoardView
    state: StateView


class OptionValue(Struct):
    """A value of an option, and what it means and does where that needs saying and is known."""

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
    effects: list[str]  # what other values do, where there is no list of them to choose from


class PresetView(Struct):
    """A ruleset that has a name, and what it does against the usual one."""

    id: str
    text: str
    effect: str


class SystemView(Struct):
    """A game, the levels it offers from weak to strong, and its options."""

    id: str
    family: str
    title: str
    label: str  # what it is, in a line
    suits: list[str]  # for whom it is, a sentence each: how long, how much luck, how much to read, from which age
    opening: str  # the first sentences of its rules
    aim: str
    seats: dict[Seat, str]
    throws: Throws
    start: Start
    lesson: int  # how many steps it has
    puzzles: int  # how many there are
    levels: list[str]
    default_preset: str  # the preset that people begin with
    presets: list[PresetView]
    options: list[RuleOption]
    measured: str  # how it is known what the readings do; "" where it is not


class LevelView(Struct):
    """A level of the computer; 1 is the weakest."""

    id: str
    number: int
    name: str
    text: str
    character: str  # its name
    line: str  # who that is


class Language(Struct):
    """A language, and what it calls itself."""

    id: str
    name: str


class Catalogue(Struct):
    """Everything that the page shows where a game is chosen."""

    version: str
    systems: list[SystemView]
    levels: list[LevelView]
    languages: list[Language]


# --- The pages of the rules ------------------------------------------------------------------------------------------


class RulesSection(Struct):
    """A part of a rules page; `id` is that of an element of its HTML."""

    id: str
    title: str


class RulesPage(Struct):
    """A page as the browser shows it; the title is not repeated in the HTML."""

    title: str
    contents: list[RulesSection]
    html: str
    kit: str = ""  # where the game or its label is to be printed, without the paper; "" where it is not


class DiagramView(Struct):
    """What a figure of a rules page shows: the states before and after each of its plies."""

    ruleset: str
    board: BoardView
    states: list[StateView]
    plies: list[PlyView]
