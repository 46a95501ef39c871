"""Boards drawn from faces."""

import random

import pytest

from ibau.core.face import Board, Piece, Square
from ibau.core.outcome import NOBODY
from ibau.games import game, systems
from ibau.terminal.board import board_lines, touched_by
from ibau.terminal.look import LINES, plainly


def drawn(board: Board, pieces: list[Piece], touched: set[str] | None = None, columns: int = 80) -> str:
    return "\n".join(line.plain for line in board_lines(board, pieces, touched or set(), columns))


def corner(*, gap: bool) -> Board:
    squares = [Square("a1", 0, 1), Square("b1", 1, 1, mark="centre"), Square("a2", 0, 0)]
    if not gap:
        squares.append(Square("b2", 1, 0, mark="of another world"))
    return Board("a new board", 2, 2, tuple(squares), ())


def test_a_board_with_a_gap_shows_its_outline() -> None:
    pieces = [Piece("a2", 0), Piece("a2", 1), Piece("b1", 1, "dragon")]
    assert drawn(corner(gap=True), pieces, {"a2", "a1"}) == (
        "┌──────┐\n│a2    │\n│ [○●] │\n├──────┼──────┐\n│a1    │b1   ◇│\n│ [ ]  │  D   │\n└──────┴──────┘"
    )


def test_an_unknown_mark_is_still_a_mark() -> None:
    assert "│b2   *│" in drawn(corner(gap=False), [])


def test_boards_of_many_ranks_are_flat() -> None:
    lines = drawn(game("seti-aleph").board, [Piece("a10", 0, "ship"), Piece("a10", 1, "pharaoh")], {"a10"}).splitlines()
    assert len(lines) == 21
    assert lines[1] == "│a10   [▽♚]│b10       │c10       │"


@pytest.mark.parametrize("system", systems())
def test_every_position_fits_80_columns_and_shows_every_piece(system: str) -> None:
    chooser = random.Random(3)
    state = game(system).initial()
    squares = {square.name for square in state.game.board.squares}
    for _ in range(60):
        if state.turn == NOBODY:
            break
        action = chooser.choice(state.actions)
        touched = touched_by(state, action)
        state = state.play(action)
        picture = drawn(state.game.board, list(state.pieces), touched)
        assert max(map(len, picture.splitlines())) <= 80
        assert picture.count("[") == len(touched & squares)
        pieces = [letter for letter in picture if letter in "○●⊙◉♔♚♗♝▽▼"]
        assert len(pieces) == sum(piece.place in squares for piece in state.pieces)


def test_a_terminal_that_knows_only_ascii_gets_ascii() -> None:
    for system in systems():
        state = game(system).initial()
        for line in board_lines(state.game.board, state.pieces, set(), 80):
            assert plainly(line, "ascii").plain.isascii()


def test_lines_stand_at_the_number_of_their_arms() -> None:
    assert (LINES[1 | 2], LINES[4 | 8], LINES[15], LINES[2 | 8], LINES[0]) == ("│", "─", "┼", "┌", " ")
