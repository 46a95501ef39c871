"""The board of Ur in Seneti: twenty squares, their values and all paths (rulings.md sections 3.1, 3.3).

Square n is bit n.  * is a rosette; the other signs are values, which are also the most stones on a square:

     1 *   2 6   3 *
     4 3   5 1   6 3
     7 1   8 4   9 1
    10 3  11 *  12 3
          13 1               with `bridge=parity` 13 is worth 4 and 14 is worth 1
          14 4
    15 *  16 3  17 *
    18 2  19 1  20 2
"""

from collections.abc import Iterator

from ibau.games.seneti.rulesets import PathRule

ROWS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (0, 13, 0), (0, 14, 0), (15, 16, 17), (18, 19, 20))
PLACES = {square: (row, column) for row, squares in enumerate(ROWS) for column, square in enumerate(squares) if square}
SQUARES = tuple(range(1, 21))

ROSETTES = 1 << 1 | 1 << 3 | 1 << 11 | 1 << 15 | 1 << 17
ACCESS = 1 << 4 | 1 << 6 | 1 << 10 | 1 << 12 | 1 << 16
BOARD = (1 << 21) - 2
STACKS = BOARD & ~ROSETTES  # squares that hold stones

# Values by square, 0 on rosettes; index 0 is unused.
MUSEUM_VALUES = (0, 0, 6, 0, 3, 1, 3, 1, 4, 1, 3, 0, 3, 1, 4, 0, 3, 0, 2, 1, 2)
PARITY_VALUES = (*MUSEUM_VALUES[:13], 4, 1, *MUSEUM_VALUES[15:])

NEIGHBOURS = {
    square: tuple(
        near for near, (near_row, near_column) in PLACES.items() if abs(near_row - row) + abs(near_column - column) == 1
    )
    for square, (row, column) in PLACES.items()
}

# A path for the rules: the set of squares that must be passable, and the number of the last square.
Route = tuple[int, int]
Walk = tuple[tuple[int, ...], int]  # the squares that determine how a walk can go on, and the set of those passed


def routes(
    start: int, steps: int, path_rule: PathRule, *, over_rosette_at: int = 0, first_counts: bool = False
) -> set[Route]:
    """All paths of a number of steps that end on another square than `start` (SENETI-2, SENETI-3, C14, C15).

    Step `over_rosette_at` must be a rosette (SENETI-6); with `first_counts` the start must be passable too.
    """
    walks: set[Walk] = {((start,), 1 << start if first_counts else 0)}
    for step in range(1, steps + 1):
        walks = set(_one_step_on(walks, path_rule))
        if step == over_rosette_at:
            walks = {walk for walk in walks if ROSETTES >> walk[0][-1] & 1}
        if step < steps:
            walks = {(trail, passed | 1 << trail[-1]) for trail, passed in walks}
    return shortest({(passed, trail[-1]) for trail, passed in walks if trail[-1] != start})


def _one_step_on(walks: set[Walk], path_rule: PathRule) -> Iterator[Walk]:
    """Walks longer by a step; a trail keeps only the squares that determine how it can go on."""
    for trail, passed in walks:
        for near in NEIGHBOURS[trail[-1]]:
            if path_rule == PathRule.SIMPLE and near not in trail:
                yield (*trail, near), passed
            elif path_rule == PathRule.NO_UTURN and near != trail[0]:
                yield (trail[-1], near), passed
            elif path_rule == PathRule.FREE:
                yield (near,), passed


def shortest(found: set[Route]) -> set[Route]:
    """The paths without those that need all squares of another path to the same end."""
    return {
        (passed, end)
        for passed, end in found
        if not any(other != passed and other & passed == other and to == end for other, to in found)
    }
