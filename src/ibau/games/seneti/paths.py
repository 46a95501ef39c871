"""All paths of Seneti in tables, and the rules that read them.

A path is two sets: what it needs, and where it leads.

    needs    bits 0 to 20     squares that must be passable
             bits 21 to 41    the square that the stone leaves, where an own stone must be on top
    leads    an entry         bits 0 to 20: the squares that it ends on
             a move           the same in one of three rows, described in rules.py

Paths are grouped into fields: the moves from three squares, or all entries.  The moves from 13 and 14 have a field for
each option of their values.  Doubling from squares that are not worth three (`rosette_doubling=any`) concerns only 13
and 14 on the museum's bridge: elsewhere a count ends on the other colour than that of the rosettes (section 3.1).
"""

from collections.abc import Callable, Iterator
from itertools import accumulate

from ibau.games.seneti.board import ACCESS, MUSEUM_VALUES, PARITY_VALUES, SQUARES, STACKS, Route, routes, shortest
from ibau.games.seneti.rulesets import PathRule
from ibau.machine.rule import rule

Path = tuple[int, int]  # needs, leads

ROW = 21  # bits for squares 0 to 20; there is no square 0
STONE = ROW  # the first bit of the second half of `needs`

FROM_1, FROM_4, FROM_7, FROM_10, FROM_13, FROM_16, FROM_19, ANY_13, PARITY_13, IN_4, IN_5 = range(11)  # fields


def _paths(found: set[Route]) -> Iterator[Path]:
    """Paths by what they need, which is never a rosette, as these are always passable; none ends on one."""
    different = shortest({(passed & STACKS, end) for passed, end in found if STACKS >> end & 1})
    for needs in sorted({passed for passed, _ in different}):
        yield needs, sum(1 << end for passed, end in different if passed == needs)


def _moves(square: int, value: int, path_rule: PathRule, *, doubled: bool) -> Iterator[Path]:
    """The moves from a square, which is passable, as the stone has left it."""
    found = routes(square, value, path_rule)
    if doubled:
        found |= routes(square, 2 * value, path_rule, over_rosette_at=value)  # SENETI-6, SENETI-8, C17
    row = (square - 1) % 3
    for needs, ends in _paths({(passed & ~(1 << square), end) for passed, end in found}):
        yield needs | 1 << STONE + square, ends << ROW * row


def _moves_from(
    first: int, path_rule: PathRule, values: tuple[int, ...] = MUSEUM_VALUES, *, any_doubled: bool = False
) -> list[Path]:
    """The moves from three squares, or the last two."""
    return [
        path
        for square in SQUARES[first - 1 : first + 2]
        if values[square]
        for path in _moves(square, values[square], path_rule, doubled=any_doubled or values[square] == 3)
    ]


def _entries(steps: int, path_rule: PathRule) -> list[Path]:
    """The entries from all access squares (SENETI-4, C16); reversed they are the exits (SENETI-5)."""
    access = [square for square in SQUARES if ACCESS >> square & 1]
    return list(_paths({route for square in access for route in routes(square, steps, path_rule, first_counts=True)}))


def _fields(path_rule: PathRule) -> list[list[Path]]:
    return [
        *(_moves_from(first, path_rule) for first in range(1, 20, 3)),
        _moves_from(13, path_rule, any_doubled=True),
        _moves_from(13, path_rule, PARITY_VALUES),
        _entries(4, path_rule),  # with `access_counts=true` the access square is the first of five steps
        _entries(5, path_rule),  # otherwise five steps follow it
    ]


def _reader(path_rule: PathRule) -> Callable[[int, int], int]:
    """The rule that reads the paths of one `path_rule`.

    Its tables are compiled as constants: with tables chosen at run time, random games took nearly twice as long.
    """
    fields = _fields(path_rule)
    needs = tuple(needs for field in fields for needs, _ in field)
    leads = tuple(leads for field in fields for _, leads in field)
    starts = tuple(accumulate(map(len, fields), initial=0))

    @rule
    def read(field: int, missing: int) -> int:
        found = 0
        for n in range(starts[field], starts[field + 1]):
            if needs[n] & missing == 0:
                found |= leads[n]
        return found

    return read


_simple, _no_uturn, _free = _reader(PathRule.SIMPLE), _reader(PathRule.NO_UTURN), _reader(PathRule.FREE)


@rule
def reached(path_rule: PathRule, field: int, missing: int) -> int:
    """Where the paths of a field lead that need nothing in the set `missing`.

    The field is a constant at each call, and the loop does not end early, so that compiled code has no branches that
    are hard to predict.
    """
    if path_rule == PathRule.SIMPLE:
        return _simple(field, missing)
    return _no_uturn(field, missing) if path_rule == PathRule.NO_UTURN else _free(field, missing)
