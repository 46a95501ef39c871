"""What the evaluations share: how far pawns have come, and where a board lies in a word."""

from ibau.core.features import NOWHERE, Features, both_squares
from ibau.core.rule import rule
from ibau.games.senet.track import LAST

SEEN = LAST + 1  # bits of a board
GRID = (3, 10)
TRACK_CELLS = (NOWHERE, *range(10), *range(19, 9, -1), *range(20, 30))  # the track is an S


def pair_of_boards(name: str) -> Features:
    """Own squares first, then the enemy's."""
    return both_squares(name, TRACK_CELLS)


@rule
def squares_travelled(pawns: int) -> int:
    """The sum of the numbers of the squares."""
    total = 0
    while pawns:
        lowest = pawns & -pawns
        total += lowest.bit_length() - 1
        pawns ^= lowest
    return total
