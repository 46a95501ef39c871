"""What no position of Senet can be under any of its rulesets: a sentence each."""

from ibau.core.phrase import N_, Phrase
from ibau.games.senet.track import WATER


def too_many(pawns: int, most: int, name: Phrase) -> Phrase | None:
    """A side with more pawns than it started with."""
    if pawns.bit_count() <= most:
        return None
    return Phrase(
        N_("{side} has {n} pawns; each side has {most}."), {"side": name, "n": pawns.bit_count(), "most": most}
    )


def nobody_left(pawns: int) -> Phrase | None:
    """A board without pawns: the game ends before the second side has borne all off."""
    return None if pawns else Phrase(N_("There is no pawn on the board."))


def in_the_water(pawns: int) -> Phrase | None:
    """A pawn on 27."""
    return Phrase(N_("There is a pawn on 27: nobody rests in the water.")) if pawns & WATER else None
