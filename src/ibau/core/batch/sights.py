"""What is only computed when somebody looks at it: legal actions as numbers, bits and a mask, what players see."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.batch.step import make_read
from ibau.core.bits import index
from ibau.core.chance import MASK_32
from ibau.core.contract import System
from ibau.core.observation import make_spread
from ibau.core.rule import loop, once, rule

WORD = 32  # bits of a word in which bits are written
SHORT = 512  # actions; a longer row of a mask is not cleared as a whole


@rule
def parts(groups: Any, i: int, n: int) -> tuple[int, int, int]:
    """First action, step and members of the n-th group of a game."""
    return int(groups[i, n, 0]), int(groups[i, n, 1]), int(groups[i, n, 2])


@loop
def count_actions(groups: Any, used: Any, counts: Any, first: int, last: int) -> None:
    """How many there are."""
    for i in range(first, last):
        count = 0
        for n in range(used[i]):
            count += parts(groups, i, n)[2].bit_count()
        counts[i] = count


@loop
def list_actions(groups: Any, used: Any, legal: Any, first: int, last: int) -> None:
    """One after the other, and then -1."""
    for i in range(first, last):
        place = 0
        for n in range(used[i]):
            action, step, members = parts(groups, i, n)
            while members:
                low = members & -members
                legal[i, place] = action + step * index(low)
                place += 1
                members ^= low
        legal[i, place:] = -1


class Mask(NamedTuple):
    """A mask, and what is marked in it, so that only that needs to be taken back."""

    cells: NDArray[np.bool_]  # [n, actions]
    groups: NDArray[np.int64]  # [n, most, 3]
    used: NDArray[np.int32]  # [n]


def new_mask(actions: int, groups: NDArray[np.int64]) -> Mask:
    """Nothing is marked yet."""
    n = len(groups)
    return Mask(np.zeros((n, actions), np.bool_), np.zeros_like(groups), np.zeros(n, np.int32))


@rule
def mark(cells: Any, i: int, groups: Any, used: int, value: bool) -> None:
    """Give the cells of some groups a value."""
    for n in range(used):
        action, step, members = parts(groups, i, n)
        while members:
            low = members & -members
            cells[i, action + step * index(low)] = value
            members ^= low


@loop
def mask_actions(groups: Any, used: Any, mask: Mask, first: int, last: int) -> None:
    """A cell an action."""
    short = mask.cells.shape[1] <= SHORT
    for i in range(first, last):
        if short:
            mask.cells[i, :] = False
        else:
            mark(mask.cells, i, mask.groups, int(mask.used[i]), False)
            mask.used[i] = used[i]
            for n in range(used[i]):
                for part in range(3):
                    mask.groups[i, n, part] = groups[i, n, part]
        mark(mask.cells, i, groups, int(used[i]), True)


@rule
def add_bits(words: Any, i: int, first: int, members: int) -> None:
    """Set bits from a place on."""
    word, shift = first // WORD, first % WORD
    low, high = (members & MASK_32) << shift, (members >> WORD) << shift
    words[i, word] = int(words[i, word]) | low & MASK_32
    words[i, word + 1] = int(words[i, word + 1]) | low >> WORD | high & MASK_32
    words[i, word + 2] = int(words[i, word + 2]) | high >> WORD


def new_words(n: int, actions: int) -> NDArray[np.uint32]:
    """Room for a bit an action, and for the words after the last that `add_bits` touches."""
    return np.zeros((n, actions // WORD + 3), np.uint32)


@loop
def pack_actions(groups: Any, used: Any, words: Any, first: int, last: int) -> None:
    """A bit an action."""
    for i in range(first, last):
        words[i, :] = 0
        for n in range(used[i]):
            action, step, members = parts(groups, i, n)
            if step == 1:
                add_bits(words, i, action, members)
                continue
            while members:
                low = members & -members
                add_bits(words, i, action + step * index(low), 1)
                members ^= low


@loop
def first_illegal(groups: Any, used: Any, actions: Any, first: int, last: int) -> int:
    """The first game whose action is not one of its legal ones, nor below 0; `last` where there is none."""
    for i in range(first, last):
        action = int(actions[i])
        found = action < 0
        for n in range(used[i]):
            start, step, members = parts(groups, i, n)
            ahead = action - start
            if 0 <= ahead < 63 * step and ahead % step == 0:
                found |= members >> ahead // step & 1 != 0
        if not found:
            return i
    return last


@once
def make_inputs(system: System) -> Callable[..., None]:
    """What a network sees of each position: a few ints read as sets."""
    inputs, read = system.evaluation.inputs, make_read(system.rulebook.Position)

    @loop
    def pack(rules: Any, positions: Any, packed: NDArray[np.int64], first: int, last: int) -> None:
        for i in range(first, last):
            for place, bits in enumerate(inputs(rules, read(positions, i))):
                packed[i, place] = bits

    return pack


@once
def make_observe(system: System) -> Callable[..., None]:
    """The same spread to planes and numbers."""
    spread, read = make_spread(system.evaluation), make_read(system.rulebook.Position)

    @loop
    def observe(rules: Any, positions: Any, seen: NDArray[np.uint8], first: int, last: int) -> None:
        for i in range(first, last):
            spread(rules, read(positions, i), seen[i])

    return observe
