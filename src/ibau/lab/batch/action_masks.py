"""Masks of legal actions, one byte per action.

Bytes are packed eight to a word, so that adjacent actions are marked eight at a time.  A mask that is in use is updated
within each step: the marks of the old position are cleared, and those of the new one set.
"""

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import index
from ibau.lab.batch.batch_arrays import group_parts
from ibau.machine.rule import loop, rule

EIGHT = 8  # cells per word
CELLS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0]


def new_mask(n: int, actions: int) -> NDArray[np.uint64]:
    """An empty mask for n games, [n, words]."""
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
    """Mark the legal actions and clear all others, where a set of all actions fits into an int."""
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
    """Mark the adjacent actions from `action` on whose bits are in `members`."""
    word, shift = action // EIGHT, action % EIGHT
    words[i, word] |= CELLS[members << shift & 0xFF]
    members >>= EIGHT - shift
    while members:
        word += 1
        words[i, word] |= CELLS[members & 0xFF]
        members >>= EIGHT


@rule
def unmark(words: NDArray[np.uint64], i: int, groups: NDArray[np.int64], used: int) -> None:
    """Clear the marks of `mark`, whole words at a time."""
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
    """Compute the masks of the games `first` to `last`."""
    for i in range(first, last):
        words[i, :] = 0
        mark(words, i, groups, int(used[i]))
