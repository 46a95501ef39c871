"""The track of the Senet games: the numbering of squares, and pawns in a row (rulings.md section 0).

A set of squares is an int; bit n is square n:

     1  2  3  4  5  6  7  8  9 10
    20 19 18 17 16 15 14 13 12 11
    21 22 23 24 25 26 27 28 29 30
"""

from ibau.machine.rule import rule

LAST = 30
BOARD = (1 << 31) - 2
ROW_1 = (1 << 11) - 2
ROW_2 = (1 << 21) - (1 << 11)
ROW_3 = (1 << 31) - (1 << 21)
HOUSES = (1 << 31) - (1 << 26)  # 26..30
WATER = 1 << 27
EXIT = 1 << 30
CORNERS = 1 << 10 | 1 << 20  # the lower squares of the pairs 10-11 and 20-21

SIX_SCALE = (1, 2, 3, 4, 6)  # values of the five throws, in the order of chance.THROW
FIVE_SCALE = (1, 2, 3, 4, 5)


@rule
def pairs(pawns: int, corners_adjacent: int) -> int:
    """The lower squares of two pawns on consecutive numbers, by option not across the corners (C69)."""
    together = pawns & pawns >> 1
    return together if corners_adjacent else together & ~CORNERS


@rule
def protected(pawns: int, corners_adjacent: int) -> int:
    """The pawns next to another one of their side."""
    lower = pairs(pawns, corners_adjacent)
    return lower | lower << 1


@rule
def walls(pawns: int, corners_adjacent: int) -> int:
    """The lowest squares of three pawns in a row."""
    lower = pairs(pawns, corners_adjacent)
    return lower & lower >> 1


@rule
def walled_off_ahead(wall: int, n: int) -> int:
    """The squares from which a move forward by n would jump a whole wall (C71)."""
    blocked = 0
    for distance in range(1, n - 2):
        blocked |= wall >> distance
    return blocked


@rule
def walled_off_behind(wall: int, n: int) -> int:
    """The squares from which a move back by n would jump a whole wall (C71)."""
    blocked = 0
    for distance in range(3, n):
        blocked |= wall << distance
    return blocked
