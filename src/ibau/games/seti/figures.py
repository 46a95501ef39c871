"""The squares of both Seti games, and the moves of pharaohs and priests (rulings.md sections 1 and 2).

A board is `files` wide and ten ranks long; square n is bit n, n = (rank - 1) * files + file:

    Aleph, 3 files          Beth, 5 files
    27 28 29  rank 10       45 46 47 48 49  rank 10, white's goal row
     …                       …
     0  1  2  rank 1         0  1  2  3  4  rank 1, brown's goal row
     a  b  c                 a  b  c  d  e
"""

from ibau.core.bits import index, members
from ibau.core.outcome import FIRST
from ibau.machine.rule import rule

RANKS = 10

Step = tuple[int, int]  # files to the right, ranks up

WAZIR: tuple[Step, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS: tuple[Step, ...] = tuple(
    (dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if (abs(dx), abs(dy)) != (1, 1)
)
TWO_AHEAD: tuple[Step, ...] = ((0, 2), (0, -2), (2, 0), (-2, 0))


def reaches(files: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
    """For each square, the set of squares that steps lead to."""
    return tuple(
        sum(1 << x + dx + files * (y + dy) for dx, dy in steps if 0 <= x + dx < files and 0 <= y + dy < RANKS)
        for y in range(RANKS)
        for x in range(files)
    )


KING_3, WAZIR_3 = reaches(3, WAZIR + DIAGONAL), reaches(3, WAZIR)
PRIEST_3, WIDE_PRIEST_3 = reaches(3, LEAPS), reaches(3, LEAPS + TWO_AHEAD)
KING_5, WAZIR_5 = reaches(5, WAZIR + DIAGONAL), reaches(5, WAZIR)
PRIEST_5, WIDE_PRIEST_5 = reaches(5, LEAPS), reaches(5, LEAPS + TWO_AHEAD)


@rule
def reach_3(figure: int, pharaohs: int, pharaoh_diagonal: int, priest_orthogonal: int) -> int:
    """The squares that a figure of Aleph reaches: a pharaoh by a step (SETI-1), a priest by a leap (SETI-2, SETI-3)."""
    square = index(figure)
    if figure & pharaohs:
        return KING_3[square] if pharaoh_diagonal else WAZIR_3[square]
    return WIDE_PRIEST_3[square] if priest_orthogonal else PRIEST_3[square]


@rule
def reach_5(figure: int, pharaohs: int, pharaoh_diagonal: int, priest_orthogonal: int) -> int:
    """The squares that a figure of Beth reaches, as in Aleph (BETH-5)."""
    square = index(figure)
    if figure & pharaohs:
        return KING_5[square] if pharaoh_diagonal else WAZIR_5[square]
    return WIDE_PRIEST_5[square] if priest_orthogonal else PRIEST_5[square]


@rule
def rank_of(files: int, rank: int) -> int:
    """The squares of a rank, 1 to 10."""
    return (1 << files) - 1 << files * (rank - 1)


@rule
def goal_row(files: int, player: int) -> int:
    """The goal row of a player: the other one's start row."""
    return rank_of(files, RANKS) if player == FIRST else rank_of(files, 1)


@rule
def seen_from_above(files: int, squares: int) -> int:
    """A set of squares with the ranks in reverse order: rank 1 becomes rank 10, and so on."""
    half = 5 * files
    halves = squares >> half | (squares & (1 << half) - 1) << half
    outer = rank_of(files, 1) | rank_of(files, 6)
    inner, middle = outer << files, outer << 2 * files
    return (
        (halves & outer) << 4 * files
        | halves >> 4 * files & outer
        | (halves & inner) << 2 * files
        | halves >> 2 * files & inner
        | halves & middle
    )


def mirrored(files: int, squares: int) -> int:
    """A set of squares reflected left to right."""
    return sum(1 << mirrored_square(files, square) for square in members(squares))


def mirrored_square(files: int, square: int) -> int:
    """The number of a square reflected left to right."""
    return files * (square // files) + files - 1 - square % files
