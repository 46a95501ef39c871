"""Fitting a board into a terminal, turned by a quarter if needed, and seen from either side."""

from dataclasses import replace
from typing import NamedTuple

from ibau.core.board import Board
from ibau.core.outcome import FIRST

TALLEST = 20  # rows of a board with high squares
HIGH = 3  # rows of a square with its upper line
FLAT = 2
WIDTHS = {HIGH: 7, FLAT: 11}  # columns of a square with its left line
BRACKETED = 3  # columns of a piece in brackets
MARK_AT = 3  # column of the mark in a flat square


class BoardFit(NamedTuple):
    """A board to draw; `rows` and `columns` are those of a square with its upper and left line."""

    board: Board
    rows: int
    columns: int

    @property
    def left(self) -> int:
        """The first column for pieces within a square: in flat squares, that after the name or mark."""
        if self.rows == HIGH:
            return 0
        return MARK_AT + 1 if _has_marks(self.board) else _longest_name(self.board)


def fit_board(board: Board, columns: int) -> BoardFit | None:
    """Fit a board into this many columns, turned if it is too wide; None if it would be unreadable."""
    for turned in (board, rotate_quarter(board)):
        rows = _rows(turned)
        width = min(WIDTHS[rows], int((columns - 1) / turned.width))
        if width >= _least(turned):
            return BoardFit(turned, rows, width)
    return None


def columns_needed(board: Board) -> int:
    """The least number of columns in which a board is readable."""
    return min(int(turned.width * _least(turned)) + 1 for turned in (board, rotate_quarter(board)))


def _rows(board: Board) -> int:
    return HIGH if board.height * HIGH < TALLEST else FLAT


def _least(board: Board) -> int:
    """The least number of columns of a square, for its name, its mark and a piece."""
    rows = _rows(board)
    if rows == HIGH:
        return 1 + max(_longest_name(board) + _has_marks(board), BRACKETED)
    return 1 + BoardFit(board, rows, 0).left + BRACKETED


def _has_marks(board: Board) -> bool:
    return any(square.mark for square in board.squares)


def _longest_name(board: Board) -> int:
    return max(len(square.name) for square in board.squares)


def rotate_quarter(board: Board) -> Board:
    """Turn a board by a quarter, its left to the bottom, as on narrow pages of the browser."""
    squares = tuple(replace(square, x=square.y, y=board.width - 1 - square.x) for square in board.squares)
    return replace(board, width=board.height, height=board.width, squares=squares)


def seen_by(seat: int, board: Board) -> Board:
    """The board with the seat's start row at the bottom; boards without start rows stay as they are."""
    if seat == FIRST or all(square.start is None for square in board.squares):
        return board
    width, height = board.width - 1, board.height - 1
    return replace(
        board, squares=tuple(replace(square, x=width - square.x, y=height - square.y) for square in board.squares)
    )
