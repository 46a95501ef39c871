"""Value iteration for games with throws: in place, in the order of progress, with jumps, and then proved.

The values of a group of layers are swept until a sweep hardly changes them.  Late changes are nearly a geometric
series, so every few sweeps the table jumps to where it leads; where a jump was wrong, further sweeps mend it.

What the values are worth is proved afterwards.  Beginning with them, a lower and an upper table are swept with a slack
s: each step gives s less, or s more, than the rules do.  When both have come to rest, one last sweep shows that the
rules give more than every lower value, and less than every upper one, by a quarter of s at least.  A player who follows
the lower table then wins at least as often as it says; each throw gains a quarter of s, so play ends with probability
1.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game
from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.array_storage import ArrayStorage
from ibau.lab.solver.position_order import LARGEST_BLOCK, BandedSets, blocks, by_progress, rectangles
from ibau.lab.solver.sweep_loops import (
    Block,
    KnownChances,
    Values,
    block_margin,
    commit_block,
    make_advance,
    make_visit,
    new_block,
)
from ibau.machine.rule import loop

MIN_SHARED_BLOCK = 1 << 12  # from this many positions on, a block is worth being shared by threads
EXTRAPOLATE_EVERY = 8  # sweeps between two jumps
WATCHED = 2  # of them
MIN_RATIO, MAX_RATIO = 0.3, 0.98  # ratios of two changes between which there is a jump
MIN_SQUARED_COSINE = 0.8  # squared cosine of two changes from which they are a series


class SweepResult(NamedTuple):
    """What one more sweep did."""

    number: int  # how many there have been
    change: float  # the largest


class Sweeper(Protocol):
    """Steps at all positions of a group of layers."""

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Renew the values of the group in `mine`; the largest change."""
        ...

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """How far the values lie below (sign 1) or above (-1) what the rules and a slack make of them, at the worst."""
        ...


