"""The order in which positions are stepped: layers as rectangles, in blocks, nearest the end of the game first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.table_layout import Layer, TableLayout
from ibau.machine.rule import rule

LARGEST_BLOCK = 1 << 14  # positions that do not see each other's new values

Men = NDArray[np.int64]  # sets of men


class Sets(NamedTuple):
    """Sets of men, a number each; band b is `members[starts[b]:starts[b + 1]]`."""

    members: Men
    starts: NDArray[np.int64]

    @property
    def bands(self) -> int:
        """How many bands there are."""
        return len(self.starts) - 1

    def band(self, number: int) -> Men:
        """The sets of a band."""
        return self.members[self.starts[number] : self.starts[number + 1]]


def rectangles(tables: TableLayout, group: Sequence[Layer]) -> list[tuple[Sets, Sets]]:
    """The rows and columns of each layer."""
    squares = tables.iteration.squares
    return [(in_bands(squares, layer.own), in_bands(squares, layer.enemy)) for layer in group]


def in_bands(squares: Sequence[int], pieces: int) -> Sets:
    """Every set of this many of these squares, in bands of those that have come equally far, the farthest first."""
    sets = sets_of(squares, pieces)
    reached = sum((np.where(sets >> square & 1, square, 0) for square in squares), np.zeros(len(sets), np.int64))
    order = np.lexsort((-sets, -reached))
    most = int(reached.max(initial=0))
    starts = np.searchsorted(-reached[order], np.arange(-most, 2))
    return Sets(sets[order], starts.astype(np.int64))


def sets_of(squares: Sequence[int], pieces: int) -> Men:
    """Every set of this many of these squares, shape (binomial,): bit n is square n."""
    sets = np.zeros(1, np.int64)
    for _ in range(pieces):
        sets = np.concatenate([sets[sets < 1 << square] | 1 << square for square in sorted(squares)])
    return sets


def in_order(layers: Sequence[tuple[Sets, Sets]]) -> Iterator[tuple[int, Sets, Sets]]:
    """Each layer at each progress, by falling progress of both sides together."""
    for progress in range(max(rows.bands + columns.bands for rows, columns in layers) - 1):
        yield from ((progress, rows, columns) for rows, columns in layers)


def blocks(rows: Sets, columns: Sets, progress: int) -> Iterator[tuple[Men, Men]]:
    """Rows and columns of every block; one that is too large is cut."""
    for band in bands_at(rows, columns, progress):
        own, others = rows.band(band), columns.band(progress - band)
        step = part_of(len(others))
        yield from ((own[first : first + step], others) for first in range(0, len(own), step))


@rule
def bands_at(rows: Sets, columns: Sets, progress: int) -> range:
    """The bands of rows of which a band of columns makes so much progress."""
    return range(max(0, progress - len(columns.starts) + 2), min(len(rows.starts) - 1, progress + 1))


@rule
def part_of(columns: int) -> int:
    """How many rows of a block are stepped together."""
    return max(1, LARGEST_BLOCK // max(1, columns))
