"""Parts that the evaluations of the Senet games share: the progress of pawns, and boards as features."""

from ibau.core.features import NOWHERE, Features, squares_pair
from ibau.games.senet.track import LAST
from ibau.machine.rule import rule

SEEN = LAST + 1  # bits of a board
GRID = (3, 10)
TRACK_CELLS = (NOWHERE, *range(10), *range(19, 9, -1), *range(20, 30))  # the track is an S


def pair_of_boards(name: str) -> Features:
    """A feature for own squares, and one for the enemy's."""
    return squares_pair(name, TRACK_CELLS)


@rule
def squares_travelled(pawns: int) -> int:
    """The sum of the numbers of the squares, by counting those that have each binary digit."""
    return (
        (pawns & 0xAAAAAAAA).bit_count()
        + 2 * (pawns & 0xCCCCCCCC).bit_count()
        + 4 * (pawns & 0xF0F0F0F0).bit_count()
        + 8 * (pawns & 0xFF00FF00).bit_count()
        + 16 * (pawns & 0xFFFF0000).bit_count()
    )