class PositionSweeper:
    """Steps at all positions of a group of layers, nearest the end of the game first."""

    def __init__(
        self, game: Game, tables: TableLayout, group: Sequence[Layer], starts: NDArray[np.int64], threads: int
    ) -> None:
        self._rules = game.rules
        self._advance = make_advance(game.system.rulebook, tables)
        self._visit = make_visit(game.system.rulebook, tables)
        self._starts = starts
        self._sets = rectangles(tables, group)
        largest = max(_largest(rows) * _largest(columns) for rows, columns in self._sets)
        self._threads = threads if largest >= MIN_SHARED_BLOCK else 1
        room = max(min(largest, LARGEST_BLOCK), *(_largest(columns) for _, columns in self._sets))
        self._blocks = [new_block(room, tables.iteration.most_moves) for _ in range(self._threads)]

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Renew the values of the group in `mine`; the largest change."""
        if self._threads > 1:
            return max(
                commit_block(mine, *part) for parts in self._blocks_of_threads(mine, theirs, slack) for part in parts
            )
        known, block = KnownChances(mine, theirs, self._starts), self._blocks[0]
        return max(
            self._advance(self._rules, known, rows, columns, progress, slack, block)
            for progress, rows, columns in by_progress(self._sets)
        )

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """How far the values lie below (sign 1) or above (-1) what the rules and a slack make of them, at the worst."""
        return min(
            block_margin(mine, *part, sign) for parts in self._blocks_of_threads(mine, theirs, slack) for part in parts
        )

    def _blocks_of_threads(self, mine: Values, theirs: Values, slack: float) -> Iterator[list[tuple[Block, int]]]:
        """Block after block, each in as many parts as it was shared among threads, and how far they are filled."""
        known = KnownChances(mine, theirs, self._starts)
        with ThreadPoolExecutor(self._threads) as pool:

            def work(share: int) -> tuple[Block, int]:
                block = self._blocks[share]
                return block, self._visit(self._rules, known, own[share::shares].copy(), others, slack, block)

            for progress, rows, columns in by_progress(self._sets):
                for own, others in blocks(rows, columns, progress):
                    shares = self._threads if len(own) * len(others) >= MIN_SHARED_BLOCK else 1
                    yield list(pool.map(work, range(shares))) if shares > 1 else [work(0)]


def _largest(sets: BandedSets) -> int:
    """Members of the largest band."""
    return int(np.diff(sets.starts).max())


# --- Until it rests --------------------------------------------------------------------------------------------------


class Extrapolator:
    """Carries a table to where its changes lead."""

    def __init__(self, part: Values, storage: ArrayStorage) -> None:
        self._part = part  # of the table; jumps change it
        self._latest, self._earlier = (storage.array(len(part)) for _ in range(WATCHED))
        self._follows = False  # has the sweep before been watched?

    def before_sweep(self, number: int) -> None:
        """Prepare for a sweep that is about to begin: the last two before a jump are watched."""
        if _is_watched(number):
            self._latest[:] = self._part

    def after_sweep(self, number: int) -> None:
        """Note what a sweep has changed, and jump where that is due."""
        if not _is_watched(number):
            return
        change = np.subtract(self._part, self._latest, out=self._latest)
        if self._follows:
            extrapolate(self._part, change, self._earlier)
        self._follows = not self._follows
        self._latest, self._earlier = self._earlier, change


def _is_watched(number: int) -> bool:
    return number % EXTRAPOLATE_EVERY >= EXTRAPOLATE_EVERY - WATCHED


def extrapolate(values: Values, change: Values, earlier: Values) -> None:
    """Add what is left of the series of two changes, if they are one; the last change is gone then."""
    both, before, now = dot_product(change, earlier), dot_product(earlier, earlier), dot_product(change, change)
    if not before or not now:
        return
    ratio, alike = both / before, both * both / (before * now)
    if MIN_RATIO < ratio < MAX_RATIO and alike > MIN_SQUARED_COSINE:
        change *= ratio / (1 - ratio)
        values += change


@loop
def dot_product(first: Values, second: Values) -> float:
    """The inner product, added up in the same order everywhere."""
    total = 0.0
    for n in range(len(first)):
        total += first[n] * second[n]
    return total


def iterate_values(
    sweeper: Sweeper, values: Values, part: slice, tolerance: float, storage: ArrayStorage, begun: int = 0
) -> Iterator[SweepResult]:
    """Sweep until no value changes by more than a tolerance."""
    extrapolator, number, change = Extrapolator(values[part], storage), begun, 1.0
    while change > tolerance:
        extrapolator.before_sweep(number)
        change = sweeper.sweep(values, values)
        if change > tolerance:
            extrapolator.after_sweep(number)
        number += 1
        yield SweepResult(number, change)


def widen_bounds(
    sweeper: Sweeper, lower: Values, upper: Values, part: slice, slack: float, storage: ArrayStorage, begun: int = 0
) -> Iterator[SweepResult]:
    """Push both bounds apart until they rest: until neither changes by half a slack."""
    extrapolators, number, change = (Extrapolator(lower[part], storage), Extrapolator(upper[part], storage)), begun, 1.0
    while change > slack / 2:
        for extrapolator in extrapolators:
            extrapolator.before_sweep(number)
        change = max(sweeper.sweep(lower, upper, -slack), sweeper.sweep(upper, lower, slack))
        if change > slack / 2:
            for extrapolator in extrapolators:
                extrapolator.after_sweep(number)
        number += 1
        yield SweepResult(number, change)


def proof_margin(sweeper: Sweeper, lower: Values, upper: Values, slack: float) -> float:
    """The worst margin of one sweep with a quarter of the slack: bounds are proved where it is not negative."""
    below = sweeper.margin(lower, upper, -slack / 4, 1)
    return min(below, sweeper.margin(upper, lower, slack / 4, -1))
