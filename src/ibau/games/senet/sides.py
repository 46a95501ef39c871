"""What the two sides are called."""

from ibau.core.outcome import FIRST
from ibau.core.phrase import N_, Phrase


def side(player: int) -> Phrase:
    """What a seat's pawns are called."""
    return Phrase(N_("Light") if player == FIRST else N_("Dark"))


def odd_or_even(player: int) -> Phrase:
    """What a seat's pawns are called where they are told apart by the squares they start from."""
    return Phrase(N_("Odd") if player == FIRST else N_("Even"))
