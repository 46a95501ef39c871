"""One step of one game of a batch."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import Group, index, nth_bit, thermometer
from ibau.core.chance import advance, below, draw, possible, word
from ibau.core.contract import Rulebook, System
from ibau.core.outcome import CHANCE, NOBODY, value_for_first
from ibau.lab.batch.arrays import BEGIN, RANDOM, SKIP, Arrays, Autoreset, Plan
from ibau.lab.batch.masks import mark, unmark
from ibau.lab.batch.occurrences import Occurrences, forget, note
from ibau.machine.rule import loop, once, rule

MOST_THROWS = 1 << 10  # that a step draws: a game that asks for more waits for the next step, and counts it
AT_ONCE = 64  # games; what a step has written of them is still in the cache when it is looked at
SAME_STEP = int(Autoreset.SAME_STEP)


@once
def make_read(kind: Any) -> Callable[[Any, int], Any]:
    """Read a position from its column."""
    numbers = _make_numbers(len(kind._fields))

    @rule
    def read(rows: Any, i: int) -> Any:
        return kind(*numbers(rows, i))

    return read


@once
def _make_numbers(fields: int) -> Callable[[Any, int], Any]:
    """The first numbers of a row: each is added to those before it, as compiled code must know how many there are."""
    last = fields - 1
    if not last:

        @rule
        def first(rows: Any, i: int) -> tuple[int, ...]:
            return (int(rows[i, 0]),)

        return first

    before = _make_numbers(last)

    @rule
    def numbers(rows: Any, i: int) -> tuple[int, ...]:
        return (*before(rows, i), int(rows[i, last]))

    return numbers


@rule
def write(rows: Any, i: int, position: Any) -> None:
    """Write a position into its column."""
    for field, number in enumerate(position):
        rows[i, field] = number


@rule
def choose(arrays: Arrays, i: int, random: int) -> int:
    """A random action of a player: any legal one alike."""
    count = 0
    for n in range(arrays.used[i]):
        count += int(arrays.groups[i, n, 2]).bit_count()
    left = below(random, count)
    for n in range(arrays.used[i]):
        members = int(arrays.groups[i, n, 2])
        here = members.bit_count()
        if left < here:
            return int(arrays.groups[i, n, 0]) + int(arrays.groups[i, n, 1]) * index(nth_bit(members, left))
        left -= here
    return RANDOM


@rule
def nothing_happened(arrays: Arrays, i: int) -> None:
    """What a step says of a game that it does not end."""
    arrays.rewards[i, 0] = arrays.rewards[i, 1] = 0
    arrays.outcomes[i] = 0
    arrays.terminated[i] = arrays.truncated[i] = False


@rule
def finish(arrays: Arrays, i: int, position: Any, end: int, length: int) -> None:
    """Keep what the last step of a game leaves behind; without an outcome it is cut off."""
    value = value_for_first(end)
    arrays.rewards[i, 0], arrays.rewards[i, 1] = value, -value
    arrays.outcomes[i] = end
    arrays.terminated[i] = end != 0
    arrays.truncated[i] = end == 0
    arrays.final_lengths[i] = length
    write(arrays.final_positions, i, position)


@once
def make_reach(rulebook: Rulebook) -> Callable[[Any, Any, Occurrences, int], int]:
    """What happens when game i reaches a position."""
    key, occurs, irreversible, outcome = rulebook.key, rulebook.occurs, rulebook.irreversible, rulebook.outcome

    @rule
    def reach(rules: Any, position: Any, occurrences: Occurrences, i: int) -> int:
        """Note the occurrence, forget what cannot come again; the outcome."""
        times = 0
        if occurs(rules, position):
            if irreversible(rules, position):
                forget(occurrences, i)
            times = note(occurrences, i, key(rules, position))
        return outcome(rules, position, times)

    return reach


@rule
def write_group(arrays: Arrays, i: int, n: int, group: Group) -> None:
    """Write the n-th group of legal actions."""
    arrays.groups[i, n, 0], arrays.groups[i, n, 1], arrays.groups[i, n, 2] = group


@once
def make_show(rulebook: Rulebook) -> Callable[[Any, Arrays, int, Any, int], None]:
    """Write the state of a game."""
    moves, groups, group, chances = rulebook.moves, rulebook.groups, rulebook.group, rulebook.chances

    @rule
    def show(rules: Any, arrays: Arrays, i: int, position: Any, turn: int) -> None:
        write(arrays.positions, i, position)
        arrays.turns[i] = turn
        used = 0
        if turn == CHANCE:
            used = 1
            write_group(arrays, i, 0, Group(0, 1, thermometer(possible(chances(rules, position)))))
        elif turn != NOBODY:
            legal = moves(rules, position)
            for n in range(groups(legal)):
                found = group(legal, n)
                write_group(arrays, i, used, found)  # the next one takes the place of an empty one
                used += int(found.members != 0)
        arrays.used[i] = used

    return show


@once
def make_settle(rulebook: Rulebook) -> Callable[[Any, Plan, Occurrences, int, Any, int], tuple[Any, int, int]]:
    """What happens to game i from a position on until somebody is to decide."""
    turn, chances, play, reach = rulebook.turn, rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def settle(
        rules: Any, plan: Plan, occurrences: Occurrences, i: int, position: Any, random: int
    ) -> tuple[Any, int, int]:
        """Draw throws and lots unless they are given: (position, outcome, generator state)."""
        end, left = reach(rules, position, occurrences, i), MOST_THROWS
        while left and not end and not plan.throws_given and turn(rules, position) == CHANCE:
            random = advance(random)
            position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
            end = reach(rules, position, occurrences, i)
            left -= 1
        return position, end, random

    return settle


@once
def make_step(rulebook: Rulebook) -> Callable[[Any, Plan, Arrays, int, int], None]:
    """One step of one game: an action, or RANDOM, BEGIN or SKIP."""
    start, turn, chances, play = rulebook.start, rulebook.turn, rulebook.chances, rulebook.play
    read, settle, show = make_read(rulebook.Position), make_settle(rulebook), make_show(rulebook)

    @rule
    def step(rules: Any, plan: Plan, arrays: Arrays, i: int, action: int) -> None:
        nothing_happened(arrays, i)
        if action == SKIP:
            return
        random, length, end = int(arrays.random[i]), int(arrays.lengths[i]) + 1, 0
        position = read(arrays.positions, i)
        over = begins = action == BEGIN or arrays.turns[i] == NOBODY
        if not begins:
            if action == RANDOM:
                random = advance(random)
                if arrays.turns[i] == CHANCE:
                    action = draw(chances(rules, position), word(random) >> 28)
                else:
                    action = choose(arrays, i, random)
            position = play(rules, position, action)
            position, end, random = settle(rules, plan, arrays.occurrences, i, position, random)
            over = end != 0 or length >= plan.longest
            if over:
                finish(arrays, i, position, end, length)
                begins = plan.autoreset == SAME_STEP
        if begins:
            forget(arrays.occurrences, i)
            position, end, random = settle(rules, plan, arrays.occurrences, i, start(rules), random)
            over, length = end != 0, 0
        arrays.random[i], arrays.lengths[i] = random, length
        show(rules, arrays, i, position, NOBODY if over else turn(rules, position))

    return step


@once
def make_see(system: System) -> Callable[[Any, Any, Any, int], None]:
    """What a network sees of game i: a few ints read as sets."""
    inputs, read = system.evaluation.inputs, make_read(system.rulebook.Position)

    @rule
    def see(rules: Any, positions: Any, packed: Any, i: int) -> None:
        for place, bits in enumerate(inputs(rules, read(positions, i))):
            packed[i, place] = bits

    return see


class Kept(NamedTuple):
    """What is kept up to date within a step; without rows nobody has looked at it after the last one."""

    inputs: NDArray[np.int64]  # [n, words]
    mask: NDArray[np.uint64]  # [n, words]


@once
def make_step_games(system: System) -> Callable[[Any, Plan, Arrays, Kept, Any, int, int], None]:
    """A step of the games from one to another, and what is kept up to date with it."""
    step, see = make_step(system.rulebook), make_see(system)

    @loop
    def step_games(rules: Any, plan: Plan, arrays: Arrays, kept: Kept, actions: Any, first: int, last: int) -> None:
        for begin in range(first, last, AT_ONCE):
            end = min(begin + AT_ONCE, last)
            for i in range(begin, min(end, len(kept.mask))):
                unmark(kept.mask, i, arrays.groups, int(arrays.used[i]))
            for i in range(begin, end):
                step(rules, plan, arrays, i, int(actions[i]))
            for i in range(begin, min(end, len(kept.mask))):
                mark(kept.mask, i, arrays.groups, int(arrays.used[i]))
            for i in range(begin, min(end, len(kept.inputs))):
                see(rules, arrays.positions, kept.inputs, i)

    return step_games
