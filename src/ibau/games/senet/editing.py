"""What positions of all Senet rulesets are put together from by hand."""

from collections.abc import Iterable, Sequence

from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.parts import pawns_text


def board_and_words(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """A position text whose first word is the board."""
    light, dark = (sum(1 << int(piece.place) for piece in pieces if piece.seat == seat) for seat in (FIRST, SECOND))
    return " ".join((pawns_text(light, dark), *words))


def throws(scale: Iterable[int]) -> tuple[tuple[str, Phrase], ...]:
    """The throws that are waiting to be played."""
    return tuple((f"t{value}", Phrase(N_("{value} thrown"), {"value": value})) for value in scale)
