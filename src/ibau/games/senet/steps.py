"""What the evaluations share: how far pawns have come, and how much room a board takes in a word."""

from ibau.core.rule import rule
from ibau.games.senet.track import LAST

SEEN = LAST + 1  # bits of a board
PAIR_OF_BOARDS = 2 * SEEN  # own squares first, then the enemy's


@rule
def squares_travelled(pawns: int) -> int:
    """The sum of the numbers of the squares."""
    total = 0
    while pawns:
        lowest = pawns & -pawns
        total += lowest.bit_length() - 1
        pawns ^= lowest
    return total
