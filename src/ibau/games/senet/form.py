"""Parts of position texts that the Senet games share."""

from collections.abc import Callable, Iterable

from ibau.core.form import Meaning
from ibau.core.letter_board import LetterBoard
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.sides import Shared, pawns_of
from ibau.games.senet.track import LAST, WATER

PAWNS = LetterBoard([range(1, LAST + 1)], ("", *map(str, range(1, LAST + 1)))).squares()


def throws(scale: Iterable[int]) -> tuple[Meaning, ...]:
    """The words for a throw that is to be played."""
    return tuple(Meaning(f"t{n}", {"throw": n}, Phrase(N_("{value} thrown"), {"value": n})) for n in scale)


def too_many(position: Shared, most: int, name: Callable[[int], Phrase]) -> Phrase | None:
    """A side has more than its `most` pawns; `name` returns the name of a seat's pawns."""
    for seat in (FIRST, SECOND):
        pawns, _ = pawns_of(position, seat)
        if pawns.bit_count() > most:
            values = {"side": name(seat), "n": pawns.bit_count(), "most": most}
            return Phrase(N_("{side} has {n} pawns; each side has {most}."), values)
    return None


def miscounted(position: Shared, most: int, name: Callable[[int], Phrase]) -> Phrase | None:
    """There is no pawn on the board, a side has too many, or one is on the water."""
    pawns = position.own | position.enemy
    if not pawns:
        return Phrase(N_("There is no pawn on the board."))
    if pawns & WATER:
        return Phrase(N_("There is a pawn on 27: nobody rests in the water."))
    return too_many(position, most, name)
