"""What a family offers to be solved: its positions in layers, each with a place of its own.

A layer holds the positions with so many men of either side, `own` those of whoever is to act.  A position rests where a
table holds it: at the beginning of a turn, before a throw.  It is seen by whoever is to act, so that both seats share a
layer, and without the counters that a table forgets.

Rows and columns lay a layer out as a rectangle: a row is a set of own men, a column one of the other side's, both in
bands, nearest the end of the game first.  Solvers walk over it in that order; they know a position by `compose` and
find it by `place`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Layer(NamedTuple):
    """So many men of whoever is to act, so many of the other side."""

    own: int
    enemy: int

    def __str__(self) -> str:
        return f"{self.own}v{self.enemy}"


class Sets(NamedTuple):
    """Sets of men, a number each; band b is `members[starts[b]:starts[b + 1]]`."""

    members: NDArray[np.int64]
    starts: NDArray[np.int64]

    @property
    def bands(self) -> int:
        """How many bands there are."""
        return len(self.starts) - 1

    def band(self, number: int) -> NDArray[np.int64]:
        """The sets of a band."""
        return self.members[self.starts[number] : self.starts[number + 1]]


class Tables(NamedTuple):
    """Where a table holds which positions.  Functions marked @rule take and give ints and positions."""

    version: int  # raised when places change, so that older tables are refused
    groups: Callable[[int], tuple[tuple[Layer, ...], ...]]  # (most men a side), smallest first: layers of a group lead
    # to each other and to groups before
    rows: Callable[[Layer], Sets]
    columns: Callable[[Layer], Sets]
    size: Callable[[Layer], int]  # places of a layer
    compose: Callable[[Any, int, int], Any]  # @rule (rules, row, column): a position that rests, FIRST to act
    fits: Callable[[int, int], bool]  # @rule (row, column): are they a position?
    place: Callable[[Any, Any], int]  # @rule (rules, position): where it stands in its layer
    position: Callable[[Any, Layer, int], Any]  # @rule (rules, layer, place): the way back
    layer_of: Callable[[Any], int]  # @rule (position): the number of its layer
    number: Callable[[Layer], int]  # of a layer, below `numbers`
    numbers: int
    rests: Callable[[Any, Any], bool]  # @rule (rules, position): does a table hold it?
    inessential: tuple[tuple[str, str], ...]  # options that values do not depend on, such as caps, and a value for each
    most_men: int  # a side
    most_moves: int  # of a position
