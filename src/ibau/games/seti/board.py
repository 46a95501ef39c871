"""The boards and figures of both Seti games."""

from ibau.core.bits import members
from ibau.core.board import Board, Piece, Square
from ibau.core.outcome import FIRST, SECOND
from ibau.core.terminal_theme import Glyph, Material
from ibau.games.seti.figures import RANKS

STARTS = {0: FIRST, RANKS - 1: SECOND}  # the seat of each start row, ranks counted from 0


def seti_board(files: int, names: tuple[str, ...], areas: tuple[str, ...]) -> Board:
    """A board of ten ranks, the tenth on top."""
    squares = tuple(
        Square(name, x=n % files, y=RANKS - 1 - n // files, start=STARTS.get(n // files))
        for n, name in enumerate(names)
    )
    return Board(kind="seti", width=files, height=RANKS, squares=squares, areas=areas)


def figures_of(names: tuple[str, ...], seat: int, figures: int, pharaohs: int) -> list[Piece]:
    """The pieces of a seat on the board."""
    return [Piece(names[n], seat, kind_of(pharaohs, 1 << n)) for n in members(figures)]


def kind_of(pharaohs: int, figure: int) -> str:
    """The kind of piece of a figure."""
    return "pharaoh" if pharaohs & figure else "priest"


# --- In a terminal ---------------------------------------------------------------------------------------------------


LIMEWOOD = Material(ground="#ab7f50", line="#775632", ink="#2b1c0b")

FIGURE_SIGNS = {
    ("pharaoh", ""): (Glyph("♔", "K"), Glyph("♚", "Q")),
    ("priest", ""): (Glyph("♗", "P"), Glyph("♝", "B")),
}
