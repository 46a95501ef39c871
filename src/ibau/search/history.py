"""The positions that have occurred, and how often, for compiled loops.

A hash table of occurrences: rows are in the order of play; rows in the same bucket are chained, newest first, so that a
search can undo the last one.  Counting compares whole keys, never only hashes.

    heads   [BUCKETS]      newest row of each bucket + 1, or 0
    links   [rows]         the row before it in its bucket + 1, or 0
    buckets [rows]         the bucket a row is in
    keys    [rows * width] the position keys, one after the other
    used    [1]            rows in use
"""

from array import array
from typing import Any, NamedTuple

from ibau.machine.arrays import Numbers, Zeros
from ibau.machine.rule import rule

BUCKETS = 256
MASK_24, MASK_32 = (1 << 24) - 1, (1 << 32) - 1
# Each number of a key has an odd multiplier of 24 bits, made by arithmetic: a table would keep LLVM from unrolling the
# loop.  A sum of 16 products of numbers below 2^62 stays below 2^62, as Numba leaves overflow undefined.
ODD = 0x9E3779


class History(NamedTuple):
    """The arrays of the history, described above."""

    heads: Numbers
    links: Numbers
    buckets: Numbers
    keys: Numbers
    used: Numbers


def new_history(width: int, rows: int, zeros: Zeros) -> History:
    """Allocate a history of at most `rows` positions whose keys have `width` numbers."""
    return History(zeros(BUCKETS, "i"), zeros(rows, "i"), zeros(rows, "i"), zeros(rows * width, "q"), zeros(1, "q"))


def history_bytes(width: int, rows: int) -> int:
    """The approximate size of a history in bytes."""
    return 4 * BUCKETS + rows * (8 + 8 * width)


def clear(history: History) -> None:
    """Remove all occurrences."""
    history.heads[:] = array("i", bytes(4 * BUCKETS))
    history.used[0] = 0


@rule
def mixed(key: Any) -> int:
    """A hash of a key, below 2^62; the higher bits are better mixed."""
    total, odd = 0, ODD
    for number in key:
        total += (number & MASK_32 ^ number >> 29) * odd
        odd = odd * 5 + 2 & MASK_24
    return total


@rule
def bucket_of(key: Any) -> int:
    """The bucket of a key."""
    found = mixed(key)
    return (found >> 24 ^ found >> 36) & BUCKETS - 1


@rule
def add(history: History, key: Any) -> int:
    """Add an occurrence, if there is room, and return how many there are, including this one."""
    occurrences = occurrences_of(history, key) + 1
    note(history, key)
    return occurrences


@rule
def occurrences_of(history: History, key: Any) -> int:
    """How many occurrences of a key there are."""
    occurrences = 0
    row = history.heads[bucket_of(key)]
    while row:
        if same(history.keys, int(row) - 1, key):
            occurrences += 1
        row = history.links[row - 1]
    return occurrences


@rule
def note(history: History, key: Any) -> None:
    """Add an occurrence, if there is room."""
    row = history.used[0]
    if row == len(history.links):
        return
    bucket, first = bucket_of(key), row * len(key)
    for column, number in enumerate(key):
        history.keys[first + column] = number
    history.links[row] = history.heads[bucket]
    history.buckets[row] = bucket
    history.heads[bucket] = row + 1
    history.used[0] = row + 1


@rule
def same(keys: Numbers, row: int, key: Any) -> bool:
    """Does the row hold this key?"""
    first = row * len(key)
    for column, number in enumerate(key):  # noqa: SIM110 - Numba cannot compile generators
        if keys[first + column] != number:
            return False
    return True


@rule
def take_back(history: History, rows: int) -> None:
    """Remove all but the first `rows` occurrences."""
    while history.used[0] > rows:
        row = history.used[0] - 1
        history.heads[history.buckets[row]] = history.links[row]
        history.used[0] = row
