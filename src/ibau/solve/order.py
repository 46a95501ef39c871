"""The order in which positions are stepped: layers as rectangles, in blocks, nearest the end of the game first."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ibau.core.rule import rule
from ibau.core.tables.layers import Layer, Sets, Tables

LARGEST_BLOCK = 1 << 14  # positions that do not see each other's new values

Men = NDArray[np.int64]  # sets of men


def rectangles(tables: Tables, group: Sequence[Layer]) -> list[tuple[Sets, Sets]]:
    """The rows and columns of each layer."""
    return [(tables.iteration.rows(layer), tables.iteration.columns(layer)) for layer in group]


def in_order(layers: Sequence[tuple[Sets, Sets]]) -> Iterator[tuple[int, Sets, Sets]]:
    """By falling progress of both sides together."""
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
