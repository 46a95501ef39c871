"""What is only computed when somebody looks at it: legal actions as numbers and bits, what players see."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import index
from ibau.core.chance import MASK_32
from ibau.core.contract import Rulebook, System
from ibau.core.outcome import NOBODY, SECOND
from ibau.lab.batch.batch_arrays import SKIP, group_parts
from ibau.lab.batch.batch_step import make_pack_inputs, make_read_position
from ibau.lab.observation import make_spread
from ibau.machine.rule import loop, once, rule

WORD = 32  # bits of a word in which bits are written


@loop
def count_actions(groups: Any, used: Any, counts: Any, first: int, last: int) -> None:
    """Count the legal actions of each game."""
    for i in range(first, last):
        count = 0
        for n in range(used[i]):
            count += group_parts(groups, i, n)[2].bit_count()
        counts[i] = count


@loop
def list_actions(groups: Any, used: Any, legal: Any, first: int, last: int) -> None:
    """One after the other, and then -1."""
    for i in range(first, last):
        place = 0
        for n in range(used[i]):
            action, step, members = group_parts(groups, i, n)
            while members:
                low = members & -members
                legal[i, place] = action + step * index(low)
                place += 1
                members ^= low
        legal[i, place:] = -1


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
    """Write the legal actions of each game, a bit for each action."""
    for i in range(first, last):
        words[i, :] = 0
        for n in range(used[i]):
            action, step, members = group_parts(groups, i, n)
            if step == 1:
                add_bits(words, i, action, members)
                continue
            while members:
                low = members & -members
                add_bits(words, i, action + step * index(low), 1)
                members ^= low


@rule
def is_legal(groups: Any, i: int, used: int, action: int) -> bool:
    """Is an action in one of the groups?"""
    for n in range(used):
        first, step, members = group_parts(groups, i, n)
        ahead = action - first
        if 0 <= ahead < 63 * step and ahead % step == 0 and members >> ahead // step & 1:
            return True
    return False


@loop
def first_illegal(groups: Any, used: Any, turns: Any, actions: Any, first: int, last: int) -> int:
    """The first game that goes on and whose action is not legal, though it is one; `last` where there is none."""
    for i in range(first, last):
        action = int(actions[i])
        if action > SKIP and turns[i] != NOBODY and not is_legal(groups, i, int(used[i]), action):
            return i
    return last


@once
def make_list_actors(rulebook: Rulebook) -> Callable[..., None]:
    """From whose side each position is seen: who is on turn, or FIRST at a lot."""
    actor, read = rulebook.actor, make_read_position(rulebook.Position)

    @loop
    def list_actors(rules: Any, positions: Any, actors: NDArray[np.int8], first: int, last: int) -> None:
        for i in range(first, last):
            actors[i] = int(actor(rules, read(positions, i)) == SECOND)

    return list_actors


@once
def make_inputs(system: System) -> Callable[..., None]:
    """What a network sees of each position."""
    pack_inputs = make_pack_inputs(system)

    @loop
    def pack(rules: Any, positions: Any, packed: NDArray[np.int64], first: int, last: int) -> None:
        for i in range(first, last):
            pack_inputs(rules, positions, packed, i)

    return pack


@once
def make_observe(system: System) -> Callable[..., None]:
    """A loop that writes what a network sees of each position, spread to planes and numbers."""
    spread, read = make_spread(system.evaluation), make_read_position(system.rulebook.Position)

    @loop
    def observe(rules: Any, positions: Any, seen: NDArray[np.uint8], first: int, last: int) -> None:
        for i in range(first, last):
            spread(rules, read(positions, i), seen[i])

    return observe
