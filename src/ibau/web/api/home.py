"""The home page, and the puzzle of the day."""

from msgspec import Struct

from ibau.core.board import Piece, Travel
from ibau.web.api.exercises import PuzzleView
from ibau.web.protocol import BoardView, Word


class OfferedGame(Struct):
    """A game that is offered: its board as a picture, without labels."""

    id: str  # such as "senet-race"
    family: str  # such as "senet"
    title: str  # the name of the game
    label: str  # its description in one line
    lesson: int  # the number of its steps
    puzzles: int  # their number
    default_preset: str  # the one offered first
    board: BoardView
    pieces: tuple[Piece, ...]  # in the initial position


class DemoPly(Struct):
    """An action of a recorded game: its description, and what travels."""

    description: str  # a sentence
    travels: tuple[Travel, ...]


class DemoGame(Struct):
    """The end of a recorded game: its plies, and the pieces before each and after the last."""

    system: str  # the id of the game
    level: str  # the computer's weakest
    plies: list[DemoPly]
    pieces: list[tuple[Piece, ...]]  # before each ply, and after the last


class DailySummary(Struct):
    """The summary of the puzzle of a day, given by its number."""

    day: int  # the number of the day
    id: Word  # of the puzzle
    system: str  # the id of the game
    title: str  # the name of the game
    hardness: str  # in a word


class Home(Struct):
    """The data of the home page."""

    systems: list[OfferedGame]  # all games that are offered
    shown: DemoGame  # a game that plays by itself
    daily: DailySummary | None  # None if no offered game has puzzles


class KioskStatus(Struct):
    """The status of a kiosk, for its screens and its operators."""

    started: str  # when the server was; screens reload the page when this changes
    games: int  # that were played, of the stored ones
    games_today: int  # of them, those played today


class DailyView(Struct):
    """The puzzle of today; `day` is the number of the day."""

    day: int  # the number of the day
    puzzle: PuzzleView
