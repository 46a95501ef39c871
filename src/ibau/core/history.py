"""Which positions have occurred, and how often, inside compiled loops.

Rows are occurrences in the order of play; rows whose keys hash alike are chained, newest first, so that a search can
take the last one back.  A count compares whole keys, never only hashes.

    heads   [BUCKETS]      newest row of each bucket + 1, or 0
    links   [rows]         the row before it in its bucket + 1, or 0
    buckets [rows]         the bucket a row is in
    keys    [rows, width]  the position keys
    used    [1]            rows in use
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.rule import rule

BUCKETS = 256
MASK_32 = (1 << 32) - 1
# Odd multipliers of 24 bits, one a number of the key: a sum of 32 products stays below 2^62, Numba knows no overflow.
# fmt: off
ODD = (
    10642865, 9549657, 14217579, 13459775, 12814011, 9447365, 12667957, 10366955,
    16700629, 12766831, 15929817, 16311569, 10931917, 14757495, 13232583, 11911065,
)
# fmt: on


class History(NamedTuple):
    """The occurrences so far; see the drawing above."""

    heads: NDArray[np.int32]
    links: NDArray[np.int32]
    buckets: NDArray[np.int32]
    keys: NDArray[np.int64]
    used: NDArray[np.int64]


def new_history(width: int, rows: int) -> History:
    """Room for `rows` occurrences of positions of `width` numbers."""
    return History(
        np.zeros(BUCKETS, np.int32),
        np.zeros(rows, np.int32),
        np.zeros(rows, np.int32),
        np.zeros((rows, width), np.int64),
        np.zeros(1, np.int64),
    )


@rule
def bucket_of(key: Any) -> int:
    """The bucket of a key."""
    mixed = 0
    for column, number in enumerate(key):
        mixed += (number & MASK_32) * ODD[column] + (number >> 32) * ODD[-1 - column]
    return (mixed >> 24 ^ mixed >> 36) & BUCKETS - 1


@rule
def is_full(history: History) -> bool:
    """Is there no room for another occurrence?"""
    return bool(history.used[0] == history.links.size)


@rule
def add(history: History, key: Any) -> int:
    """Note an occurrence; how many there are with it."""
    bucket = bucket_of(key)
    row = history.used[0]
    occurrences = 1
    earlier = history.heads[bucket]
    while earlier:
        if same(history.keys, int(earlier) - 1, key):
            occurrences += 1
        earlier = history.links[earlier - 1]
    for column, number in enumerate(key):
        history.keys[row, column] = number
    history.links[row] = history.heads[bucket]
    history.buckets[row] = bucket
    history.heads[bucket] = row + 1
    history.used[0] = row + 1
    return occurrences


@rule
def same(keys: NDArray[np.int64], row: int, key: Any) -> bool:
    """Is this row's key that key?"""
    for column, number in enumerate(key):  # noqa: SIM110 - Numba compiles no generator
        if keys[row, column] != number:
            return False
    return True


@rule
def take_back(history: History, rows: int) -> None:
    """Forget all but the first `rows` occurrences."""
    while history.used[0] > rows:
        row = history.used[0] - 1
        history.heads[history.buckets[row]] = history.links[row]
        history.used[0] = row
