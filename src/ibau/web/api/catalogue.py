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

    value: str  # as in ruleset texts
    text: str  # what it means
    effect: str  # its measured effect; '' if there is none


class RuleOption(Struct):
    """An option of the rules; `default` is its value under each preset."""

    name: str  # as in ruleset texts
    text: str  # what it decides
    cites: str  # the rulings on it
    kind: Literal["choice", "switch", "number"]
    is_addition: bool  # is it ours, rather than a reading of the source?
    default: dict[str, str]  # by preset id
    values: list[OptionValue]  # empty for a number
    effects: list[str]  # of other values, if `values` is not a list to choose from


class PresetView(Struct):
    """A named ruleset, and its effect compared with the default one."""

    id: str  # the ruleset text
    text: str  # what it is
    effect: str  # measured; '' if there is none


class SystemView(Struct):
    """A game, the levels it offers from weak to strong, and its options."""

    id: str  # such as "senet-race"
    family: str  # such as "senet"
    title: str  # the name of the game
    label: str  # its description in one line
    suits: list[str]  # a sentence each: length, amount of luck, rules to read, age
    opening: str  # the first sentences of its rules
    aim: str  # what wins, a sentence
    seats: dict[Seat, str]  # the names of the sides
    throws: Throws  # what is thrown, '' for nothing
    start: Start
    lesson: int  # the number of its steps
    puzzles: int  # their number
    levels: list[str]  # their ids
    default_preset: str  # the one offered first
    presets: list[PresetView]
    options: list[RuleOption]
    measured: str  # how the effects were measured; "" if they were not


class LevelView(Struct):
    """A level of the computer; 1 is the weakest."""

    id: str  # such as "level3"
    number: int  # 1 to 8
    name: str  # of the level
    text: str  # its description
    character: str  # the name of the computer's character
    line: str  # about the character


class Language(Struct):
    """A language, and its own name for itself."""

    id: str  # such as "fr"
    name: str  # such as "Français"


class Catalogue(Struct):
    """Everything that the page for choosing a game shows."""

    version: str  # of Ibau
    systems: list[SystemView]
    levels: list[LevelView]  # all of them, from weak to strong
    languages: list[Language]


# --- The pages of the rules ------------------------------------------------------------------------------------------


class RulesSection(Struct):
    """A section of a rules page; `id` is that of an element of its HTML."""

    id: str  # of its element in the HTML
    title: str  # the heading


class RulesPage(Struct):
    """A page for the browser; the title is not repeated in the HTML."""

    title: str  # the heading
    contents: list[RulesSection]
    html: str  # the page without its title
    kit: str = ""  # the address of the PDF of the game or its label, without the paper; "" for none


class DiagramView(Struct):
    """A figure of a rules page: the states before and after each of its plies."""

    ruleset: str  # the ruleset text
    board: BoardView
    states: list[StateView]
    plies: list[PlyView]
