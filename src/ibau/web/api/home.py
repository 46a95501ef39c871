"""What the first page shows, and the puzzle of the day."""

from msgspec import Struct

from ibau.core.board import Piece, Travel
from ibau.web.api.exercises import PuzzleView
from ibau.web.protocol import BoardView, Word


class OfferedGame(Struct):
    """A game among the others: its board as a picture, without words for its squares."""

    id: str
    family: str
    title: str
    label: str  # what it is, in a line
    lesson: int  # how many steps it has
    puzzles: int  # how many there are
    default_preset: str  # the preset that people begin with
    board: BoardView
    pieces: tuple[Piece, ...]


class DemoPly(Struct):
    """An action of a recorded game: what it is called, and what travels."""

    description: str
    travels: tuple[Travel, ...]


class DemoGame(Struct):
    """The end of a recorded game: its plies, and the pieces before each and after the last."""

    system: str
    level: str  # the gentlest of the computer
    plies: list[DemoPly]
    pieces: list[tuple[Piece, ...]]


class DailySummary(Struct):
    """The puzzle of a day, in a word; days are counted."""

    day: int
    id: Word
    system: str
    title: str
    hardness: str


class Home(Struct):
    """The first page."""

    systems: list[OfferedGame]
    shown: DemoGame
    daily: DailySummary | None  # where the games that are offered have puzzles


class KioskStatus(Struct):
    """What the screens of a museum, and those who look after them, ask for now and then."""

    started: str  # when the server was: screens load the page again when that changes
    games: int  # that were played, of those that are kept
    games_today: int


class DailyView(Struct):
    """The puzzle of today; those of other days have other numbers."""

    day: int
    puzzle: PuzzleView
