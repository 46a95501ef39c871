"""The transposition table: what a search has learnt about positions, for when it reaches them again.

The key is a hash of 61 bits of all of a position's numbers, counters included, so a value is never used with another
count of quiet plies or turns.  Whole positions are not compared.  Some bits choose a pair of slots and the hash is
compared whole, so two positions are confused about once in 2^61 look-ups of a pair of positions.

    words [pairs, 8]   each pair in one cache line: two slots of four words, the last of them unused
        hash ^ value ^ facts
        value          in the search's unit
        facts          1 << 40 | depth << 24 | bound << 22 | action + 1; 0 if nothing is stored

The first slot of a pair keeps the deepest entry, the second the latest.

Several threads may share a table without locks (Hyatt and Mann 2002): a slot read while another thread writes to it
is a mixture, which no longer yields the hash that was looked for.
"""

from typing import Any, NamedTuple

from ibau.machine.arrays import Numbers, Zeros
from ibau.machine.rule import rule
from ibau.search.budget import SearchError

SLOTS = 1 << 20  # 32 MiB when all are used; unused pages of memory cost nothing
FEWEST_SLOTS = 1 << 14
SLOT_WORDS = 4
SLOT_BYTES = 8 * SLOT_WORDS
PAIR_WORDS = 2 * SLOT_WORDS

NO_BOUND, AT_LEAST, AT_MOST = range(3)  # the kind of a value
EXACT = AT_LEAST | AT_MOST
NO_ACTION = -1
BOUND_SHIFT, DEPTH_SHIFT = 22, 24
DEPTH_MASK = (1 << 16) - 1
STORED = 1 << 40

MASK_31 = (1 << 31) - 1
# Odd multipliers below 2^31, from the fractional parts of square roots.  No product reaches 2^62, for
# Numba leaves overflow undefined.
MIX_1, MIX_2, MIX_3, MIX_4 = 0x6A09E667, 0x3B67AE85, 0x3C6EF373, 0x2A54FF53


class TranspositionTable(NamedTuple):
    """The array of the table, described above."""

    words: Numbers


class TableEntry(NamedTuple):
    """An entry of the table; `facts` is 0 if there is none."""

    value: int
    facts: int


def new_table(slots: int, zeros: Zeros) -> TranspositionTable:
    """An empty table of `slots`, a power of two and at least 2.  Raises SearchError."""
    if slots < 2 or slots & slots - 1:
        raise SearchError(f"A table has a power of two of slots, at least 2, not {slots!r}.")
    return TranspositionTable(zeros((slots // 2, PAIR_WORDS), "q"))


@rule
def folded(product: int) -> int:
    """The two halves of a product of 62 bits, combined into 31."""
    return (product ^ product >> 31) & MASK_31


@rule
def hash_of(position: Any, occurrences: int) -> int:
    """A hash of a position and its number of occurrences: 61 bits and a 1, so never 0."""
    one = two = occurrences + 1
    for number in position:
        low, high = number & MASK_31, number >> 31 & MASK_31
        one = folded((one ^ low) * MIX_1)
        two = folded((two ^ high) * MIX_2)
        one = folded((one ^ high) * MIX_3)
        two = folded((two ^ low) * MIX_4)
    return one << 31 | two | 1


@rule
def pair_of(table: TranspositionTable, key: int) -> int:
    """The pair of slots for a hash."""
    return int(key >> 1 & len(table.words) - 1)


@rule
def read(table: TranspositionTable, pair: int, slot: int) -> tuple[int, TableEntry]:
    """The hash and the entry in a slot; `slot` is its first word within the pair.

    Each word is read once: another thread may change it.
    """
    checked = int(table.words[pair, slot])
    value, facts = int(table.words[pair, slot + 1]), int(table.words[pair, slot + 2])
    return checked ^ value ^ facts, TableEntry(value, facts)


@rule
def find(table: TranspositionTable, key: int) -> TableEntry:
    """The entry of a hash."""
    pair = pair_of(table, key)
    first, entry = read(table, pair, 0)
    if first == key:
        return entry
    second, entry = read(table, pair, SLOT_WORDS)
    return entry if second == key else TableEntry(0, 0)


@rule
def action_in(entry: TableEntry) -> int:
    """The best action, or NO_ACTION."""
    return (entry.facts & (1 << BOUND_SHIFT) - 1) - 1


@rule
def bound_in(entry: TableEntry) -> int:
    """NO_BOUND, AT_LEAST, AT_MOST or EXACT: how the value bounds the true one."""
    return entry.facts >> BOUND_SHIFT & 3


@rule
def depth_in(entry: TableEntry) -> int:
    """The depth to which the position was searched."""
    return entry.facts >> DEPTH_SHIFT & DEPTH_MASK


@rule
def settles(bound: int, value: int, alpha: int, beta: int) -> bool:
    """Does a stored value answer a search with this window?"""
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@rule
def opposite(bound: int) -> int:
    """The kind of bound after a change of sign."""
    return (bound & AT_LEAST) << 1 | bound >> 1


@rule
def store(table: TranspositionTable, key: int, value: int, depth: int, bound: int, action: int) -> None:
    """Store a result: over the same position's, else in the second slot if the first has a deeper one."""
    pair = pair_of(table, key)
    first, entry = read(table, pair, 0)
    slot = SLOT_WORDS if first != key and depth < depth_in(entry) else 0
    facts = STORED | depth << DEPTH_SHIFT | bound << BOUND_SHIFT | action + 1
    table.words[pair, slot] = key ^ value ^ facts
    table.words[pair, slot + 1] = value
    table.words[pair, slot + 2] = facts
