"""The home page, and the puzzle of the day."""

from msgspec import Struct

from ibau.core.board import Piece, Travel
from ibau.web.api.exercises import PuzzleView
from ibau.web.protocol import BoardView, Word


class OfferedGame(Struct):
    """A game that is offered: its board as a picture, without labels."""

    id: str
    family: str
    title: str
    label: str  # its description in one line
    lesson: int  # the number of its steps
    puzzles: int  # their number
    default_preset: str  # the one offered first
    board: BoardView
    pieces: tuple[Piece, ...]


class DemoPly(Struct):
    """An action of a recorded game: its description, and what travels."""

    description: str
    travels: tuple[Travel, ...]


class DemoGame(Struct):
    """The end of a recorded game: its plies, and the pieces before each and after the last."""

    system: str
    level: str  # the computer's weakest
    plies: list[DemoPly]
    pieces: list[tuple[Piece, ...]]


class DailySummary(Struct):
    """The summary of the puzzle of a day, given by its number."""

    day: int
    id: Word
    system: str
    title: str
    hardness: str


class Home(Struct):
    """The data of the home page."""

    systems: list[OfferedGame]
    shown: DemoGame
    daily: DailySummary | None  # None if no offered game has puzzles


class KioskStatus(Struct):
    """The status of a kiosk, for its screens and its operators."""

    started: str  # when the server was; screens reload the page when this changes
    games: int  # that were played, of the stored ones
    games_today: int


class DailyView(Struct):
    """The puzzle of today; `day` is the number of the day."""

    day: int
    puzzle: PuzzleView
