"""Which positions each game of a batch has had since one that can never come again, and how often.

A look-up first asks a sieve, which mostly knows that a position is new; else all hashes are looked
through, and whole keys compared where they agree.

    sieve   [n, words]        a bit for each hash that has occurred, which others share; words is a power of two
    hashes  [n, rows]         of each key
    keys    [n, rows, width]  the position keys, in the order of play
    used    [n]               rows in use
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.machine.rule import rule
from ibau.search.history import mixed

BITS_PER_ROW = 8  # of the sieve: a full one is wrong once in this many times


class Occurrences(NamedTuple):
    """The occurrences that can come again; see the drawing above."""

    sieve: NDArray[np.uint32]
    hashes: NDArray[np.int32]
    keys: NDArray[np.int64]
    used: NDArray[np.int32]


def new_occurrences(n: int, width: int, rows: int) -> Occurrences:
    """Room for this many in each of n games."""
    words = 1 << (BITS_PER_ROW * rows // 32).bit_length()
    return Occurrences(
        np.zeros((n, words), np.uint32),
        np.zeros((n, rows), np.int32),
        np.zeros((n, rows, width), np.int64),
        np.zeros(n, np.int32),
    )


@rule
def clear_occurrences(occurrences: Occurrences, i: int) -> None:
    """Nothing that game i has had can come again."""
    if occurrences.used[i]:
        occurrences.used[i] = 0
        occurrences.sieve[i, :] = 0


@rule
def add_occurrence(occurrences: Occurrences, i: int, key: Any) -> int:
    """Note an occurrence in game i, while there is room; how many there are, this one included."""
    sign = mixed(key) >> 16 & 0x7FFFFFFF
    times = 1 + (count_before(occurrences, i, key, sign) if test_and_set(occurrences, i, sign) else 0)
    row = int(occurrences.used[i])
    if row < occurrences.hashes.shape[1]:
        occurrences.hashes[i, row] = sign
        for column, number in enumerate(key):
            occurrences.keys[i, row, column] = number
        occurrences.used[i] = row + 1
    return times


@rule
def test_and_set(occurrences: Occurrences, i: int, sign: int) -> bool:
    """May this hash have occurred?  From now on it has."""
    word, bit = sign >> 5 & occurrences.sieve.shape[1] - 1, 1 << (sign & 31)
    bits = int(occurrences.sieve[i, word])
    occurrences.sieve[i, word] = bits | bit
    return bits & bit != 0


@rule
def count_before(occurrences: Occurrences, i: int, key: Any, sign: int) -> int:
    """How often a key has occurred."""
    times = 0
    for row in range(occurrences.used[i]):
        if occurrences.hashes[i, row] == sign:
            times += int(is_key_at(occurrences.keys, i, row, key))
    return times


@rule
def is_key_at(keys: NDArray[np.int64], i: int, row: int, key: Any) -> bool:
    """Is this row's key that key?"""
    for column, number in enumerate(key):  # noqa: SIM110 - Numba cannot compile generators
        if keys[i, row, column] != number:
            return False
    return True
