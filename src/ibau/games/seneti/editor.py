"""What a position of Seneti is put together from by hand."""

from collections.abc import Sequence

from ibau.core.editor import Editor, Word, whose_turn
from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.phrase import N_
from ibau.games.seneti.board import SQUARES
from ibau.games.seneti.rules import STONES
from ibau.games.seneti.words import side


def text(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """Stones from the bottom up; those that are not on the board are in hand."""
    player, plies = words
    squares = ",".join(_stack([piece for piece in pieces if piece.place == str(square)]) for square in SQUARES)
    white, black = (max(0, STONES - sum(piece.seat == seat for piece in pieces)) for seat in (FIRST, SECOND))
    return f"{squares} {player} {white},{black} {plies}"


def _stack(stones: Sequence[Piece]) -> str:
    letters = "".join("WB"[stone.seat] for stone in stones)
    closed = bool(stones) and stones[-1].side == "closed"
    return (letters[:-1] + letters[-1].lower() if closed else letters) or "."


def words_of(text: str) -> tuple[str, ...]:
    """Who is to act, and the plies."""
    _, player, _, plies = text.split()
    return player, plies


EDITOR = Editor(
    kinds=(("stone", "open"), ("stone", "closed")),
    words=(whose_turn(side(FIRST), side(SECOND), lot=True), Word(N_("Plies played"), typed="number")),
    cleared=f"{SEATS[FIRST]} 0",
    text=text,
    words_of=words_of,
    together=(("stone", "stone"),),
)
