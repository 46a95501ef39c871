"""Value iteration for games with throws: in place, in the order of progress, with extrapolation, and then proved.

The values of a group of layers are swept until a sweep hardly changes them.  Late changes are nearly a geometric
series, so every few sweeps the values are extrapolated to its limit; further sweeps correct a wrong extrapolation.

Bounds are proved afterwards.  Beginning with the values, a lower and an upper bound are swept with a slack s: each
update gives s less, or s more, than the rules do.  When both have converged, a last sweep shows that the rules give
more than every lower bound, and less than every upper one, by at least s / 4.  A player who follows the lower bounds
then wins at least that often: each throw gains s / 4, so play ends with probability 1.
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

MIN_SHARED_BLOCK = 1 << 12  # positions from which on a block is shared by threads
EXTRAPOLATE_EVERY = 8  # sweeps
WATCHED = 2  # sweeps before an extrapolation whose changes are recorded
MIN_RATIO, MAX_RATIO = 0.3, 0.98  # of two changes that are extrapolated
MIN_SQUARED_COSINE = 0.8  # of two changes that are extrapolated


class SweepResult(NamedTuple):
    """A sweep that has been done."""

    number: int  # the sweeps so far
    change: float  # the largest change of a value


class Sweeper(Protocol):
    """Updates all positions of a group of layers."""

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Update the values of the group in `mine`, and return the largest change."""
        ...

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """The least margin by which the values are below (sign 1) or above (-1) their update plus `slack`."""
        ...


class PositionSweeper:
    """Sweeps the positions of a group of layers, nearest the end of the game first."""

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
        size = max(min(largest, LARGEST_BLOCK), *(_largest(columns) for _, columns in self._sets))
        self._blocks = [new_block(size, tables.iteration.most_moves) for _ in range(self._threads)]

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Update the values of the group in `mine`, and return the largest change."""
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
        """The least margin by which the values are below (sign 1) or above (-1) their update plus `slack`."""
        return min(
            block_margin(mine, *part, sign) for parts in self._blocks_of_threads(mine, theirs, slack) for part in parts
        )

    def _blocks_of_threads(self, mine: Values, theirs: Values, slack: float) -> Iterator[list[tuple[Block, int]]]:
        """Compute block by block, yielding the parts of each, one per thread, and how far they are filled."""
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
    """The size of the largest band."""
    return int(np.diff(sets.starts).max())


# --- Convergence -----------------------------------------------------------------------------------------------------


class Extrapolator:
    """Extrapolates values from their recent changes."""

    def __init__(self, part: Values, storage: ArrayStorage) -> None:
        self._part = part  # the values that are extrapolated
        self._latest, self._earlier = (storage.array(len(part)) for _ in range(WATCHED))
        self._follows = False  # whether the change of the sweep before was recorded

    def before_sweep(self, number: int) -> None:
        """Save the values before a sweep whose change is recorded."""
        if _is_watched(number):
            self._latest[:] = self._part

    def after_sweep(self, number: int) -> None:
        """Record the change of a sweep, and extrapolate if that is due."""
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
    """Add the rest of the geometric series of two changes, if they form one; overwrites `change`."""
    both, before, now = dot_product(change, earlier), dot_product(earlier, earlier), dot_product(change, change)
    if not before or not now:
        return
    ratio, alike = both / before, both * both / (before * now)
    if MIN_RATIO < ratio < MAX_RATIO and alike > MIN_SQUARED_COSINE:
        change *= ratio / (1 - ratio)
        values += change


@loop
def dot_product(first: Values, second: Values) -> float:
    """The inner product, summed in the same order on all machines."""
    total = 0.0
    for n in range(len(first)):
        total += first[n] * second[n]
    return total


def iterate_values(
    sweeper: Sweeper, values: Values, part: slice, tolerance: float, storage: ArrayStorage, begun: int = 0
) -> Iterator[SweepResult]:
    """Sweep until no value changes by more than `tolerance`."""
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
    """Sweep both bounds until no value changes by more than half of `slack`."""
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
    """The least margin of both bounds with a quarter of `slack`; they are proved if it is not negative."""
    below = sweeper.margin(lower, upper, -slack / 4, 1)
    return min(below, sweeper.margin(upper, lower, slack / 4, -1))
