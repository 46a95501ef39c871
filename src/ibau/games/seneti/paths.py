"""Every path of Seneti in flat tables, for the rules to scan.

An entry is `squares that must be passable << 5 | end`.  The entries of field f go from STARTS[f] to STARTS[f + 1]:
fields 1 to 20 are the squares with the museum's bridge; 13 and 14 have further fields for the other values and
options.  Doubling from other squares than 3-fields (`rosette_doubling=any`) concerns 13 and 14 on the museum's bridge
alone: everywhere else a count ends on a square of the other colour than the rosettes' (section 3.1).
"""

from ibau.games.seneti.board import (
    ACCESS,
    FREE,
    MUSEUM_VALUES,
    NO_UTURN,
    PARITY_VALUES,
    ROSETTES,
    SIMPLE,
    SQUARES,
    Way,
    shortest,
    ways,
)

PARITY_13, PARITY_14, ANY_13, ANY_14, FIELDS = range(21, 26)
END = 31  # the bits of an entry that name its end


def _entries(found: set[Way]) -> list[int]:
    return sorted(passed << 5 | end for passed, end in found if not ROSETTES >> end & 1)


def _moves(square: int, value: int, path_rule: int, *, doubled: bool) -> list[int]:
    found = ways(square, value, path_rule)
    if doubled:
        found |= ways(square, 2 * value, path_rule, over_rosette_at=value)  # SENETI-6, SENETI-8, C17
    return _entries(found)


def _fields(path_rule: int) -> list[list[int]]:
    fields: list[list[int]] = [[]]
    for square in SQUARES:
        value = MUSEUM_VALUES[square]
        fields.append(_moves(square, value, path_rule, doubled=value == 3) if value else [])
    fields += [_moves(square, PARITY_VALUES[square], path_rule, doubled=False) for square in (13, 14)]
    fields += [_moves(square, MUSEUM_VALUES[square], path_rule, doubled=True) for square in (13, 14)]
    return fields


def _flat(fields: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    entries = [entry for field in fields for entry in field]
    starts = [sum(map(len, fields[:n])) for n in range(len(fields) + 1)]
    return tuple(entries), tuple(starts)


def _entrances(steps: int, path_rule: int) -> tuple[int, ...]:
    """Ways into the board from all access squares (SENETI-4, C16); backwards they are the ways out (SENETI-5)."""
    found = {
        way for square in SQUARES if ACCESS >> square & 1 for way in ways(square, steps, path_rule, first_counts=True)
    }
    return tuple(_entries(shortest(found)))


SIMPLE_MOVES, SIMPLE_STARTS = _flat(_fields(SIMPLE))
NO_UTURN_MOVES, NO_UTURN_STARTS = _flat(_fields(NO_UTURN))
FREE_MOVES, FREE_STARTS = _flat(_fields(FREE))

# With `access_counts=true` the access square is the first of five steps, otherwise five steps follow it.
SIMPLE_4, NO_UTURN_4, FREE_4 = _entrances(4, SIMPLE), _entrances(4, NO_UTURN), _entrances(4, FREE)
SIMPLE_5, NO_UTURN_5, FREE_5 = _entrances(5, SIMPLE), _entrances(5, NO_UTURN), _entrances(5, FREE)
