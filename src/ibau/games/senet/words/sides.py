"""What the two sides are called."""

from ibau.core.outcome import FIRST
from ibau.core.phrase import N_, Phrase


def side(player: int) -> Phrase:
    """What a seat's pawns are called."""
    return Phrase(N_("Light") if player == FIRST else N_("Dark"))
