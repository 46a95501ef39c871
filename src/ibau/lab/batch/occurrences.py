"""The positions of each game of a batch since the last irreversible move, and how often each has occurred.

A look-up first tests a sieve (a one-hash Bloom filter); only on a hit are hashes scanned, and whole keys compared.

    sieve   [n, words]        one bit per hash that has occurred, shared with others; words is a power of two
    hashes  [n, rows]         of each key
    keys    [n, rows, width]  the position keys, in the order of play
    used    [n]               rows in use
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.machine.rule import rule
from ibau.search.history import mixed

BITS_PER_ROW = 8  # of the sieve: at most one in this many look-ups is a false hit


class Occurrences(NamedTuple):
    """The arrays above."""

    sieve: NDArray[np.uint32]
    hashes: NDArray[np.int32]
    keys: NDArray[np.int64]
    used: NDArray[np.int32]


def new_occurrences(n: int, width: int, rows: int) -> Occurrences:
    """Empty arrays for n games, with `rows` keys of `width` numbers each."""
    words = 1 << (BITS_PER_ROW * rows // 32).bit_length()
    return Occurrences(
        np.zeros((n, words), np.uint32),
        np.zeros((n, rows), np.int32),
        np.zeros((n, rows, width), np.int64),
        np.zeros(n, np.int32),
    )


@rule
def clear_occurrences(occurrences: Occurrences, i: int) -> None:
    """Forget all positions of game i."""
    if occurrences.used[i]:
        occurrences.used[i] = 0
        occurrences.sieve[i, :] = 0


@rule
def add_occurrence(occurrences: Occurrences, i: int, key: Any) -> int:
    """Count an occurrence in game i: how often the key has occurred, this time included; stored while rows last."""
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
    """Set the bit of a hash in the sieve, and return whether it was set before."""
    word, bit = sign >> 5 & occurrences.sieve.shape[1] - 1, 1 << (sign & 31)
    bits = int(occurrences.sieve[i, word])
    occurrences.sieve[i, word] = bits | bit
    return bits & bit != 0


@rule
def count_before(occurrences: Occurrences, i: int, key: Any, sign: int) -> int:
    """How often a key has occurred in game i."""
    times = 0
    for row in range(occurrences.used[i]):
        if occurrences.hashes[i, row] == sign:
            times += int(is_key_at(occurrences.keys, i, row, key))
    return times


@rule
def is_key_at(keys: NDArray[np.int64], i: int, row: int, key: Any) -> bool:
    """Whether a row holds this key."""
    for column, number in enumerate(key):  # noqa: SIM110 - Numba cannot compile generators
        if keys[i, row, column] != number:
            return False
    return True
