"""The order in which positions are swept: layers as rectangles, in blocks, nearest the end of the game first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.table_layout import Layer, TableLayout
from ibau.machine.rule import rule

LARGEST_BLOCK = 1 << 14  # positions that do not use each other's new values

PieceSets = NDArray[np.int64]  # sets of the squares of pieces


class BandedSets(NamedTuple):
    """Sets of squares, one int each; band b is `members[starts[b]:starts[b + 1]]`."""

    members: PieceSets
    starts: NDArray[np.int64]

    @property
    def bands(self) -> int:
        """How many bands there are."""
        return len(self.starts) - 1

    def band(self, number: int) -> PieceSets:
        """The sets of a band."""
        return self.members[self.starts[number] : self.starts[number + 1]]


def rectangles(tables: TableLayout, group: Sequence[Layer]) -> list[tuple[BandedSets, BandedSets]]:
    """The rows and columns of each layer."""
    squares = tables.iteration.squares
    return [(banded_sets(squares, layer.own), banded_sets(squares, layer.enemy)) for layer in group]


def banded_sets(squares: Sequence[int], pieces: int) -> BandedSets:
    """All sets of `pieces` of the squares, in bands of equal progress, the farthest first."""
    sets = piece_sets(squares, pieces)
    reached = sum((np.where(sets >> square & 1, square, 0) for square in squares), np.zeros(len(sets), np.int64))
    order = np.lexsort((-sets, -reached))
    most = int(reached.max(initial=0))
    starts = np.searchsorted(-reached[order], np.arange(-most, 2))
    return BandedSets(sets[order], starts.astype(np.int64))


def piece_sets(squares: Sequence[int], pieces: int) -> PieceSets:
    """All sets of `pieces` of the squares, shape (binomial,): bit n is square n."""
    sets = np.zeros(1, np.int64)
    for _ in range(pieces):
        sets = np.concatenate([sets[sets < 1 << square] | 1 << square for square in sorted(squares)])
    return sets


def by_progress(layers: Sequence[tuple[BandedSets, BandedSets]]) -> Iterator[tuple[int, BandedSets, BandedSets]]:
    """Yield each layer at each progress, by falling progress of both sides together."""
    for progress in range(max(rows.bands + columns.bands for rows, columns in layers) - 1):
        yield from ((progress, rows, columns) for rows, columns in layers)


def blocks(rows: BandedSets, columns: BandedSets, progress: int) -> Iterator[tuple[PieceSets, PieceSets]]:
    """Yield the rows and columns of every block; large ones are split."""
    for band in bands_at(rows, columns, progress):
        own, others = rows.band(band), columns.band(progress - band)
        step = rows_per_part(len(others))
        yield from ((own[first : first + step], others) for first in range(0, len(own), step))


@rule
def bands_at(rows: BandedSets, columns: BandedSets, progress: int) -> range:
    """The bands of rows that have this progress together with a band of columns."""
    return range(max(0, progress - len(columns.starts) + 2), min(len(rows.starts) - 1, progress + 1))


@rule
def rows_per_part(columns: int) -> int:
    """How many rows of a block are swept together."""
    return max(1, LARGEST_BLOCK // max(1, columns))
