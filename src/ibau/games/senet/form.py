"""What the positions of all Senet rulesets are written with."""

from collections.abc import Callable, Iterable

from ibau.core.form import Meaning
from ibau.core.letter_board import LetterBoard
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.senet.sides import Shared, pawns_of
from ibau.games.senet.track import LAST, WATER

PAWNS = LetterBoard([range(1, LAST + 1)], ("", *map(str, range(1, LAST + 1)))).squares()


def throws(scale: Iterable[int]) -> tuple[Meaning, ...]:
    """The throws that are waiting to be played."""
    return tuple(Meaning(f"t{n}", {"throw": n}, Phrase(N_("{value} thrown"), {"value": n})) for n in scale)


def too_many(position: Shared, most: int, name: Callable[[int], Phrase]) -> Phrase | None:
    """More pawns of a side than it starts with; `name` says what a seat's pawns are called."""
    for seat in (FIRST, SECOND):
        pawns, _ = pawns_of(position, seat)
        if pawns.bit_count() > most:
            values = {"side": name(seat), "n": pawns.bit_count(), "most": most}
            return Phrase(N_("{side} has {n} pawns; each side has {most}."), values)
    return None


def miscounted(position: Shared, most: int, name: Callable[[int], Phrase]) -> Phrase | None:
    """What is impossible about pawns that leave the board: there are none, too many, or one rests in the water."""
    pawns = position.own | position.enemy
    if not pawns:
        return Phrase(N_("There is no pawn on the board."))
    if pawns & WATER:
        return Phrase(N_("There is a pawn on 27: nobody rests in the water."))
    return too_many(position, most, name)
