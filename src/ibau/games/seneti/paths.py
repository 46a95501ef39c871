"""Every path of Seneti in tables, and the rules that read them.

A path is two numbers: what it needs, and where it leads.

    needs    bits 0 to 20     squares that must be passable
             bits 21 to 41    the square that the stone comes from, where an own stone must be on top
    leads    a way in         bits 0 to 20: the squares that it ends on
             a move           the same in one of three rows, as rules.py draws them

Paths are read by fields: the moves from three squares, or all ways in.  The moves from 13 and 14 have a field for each
reading of their values.  Doubling from other squares than 3-fields (`rosette_doubling=any`) concerns 13 and 14 on the
museum's bridge alone: everywhere else a count ends on a square of the other colour than the rosettes' (section 3.1).
"""

from collections.abc import Callable, Iterator
from itertools import accumulate

from ibau.games.seneti.board import ACCESS, MUSEUM_VALUES, PARITY_VALUES, SQUARES, STACKS, Way, shortest, ways
from ibau.games.seneti.rulesets import PathRule
from ibau.machine.rule import rule

Path = tuple[int, int]  # needs, leads

ROW = 21  # bits for squares 0 to 20; there is no square 0
STONE = ROW  # where the second half of `needs` begins

FROM_1, FROM_4, FROM_7, FROM_10, FROM_13, FROM_16, FROM_19, ANY_13, PARITY_13, IN_4, IN_5 = range(11)  # fields


def _paths(found: set[Way]) -> Iterator[Path]:
    """Ways that need the same are one path.  A rosette is always passable, and no way ends on one."""
    told_apart = shortest({(passed & STACKS, end) for passed, end in found if STACKS >> end & 1})
    for needs in sorted({passed for passed, _ in told_apart}):
        yield needs, sum(1 << end for passed, end in told_apart if passed == needs)


def _moves(square: int, value: int, path_rule: PathRule, *, doubled: bool) -> Iterator[Path]:
    """From one square.  The stone is lifted first: it does not bar its own way."""
    found = ways(square, value, path_rule)
    if doubled:
        found |= ways(square, 2 * value, path_rule, over_rosette_at=value)  # SENETI-6, SENETI-8, C17
    row = (square - 1) % 3
    for needs, ends in _paths({(passed & ~(1 << square), end) for passed, end in found}):
        yield needs | 1 << STONE + square, ends << ROW * row


def _moves_from(
    first: int, path_rule: PathRule, values: tuple[int, ...] = MUSEUM_VALUES, *, any_doubled: bool = False
) -> list[Path]:
    """From three squares, the last time from two."""
    return [
        path
        for square in SQUARES[first - 1 : first + 2]
        if values[square]
        for path in _moves(square, values[square], path_rule, doubled=any_doubled or values[square] == 3)
    ]


def _ways_in(steps: int, path_rule: PathRule) -> list[Path]:
    """From all access squares (SENETI-4, C16); backwards they are the ways out (SENETI-5)."""
    access = [square for square in SQUARES if ACCESS >> square & 1]
    return list(_paths({way for square in access for way in ways(square, steps, path_rule, first_counts=True)}))


def _fields(path_rule: PathRule) -> list[list[Path]]:
    return [
        *(_moves_from(first, path_rule) for first in range(1, 20, 3)),
        _moves_from(13, path_rule, any_doubled=True),
        _moves_from(13, path_rule, PARITY_VALUES),
        _ways_in(4, path_rule),  # with `access_counts=true` the access square is the first of five steps
        _ways_in(5, path_rule),  # otherwise five steps follow it
    ]


def _reader(path_rule: PathRule) -> Callable[[int, int], int]:
    """The rule that reads the paths of one `path_rule`.

    Its tables are constants to it: with tables chosen as it runs, random games took nearly twice as long.
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
    """Where the paths of a field lead that need nothing of what is missing.

    Callers name the field as a constant, and a path that is found ends no loop: so there is no branch to guess wrong
    when it is compiled.
    """
    if path_rule == PathRule.SIMPLE:
        return _simple(field, missing)
    return _no_uturn(field, missing) if path_rule == PathRule.NO_UTURN else _free(field, missing)
