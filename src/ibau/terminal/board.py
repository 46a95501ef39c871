"""A board as lines of coloured text, from its face alone.

┌──────┬──────┐   Squares stand where the face says, and their lines join: a board with gaps shows its outline.
│a3    │b3   ◇│   A square holds its name, its mark, and its pieces from the bottom up, in brackets where the last
│ [○]  │  ●○  │   move left or arrived.  The squares of boards with many ranks are flat.
└──────┴──────┘
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.text import Text

from ibau.core.face import Board, Piece, Square
from ibau.core.game import State
from ibau.terminal.look import LINES, Material, mark_sign, material_of, piece_glyph, piece_style

TALLEST = 20  # rows that a board with high squares may take
HIGH = 3  # rows of a square, its upper line included
FLAT = 2
WIDTHS = {HIGH: 7, FLAT: 11}  # columns of a square, its left line included
NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8  # the arms of a line


class Canvas:
    """Letters by row and column on a ground, and lines that join where they touch."""

    def __init__(self, look: Material) -> None:
        self._look = look
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}
        self._arms: dict[tuple[int, int], int] = {}

    def box(self, row: int, column: int, rows: int, columns: int) -> None:
        """A rectangle of lines, filled with the ground."""
        for n in range(column, column + columns):
            for at in (row, row + rows):
                self._arm(at, n, EAST)
                self._arm(at, n + 1, WEST)
        for n in range(row, row + rows):
            for at in (column, column + columns):
                self._arm(n, at, SOUTH)
                self._arm(n + 1, at, NORTH)
        for inner in range(row + 1, row + rows):
            self.write(inner, column + 1, " " * (columns - 1), self._look.ink)

    def _arm(self, row: int, column: int, arm: int) -> None:
        self._arms[row, column] = self._arms.get((row, column), 0) | arm

    def write(self, row: int, column: int, letters: str, style: str) -> None:
        """Put letters on the ground."""
        for n, letter in enumerate(letters):
            self._letters[row, column + n] = letter, style

    def lines(self) -> list[Text]:
        """The rows, from the top."""
        drawn = {at: (LINES[arms], self._look.line) for at, arms in self._arms.items()} | self._letters
        last_row = max(row for row, _ in drawn)
        last_column = max(column for _, column in drawn)
        return [
            self._row([drawn.get((row, n), (" ", "")) for n in range(last_column + 1)]) for row in range(last_row + 1)
        ]

    def _row(self, cells: Sequence[tuple[str, str]]) -> Text:
        text = Text(no_wrap=True)
        for style, run in groupby(cells, key=itemgetter(1)):
            text.append("".join(letter for letter, _ in run), f"{style} on {self._look.ground}" if style else "")
        text.rstrip()
        return text


class Place(NamedTuple):
    """The inside of a square on the canvas."""

    row: int
    column: int
    rows: int
    columns: int


def board_lines(board: Board, pieces: Iterable[Piece], touched: Collection[str], columns: int) -> list[Text]:
    """The rows of a board, where possible at most `columns` wide; the squares in `touched` get brackets."""
    look = material_of(board.kind)
    canvas = Canvas(look)
    rows = HIGH if board.height * HIGH < TALLEST else FLAT
    width = min(WIDTHS[rows], int((columns - 1) / board.width))
    standing: dict[str, list[Piece]] = {}
    for piece in pieces:
        standing.setdefault(piece.place, []).append(piece)
    for square in board.squares:
        row, column = round(square.y * rows), round(square.x * width)
        canvas.box(row, column, rows, width)
        inside = Place(row + 1, column + 1, rows - 1, width - 1)
        _name(canvas, square, inside, look)
        _stand(canvas, standing.get(square.name, []), inside, look, bracketed=square.name in touched)
    return canvas.lines()


def _name(canvas: Canvas, square: Square, inside: Place, look: Material) -> None:
    canvas.write(inside.row, inside.column, square.name, look.ink)
    sign = mark_sign(square.mark)
    right = inside.columns - 1 if inside.rows > 1 else 3
    canvas.write(inside.row, inside.column + right, sign, look.ink)


def _stand(canvas: Canvas, pieces: Sequence[Piece], inside: Place, look: Material, *, bracketed: bool) -> None:
    """Pieces in the middle of the last row, or at its right end where the name stands in the same row."""
    flat = inside.rows == 1
    room = inside.columns - 2 * bracketed - 4 * flat
    shown = pieces[-room:]
    letters = [(piece_glyph(piece), piece_style(piece.seat)) for piece in shown]
    if bracketed:
        letters = [("[", look.ink), *(letters or [(" ", look.ink)]), ("]", look.ink)]
    free = inside.columns - len(letters)
    column = inside.column + (free if flat else free // 2)
    for n, (letter, style) in enumerate(letters, column):
        canvas.write(inside.row + inside.rows - 1, n, letter, style)


def touched_by(state: State, action: str) -> set[str]:
    """The places that an action's pieces leave and where they arrive."""
    travels = state.game.system.face.travels(state.game.rules, state.position, state.action(action))
    return {travel.path[end] for travel in travels for end in (0, -1)}
