"""Value iteration for games with throws: in place, in the order of progress, with jumps, and then proved.

The values of a group of layers are swept until a sweep hardly changes them.  Late changes are nearly a geometric
series, so every few sweeps the table jumps to where it leads; where a jump was wrong, further sweeps mend it.

What the values are worth is proved afterwards.  Beginning with them, a lower and an upper table are swept with a slack
s: each step gives s less, or s more, than the rules do.  When both have come to rest, one last sweep shows that the
rules give more than every lower value, and less than every upper one, by a quarter of s at least.  Whoever plays by the
lower table then wins at least as often as it says; each throw gains a quarter of s, so play ends with probability 1.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game
from ibau.core.rule import loop
from ibau.core.tables.layers import Layer, Tables
from ibau.solve.sweep import Block, Known, Men, Values, commit, cut, make_visit, margin, new_block

LARGEST_BLOCK = 1 << 18  # positions that do not see each other's new values
SHARED = 1 << 12  # from so many positions on, a block is worth being shared by threads
JUMP = 8  # sweeps between two jumps
CALM, WILD = 0.3, 0.98  # ratios of two changes between which there is a jump
ALIKE = 0.8  # squared cosine of two changes from which they are a series


class Sweep(NamedTuple):
    """What one more sweep did."""

    number: int  # how many there have been
    change: float  # the largest


class Sweeper:
    """Steps at all positions of a group of layers, nearest the end of the game first."""

    def __init__(
        self, game: Game, tables: Tables, group: Sequence[Layer], starts: NDArray[np.int64], threads: int
    ) -> None:
        self._rules = game.rules
        self._visit: Callable[..., int] = make_visit(game.system.rulebook, tables)
        self._starts = starts
        self._threads = threads
        self._sets = [(tables.rows(layer), tables.columns(layer)) for layer in group]
        self._blocks = [new_block(0)] * threads

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Renew the values of the group in `mine`; the largest change."""
        return max(
            commit(mine, block, filled)
            for filled_blocks in self._steps(mine, theirs, slack)
            for block, filled in filled_blocks
        )

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """How far the values lie below (sign 1) or above (-1) what the rules and a slack make of them, at the worst."""
        return min(
            margin(mine, block, filled, sign)
            for filled_blocks in self._steps(mine, theirs, slack)
            for block, filled in filled_blocks
        )

    def _steps(self, mine: Values, theirs: Values, slack: float) -> Iterator[list[tuple[Block, int]]]:
        """Block after block, each in as many parts as it was shared among threads."""
        known = Known(mine, theirs, self._starts)
        with ThreadPoolExecutor(self._threads) as pool:

            def work(share: int) -> tuple[Block, int]:
                own = rows[share::shares].copy()
                block = self._room(share, len(own) * len(columns))
                return block, self._visit(self._rules, known, own, columns, slack, block)

            for rows, columns in self._order():
                shares = self._threads if len(rows) * len(columns) >= SHARED else 1
                yield list(pool.map(work, range(shares))) if shares > 1 else [work(0)]

    def _order(self) -> Iterator[tuple[Men, Men]]:
        """Rows and columns of every block, by falling progress of both sides together, then of the own one."""
        for progress in range(max(rows.bands + columns.bands for rows, columns in self._sets) - 1):
            for rows, columns in self._sets:
                for band in range(max(0, progress - columns.bands + 1), min(rows.bands, progress + 1)):
                    yield from _parts(cut(rows, band), cut(columns, progress - band))

    def _room(self, share: int, positions: int) -> Block:
        """Where a thread leaves its new values."""
        if len(self._blocks[share].places) < positions:
            self._blocks[share] = new_block(positions)
        return self._blocks[share]


def _parts(
    rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """A block, cut where it is too large."""
    if not len(columns):
        return
    step = max(1, LARGEST_BLOCK // len(columns))
    for first in range(0, len(rows), step):
        yield rows[first : first + step], columns


# --- Until it rests --------------------------------------------------------------------------------------------------


class Jumper:
    """Carries a table to where its changes lead."""

    def __init__(self, part: Values) -> None:
        self._part = part  # of the table; jumps change it
        self._before: Values | None = None
        self._earlier: Values | None = None

    def about_to_sweep(self, number: int) -> None:
        """Before sweep `number`: the last two before a jump are watched."""
        self._before = self._part.copy() if number % JUMP >= JUMP - 2 else None

    def swept(self, number: int) -> None:
        """After it."""
        if self._before is None:
            return
        change = self._part - self._before
        if number % JUMP == JUMP - 1 and self._earlier is not None:
            jump(self._part, change, self._earlier)
        self._earlier = change if number % JUMP == JUMP - 2 else None
        self._before = None


def jump(values: Values, change: Values, earlier: Values) -> bool:
    """Add what is left of the series of two changes, if they are one; whether they are."""
    both, before, now = product(change, earlier), product(earlier, earlier), product(change, change)
    if not before or not now:
        return False
    ratio, alike = both / before, both * both / (before * now)
    if not (CALM < ratio < WILD and alike > ALIKE):
        return False
    values += change * (ratio / (1 - ratio))
    return True


@loop
def product(first: Values, second: Values) -> float:
    """The inner product, added up in the same order everywhere."""
    total = 0.0
    for n in range(len(first)):
        total += first[n] * second[n]
    return total


def settle(sweeper: Sweeper, values: Values, part: slice, tolerance: float, begun: int = 0) -> Iterator[Sweep]:
    """Sweep until no value changes by more than a tolerance."""
    jumper, number, change = Jumper(values[part]), begun, 1.0
    while change > tolerance:
        jumper.about_to_sweep(number)
        change = sweeper.sweep(values, values)
        if change > tolerance:
            jumper.swept(number)
        number += 1
        yield Sweep(number, change)


def bracket(
    sweeper: Sweeper, lower: Values, upper: Values, part: slice, slack: float, begun: int = 0
) -> Iterator[Sweep]:
    """Push both bounds apart until they rest: until neither changes by half a slack."""
    jumpers, number, change = (Jumper(lower[part]), Jumper(upper[part])), begun, 1.0
    while change > slack / 2:
        for jumper in jumpers:
            jumper.about_to_sweep(number)
        change = max(sweeper.sweep(lower, upper, -slack), sweeper.sweep(upper, lower, slack))
        if change > slack / 2:
            for jumper in jumpers:
                jumper.swept(number)
        number += 1
        yield Sweep(number, change)


def proof(sweeper: Sweeper, lower: Values, upper: Values, slack: float) -> float:
    """The worst margin of one sweep with a quarter of the slack: bounds are proved where it is not negative."""
    below = sweeper.margin(lower, upper, -slack / 4, 1)
    return min(below, sweeper.margin(upper, lower, slack / 4, -1))
