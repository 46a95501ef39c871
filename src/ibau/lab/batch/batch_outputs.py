"""Outputs of a batch that are computed on demand: legal actions as numbers and bits, inputs, observations."""

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

WORD = 32  # bits per word


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
    """List the legal actions of each game, padded with -1."""
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
    """Set the bits of `members` in row i, from bit `first` on."""
    word, shift = first // WORD, first % WORD
    low, high = (members & MASK_32) << shift, (members >> WORD) << shift
    words[i, word] = int(words[i, word]) | low & MASK_32
    words[i, word + 1] = int(words[i, word + 1]) | low >> WORD | high & MASK_32
    words[i, word + 2] = int(words[i, word + 2]) | high >> WORD


def new_words(n: int, actions: int) -> NDArray[np.uint32]:
    """An array of one bit per action, with two spare words that `add_bits` touches."""
    return np.zeros((n, actions // WORD + 3), np.uint32)


@loop
def pack_actions(groups: Any, used: Any, words: Any, first: int, last: int) -> None:
    """Write the legal actions of each game, one bit per action."""
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
    """Whether an action is in one of the groups of game i."""
    for n in range(used):
        first, step, members = group_parts(groups, i, n)
        ahead = action - first
        if 0 <= ahead < 63 * step and ahead % step == 0 and members >> ahead // step & 1:
            return True
    return False


@loop
def first_illegal(groups: Any, used: Any, turns: Any, actions: Any, first: int, last: int) -> int:
    """The first game in progress whose action is illegal (RANDOM, BEGIN and SKIP never are); `last` if none is."""
    for i in range(first, last):
        action = int(actions[i])
        if action > SKIP and turns[i] != NOBODY and not is_legal(groups, i, int(used[i]), action):
            return i
    return last


@once
def make_list_actors(rulebook: Rulebook) -> Callable[..., None]:
    """A loop that writes the seat to move or throw in each position, FIRST at a lot."""
    actor, read = rulebook.actor, make_read_position(rulebook.Position)

    @loop
    def list_actors(rules: Any, positions: Any, actors: NDArray[np.int8], first: int, last: int) -> None:
        for i in range(first, last):
            actors[i] = int(actor(rules, read(positions, i)) == SECOND)

    return list_actors


@once
def make_inputs(system: System) -> Callable[..., None]:
    """A loop that writes the network inputs of each position."""
    pack_inputs = make_pack_inputs(system)

    @loop
    def pack(rules: Any, positions: Any, packed: NDArray[np.int64], first: int, last: int) -> None:
        for i in range(first, last):
            pack_inputs(rules, positions, packed, i)

    return pack


@once
def make_observe(system: System) -> Callable[..., None]:
    """A loop that writes the observation of each position."""
    spread, read = make_spread(system.evaluation), make_read_position(system.rulebook.Position)

    @loop
    def observe(rules: Any, positions: Any, seen: NDArray[np.uint8], first: int, last: int) -> None:
        for i in range(first, last):
            spread(rules, read(positions, i), seen[i])

    return observe
