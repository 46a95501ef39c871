"""What positions of both Seti games are put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import Word, mark, square
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_
from ibau.games.seti.parts import board_text

FIGURES = (("pharaoh", ""), ("priest", ""))
QUIET = Word(N_("Plies since the last conquest"), typed="number")
END = mark(N_("An arrival was not answered: the game is over"), "goal")


def arrived(names: tuple[str, ...]) -> Word:
    """Whether an arrival waits for its answer."""
    return square(N_("The figure that has arrived and must be conquered now"), names)


def board_of(files: int, names: tuple[str, ...], pieces: Sequence[Piece]) -> str:
    """The board of a position text."""

    def standing(seat: int, *kinds: str) -> int:
        found = (piece for piece in pieces if piece.seat == seat and piece.kind in kinds)
        return sum(1 << names.index(piece.place) for piece in found)

    return board_text(
        files,
        standing(FIRST, "pharaoh", "priest"),
        standing(SECOND, "pharaoh", "priest"),
        standing(FIRST, "pharaoh") | standing(SECOND, "pharaoh"),
        standing(FIRST, "ship"),
        standing(SECOND, "ship"),
    )
