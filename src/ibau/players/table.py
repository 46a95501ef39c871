"""The transposition table: what a search has learnt about a position, for when it meets it again.

A position is known by a hash of 61 bits of all its numbers, counters included: so a value is never used under another
count of quiet plies or turns.  Whole positions are not compared.  A slot is chosen by some of the bits and its hash
compared whole, so two positions are mistaken for one about once in 2^61 looks at a pair of positions.

    hashes [slots]   0 where nothing is stored
    values [slots]   what the search counts in: whole numbers or fractions
    facts  [slots]   depth << 24 | bound << 22 | action + 1

Slots lie in pairs: one for what was searched deepest, one for what came last.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.rule import rule

SLOTS = 1 << 20  # 24 MiB when all are used; untouched ones cost nothing

NO_BOUND, AT_LEAST, AT_MOST = range(3)  # what a value says
EXACT = AT_LEAST | AT_MOST
ABSENT = -1  # in place of a slot
NO_ACTION = -1
BOUND_SHIFT, DEPTH_SHIFT = 22, 24

MASK_31 = (1 << 31) - 1
# Odd multipliers below 2^31, as random as can be: from the fractions of square roots.  No product reaches 2^62, for
# Numba knows no overflow.
MIX_1, MIX_2, MIX_3, MIX_4 = 0x6A09E667, 0x3B67AE85, 0x3C6EF373, 0x2A54FF53


class Table(NamedTuple):
    """The table; see the drawing above."""

    hashes: NDArray[np.int64]
    values: NDArray[np.float64]
    facts: NDArray[np.int64]


def new_table(slots: int = SLOTS) -> Table:
    """An empty table; `slots` is a power of two."""
    return Table(np.zeros(slots, np.int64), np.zeros(slots, np.float64), np.zeros(slots, np.int64))


@rule
def folded(product: int) -> int:
    """Both halves of a product of 62 bits as one of 31."""
    return (product ^ product >> 31) & MASK_31


@rule
def hash_of(position: Any, occurrences: int) -> int:
    """61 bits and a 1, so never 0, of a position and how often it has occurred."""
    one = two = occurrences + 1
    for number in position:
        low, high = number & MASK_31, number >> 31 & MASK_31
        one = folded((one ^ low) * MIX_1)
        two = folded((two ^ high) * MIX_2)
        one = folded((one ^ high) * MIX_3)
        two = folded((two ^ low) * MIX_4)
    return one << 31 | two | 1


@rule
def pair_of(table: Table, key: int) -> int:
    """The first of the two slots for a hash."""
    return (key >> 1 & (table.hashes.size >> 1) - 1) << 1


@rule
def find(table: Table, key: int) -> int:
    """Where a hash is stored, or ABSENT."""
    slot = pair_of(table, key)
    if table.hashes[slot] == key:
        return slot
    return slot + 1 if table.hashes[slot + 1] == key else ABSENT


@rule
def action_in(table: Table, slot: int) -> int:
    """The action stored in a slot, or NO_ACTION."""
    return int(table.facts[slot] & (1 << BOUND_SHIFT) - 1) - 1


@rule
def bound_in(table: Table, slot: int) -> int:
    """NO_BOUND, AT_LEAST, AT_MOST or EXACT: what the stored value says."""
    return int(table.facts[slot] >> BOUND_SHIFT & 3)


@rule
def depth_in(table: Table, slot: int) -> int:
    """The depth to which the stored value was searched."""
    return int(table.facts[slot] >> DEPTH_SHIFT)


@rule
def settles(bound: int, value: float, alpha: float, beta: float) -> bool:
    """Does a stored value say all that a window asks?"""
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@rule
def opposite(bound: int) -> int:
    """What is said about a value when its sign changes."""
    return (bound & AT_LEAST) << 1 | bound >> 1


@rule
def store(table: Table, key: int, value: float, depth: int, bound: int, action: int) -> None:
    """Note what a search has found: over the same position, else over what was not searched as deeply."""
    slot = find(table, key)
    if slot == ABSENT:
        slot = pair_of(table, key)
        slot += int(depth < depth_in(table, slot))
    table.hashes[slot] = key
    table.values[slot] = value
    table.facts[slot] = depth << DEPTH_SHIFT | bound << BOUND_SHIFT | action + 1
