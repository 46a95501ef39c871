"""How a board fits a terminal: as it is, turned a quarter, or not at all; and turned for who sits at its far side."""

from dataclasses import replace
from typing import NamedTuple

from ibau.core.board import Board
from ibau.core.outcome import FIRST

TALLEST = 20  # rows that a board with high squares may take
HIGH = 3  # rows of a square, its upper line included
FLAT = 2
WIDTHS = {HIGH: 7, FLAT: 11}  # columns of a square, its left line included
BRACKETED = 3  # columns of a piece that was moved last
MARK_AT = 3  # the column of the mark in a flat square


class BoardFit(NamedTuple):
    """A board as it is to be drawn; `rows` and `columns` are those of a square, its upper and left line included."""

    board: Board
    rows: int
    columns: int

    @property
    def left(self) -> int:
        """The first column of a square where pieces stand: in flat ones beside the name and the mark."""
        if self.rows == HIGH:
            return 0
        return MARK_AT + 1 if _has_marks(self.board) else _longest_name(self.board)


def fit_board(board: Board, columns: int) -> BoardFit | None:
    """A board in this many columns, turned a quarter where it is too wide; None where it would not be readable."""
    for turned in (board, rotate_quarter(board)):
        rows = _rows(turned)
        width = min(WIDTHS[rows], int((columns - 1) / turned.width))
        if width >= _least(turned):
            return BoardFit(turned, rows, width)
    return None


def columns_needed(board: Board) -> int:
    """The fewest columns in which a board can be read."""
    return min(int(turned.width * _least(turned)) + 1 for turned in (board, rotate_quarter(board)))


def _rows(board: Board) -> int:
    return HIGH if board.height * HIGH < TALLEST else FLAT


def _least(board: Board) -> int:
    """The fewest columns of a square that has room for its name, its mark and a piece."""
    rows = _rows(board)
    if rows == HIGH:
        return 1 + max(_longest_name(board) + _has_marks(board), BRACKETED)
    return 1 + BoardFit(board, rows, 0).left + BRACKETED


def _has_marks(board: Board) -> bool:
    return any(square.mark for square in board.squares)


def _longest_name(board: Board) -> int:
    return max(len(square.name) for square in board.squares)


def rotate_quarter(board: Board) -> Board:
    """What was on the left is at the bottom, as on a browser's narrow page."""
    squares = tuple(replace(square, x=square.y, y=board.width - 1 - square.x) for square in board.squares)
    return replace(board, width=board.height, height=board.width, squares=squares)


def seen_by(seat: int, board: Board) -> Board:
    """The board with a seat's start row below; where there are no such rows it has no side that is a seat's."""
    if seat == FIRST or all(square.start is None for square in board.squares):
        return board
    width, height = board.width - 1, board.height - 1
    return replace(
        board, squares=tuple(replace(square, x=width - square.x, y=height - square.y) for square in board.squares)
    )
