"""A cell for each action: is it legal?

Cells lie eight to a word, so that actions side by side are marked eight at a time.  A mask that somebody looks at after
every step is kept: what was marked before the step is taken back, and what is legal after it marked.
"""

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import index
from ibau.lab.batch.batch_arrays import group_parts
from ibau.machine.rule import loop, rule

EIGHT = 8  # cells a word
CELLS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0]


def new_mask(n: int, actions: int) -> NDArray[np.uint64]:
    """Nothing is marked yet: [n, words]."""
    return np.zeros((n, actions // EIGHT + 1), np.uint64)


@rule
def mark(words: NDArray[np.uint64], i: int, groups: NDArray[np.int64], used: int) -> None:
    """Mark the legal actions of game i."""
    if words.shape[1] <= EIGHT:
        mark_all(words, i, groups, used)
        return
    for n in range(used):
        action, step, members = group_parts(groups, i, n)
        if step == 1:
            mark_side_by_side(words, i, action, members)
            continue
        while members:
            low = members & -members
            place = action + step * index(low)
            words[i, place // EIGHT] |= CELLS[1 << place % EIGHT]
            members ^= low


@rule
def mark_all(words: NDArray[np.uint64], i: int, groups: NDArray[np.int64], used: int) -> None:
    """Mark few actions, and take back all others: a set of them fits into an int."""
    legal = 0
    for n in range(used):
        action, step, members = group_parts(groups, i, n)
        if step == 1:
            legal |= members << action
            continue
        while members:
            low = members & -members
            legal |= 1 << action + step * index(low)
            members ^= low
    for word in range(words.shape[1]):
        words[i, word] = CELLS[legal & 0xFF]
        legal >>= EIGHT


@rule
def mark_side_by_side(words: NDArray[np.uint64], i: int, action: int, members: int) -> None:
    """Mark the actions from one on that are members."""
    word, shift = action // EIGHT, action % EIGHT
    words[i, word] |= CELLS[members << shift & 0xFF]
    members >>= EIGHT - shift
    while members:
        word += 1
        words[i, word] |= CELLS[members & 0xFF]
        members >>= EIGHT


@rule
def unmark(words: NDArray[np.uint64], i: int, groups: NDArray[np.int64], used: int) -> None:
    """Take back what `mark` has marked: whole words, in which nothing else is marked that stays."""
    if words.shape[1] <= EIGHT:
        return
    for n in range(used):
        action, step, members = group_parts(groups, i, n)
        if step == 1:
            for word in range(action // EIGHT, (action + members.bit_length() + EIGHT - 1) // EIGHT):
                words[i, word] = 0
            continue
        while members:
            low = members & -members
            words[i, (action + step * index(low)) // EIGHT] = 0
            members ^= low


@loop
def mask_actions(
    groups: NDArray[np.int64], used: NDArray[np.int32], words: NDArray[np.uint64], first: int, last: int
) -> None:
    """Mark the legal actions of the games from one to another, and nothing else."""
    for i in range(first, last):
        words[i, :] = 0
        mark(words, i, groups, int(used[i]))
