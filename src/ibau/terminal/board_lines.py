"""Boards as lines of coloured text.

┌──────┬──────┐   Lines of adjacent squares join, so that a board with gaps shows its outline.
│a3    │b3   ◇│   A square has its name, its mark, and its pieces from the bottom up, in brackets where the last
│ [○]  │  ●○  │   move began or ended.  Squares of boards with many ranks are flat; long boards are turned.
└──────┴──────┘
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from ibau.core.board import Board, Piece, Square
from ibau.core.line import Ply
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.terminal_theme import Material, TerminalTheme
from ibau.terminal.board_fit import HIGH, MARK_AT, BoardFit, columns_needed, fit_board
from ibau.terminal.glyphs import LINES, mark_glyph, material_of, piece_glyph, piece_style

NORTH, SOUTH, WEST, EAST = 1, 2, 4, 8  # the arms of a box-drawing character


class Canvas:
    """Characters by row and column on a background, and lines that join where they meet."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._letters: dict[tuple[int, int], tuple[str, str]] = {}
        self._arms: dict[tuple[int, int], int] = {}

    @property
    def ink(self) -> str:
        """The style of text."""
        return self._material.ink

    def box(self, row: int, column: int, rows: int, columns: int) -> None:
        """Draw a rectangle, filled with the background."""
        for n in range(column, column + columns):
            for at in (row, row + rows):
                self._arm(at, n, EAST)
                self._arm(at, n + 1, WEST)
        for n in range(row, row + rows):
            for at in (column, column + columns):
                self._arm(n, at, SOUTH)
                self._arm(n + 1, at, NORTH)
        for inner in range(row + 1, row + rows):
            self.write(inner, column + 1, " " * (columns - 1), self.ink)

    def _arm(self, row: int, column: int, arm: int) -> None:
        self._arms[row, column] = self._arms.get((row, column), 0) | arm

    def write(self, row: int, column: int, letters: str, style: str) -> None:
        """Write text at a place."""
        for n, letter in enumerate(letters):
            self._letters[row, column + n] = letter, style

    def lines(self) -> list[Text]:
        """The rows, from the top."""
        drawn = {at: (LINES[arms], self._material.line) for at, arms in self._arms.items()} | self._letters
        last_row = max(row for row, _ in drawn)
        last_column = max(column for _, column in drawn)
        return [
            self._row([drawn.get((row, n), (" ", "")) for n in range(last_column + 1)]) for row in range(last_row + 1)
        ]

    def _row(self, cells: Sequence[tuple[str, str]]) -> Text:
        text = Text(no_wrap=True)
        for style, run in groupby(cells, key=itemgetter(1)):
            text.append("".join(letter for letter, _ in run), f"{style} on {self._material.ground}" if style else "")
        text.rstrip()
        return text


class BoardStyle(NamedTuple):
    """How to draw a board: columns available, and whether colours fill pieces and tell the seats apart."""

    columns: int
    coloured: bool = False
    translate: Translate = str


class Cell(NamedTuple):
    """The inside of a square on the canvas; pieces begin at the column `left`."""

    row: int
    column: int
    rows: int
    columns: int
    left: int


def board_style(out: Console, translate: Translate = str) -> BoardStyle:
    """The style that fits a console."""
    coloured = out.color_system is not None and not out.no_color and out.encoding.startswith("utf")
    return BoardStyle(out.width, coloured, translate)


def board_lines(
    board: Board, theme: TerminalTheme, pieces: Iterable[Piece], touched: Collection[str], sheet: BoardStyle
) -> list[Text]:
    """The rows of a board, with brackets in the squares of `touched`; a sentence if it does not fit."""
    fit = fit_board(board, sheet.columns)
    if not fit:
        values = {"needed": columns_needed(board), "columns": sheet.columns}
        text = Phrase(N_("The board needs {needed} columns; this terminal has {columns}."), values)
        return [Text(text.to_text(sheet.translate))]
    canvas = Canvas(material_of(theme))
    standing: dict[str, list[Piece]] = {}
    for piece in pieces:
        standing.setdefault(piece.place, []).append(piece)
    for square in fit.board.squares:
        place = _place(canvas, square, fit)
        _name(canvas, square, place, mark_glyph(theme, square.mark))
        letters = [
            (piece_glyph(theme, piece, coloured=sheet.coloured), piece_style(piece.seat))
            for piece in standing.get(square.name, ())
        ]
        _stand(canvas, letters, place, bracketed=square.name in touched)
    return canvas.lines()


def _place(canvas: Canvas, square: Square, fit: BoardFit) -> Cell:
    """Draw an empty square; returns its inside."""
    row, column = round(square.y * fit.rows), round(square.x * fit.columns)
    canvas.box(row, column, fit.rows, fit.columns)
    return Cell(row + 1, column + 1, fit.rows - 1, fit.columns - 1, fit.left)


def _name(canvas: Canvas, square: Square, place: Cell, glyph: str) -> None:
    canvas.write(place.row, place.column, square.name, canvas.ink)
    right = place.columns - 1 if place.rows == HIGH - 1 else MARK_AT
    canvas.write(place.row, place.column + right, glyph, canvas.ink)


def _stand(canvas: Canvas, letters: Sequence[tuple[str, str]], place: Cell, *, bracketed: bool) -> None:
    """Pieces in the middle of the last row, or of what the name leaves of the only row; of a high stack, its top."""
    width = place.columns - place.left - 2 * bracketed
    shown = list(letters[-width:])
    if bracketed:
        shown = [("[", canvas.ink), *(shown or [(" ", canvas.ink)]), ("]", canvas.ink)]
    free = place.columns - place.left - len(shown)
    for n, (letter, style) in enumerate(shown, place.column + place.left + free // 2):
        canvas.write(place.row + place.rows - 1, n, letter, style)


def touched_by(plies: Iterable[Ply]) -> set[str]:
    """The places where pieces began or ended these plies."""
    return {travel.path[end] for ply in plies for travel in ply.travels for end in (0, -1)}
