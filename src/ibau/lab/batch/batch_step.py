"""One step of one game of a batch."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import Group, index, nth_bit, thermometer
from ibau.core.chance import advance, below, draw, possible, word
from ibau.core.contract import Rulebook, System
from ibau.core.outcome import CHANCE, NOBODY, value_for_first
from ibau.lab.batch.action_masks import mark, unmark
from ibau.lab.batch.batch_arrays import BEGIN, RANDOM, SKIP, Autoreset, BatchArrays, StepSettings
from ibau.lab.batch.occurrences import Occurrences, add_occurrence, clear_occurrences
from ibau.machine.rule import loop, once, rule

MAX_THROWS = 1 << 10  # that a step draws: a game that asks for more waits for the next step, and counts it
GAMES_PER_CHUNK = 64  # games; what a step has written of them is still in the cache when it is looked at
SAME_STEP = int(Autoreset.SAME_STEP)


@once
def make_read_position(kind: Any) -> Callable[[Any, int], Any]:
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
def write_position(rows: Any, i: int, position: Any) -> None:
    """Write a position into its column."""
    for field, number in enumerate(position):
        rows[i, field] = number


@rule
def random_action(arrays: BatchArrays, i: int, random: int) -> int:
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
def clear_results(arrays: BatchArrays, i: int) -> None:
    """What a step says of a game that it does not end."""
    arrays.rewards[i, 0] = arrays.rewards[i, 1] = 0
    arrays.outcomes[i] = 0
    arrays.terminated[i] = arrays.truncated[i] = False


@rule
def write_results(arrays: BatchArrays, i: int, position: Any, end: int, length: int) -> None:
    """Keep what the last step of a game leaves behind; without an outcome it is cut off."""
    value = value_for_first(end)
    arrays.rewards[i, 0], arrays.rewards[i, 1] = value, -value
    arrays.outcomes[i] = end
    arrays.terminated[i] = end != 0
    arrays.truncated[i] = end == 0
    arrays.final_lengths[i] = length
    write_position(arrays.final_positions, i, position)


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
                clear_occurrences(occurrences, i)
            times = add_occurrence(occurrences, i, key(rules, position))
        return outcome(rules, position, times)

    return reach


@rule
def write_group(arrays: BatchArrays, i: int, n: int, group: Group) -> None:
    """Write the n-th group of legal actions."""
    arrays.groups[i, n, 0], arrays.groups[i, n, 1], arrays.groups[i, n, 2] = group


@once
def make_write_state(rulebook: Rulebook) -> Callable[[Any, BatchArrays, int, Any, int], None]:
    """Write the state of a game."""
    moves, groups, group, chances = rulebook.moves, rulebook.groups, rulebook.group, rulebook.chances

    @rule
    def write_state(rules: Any, arrays: BatchArrays, i: int, position: Any, turn: int) -> None:
        write_position(arrays.positions, i, position)
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

    return write_state


@once
def make_play_chance(
    rulebook: Rulebook,
) -> Callable[[Any, StepSettings, Occurrences, int, Any, int], tuple[Any, int, int]]:
    """What happens to game i from a position on until somebody is to decide."""
    turn, chances, play, reach = rulebook.turn, rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def play_chance(
        rules: Any, settings: StepSettings, occurrences: Occurrences, i: int, position: Any, random: int
    ) -> tuple[Any, int, int]:
        """Draw throws and lots unless they are given: (position, outcome, generator state)."""
        end, left = reach(rules, position, occurrences, i), MAX_THROWS
        while left and not end and not settings.throws_given and turn(rules, position) == CHANCE:
            random = advance(random)
            position = play(rules, position, draw(chances(rules, position), word(random) >> 28))
            end = reach(rules, position, occurrences, i)
            left -= 1
        return position, end, random

    return play_chance


@once
def make_step(rulebook: Rulebook) -> Callable[[Any, StepSettings, BatchArrays, int, int], None]:
    """One step of one game: an action, or RANDOM, BEGIN or SKIP."""
    start, turn, chances, play = rulebook.start, rulebook.turn, rulebook.chances, rulebook.play
    read, play_chance, write_state = (
        make_read_position(rulebook.Position),
        make_play_chance(rulebook),
        make_write_state(rulebook),
    )

    @rule
    def step(rules: Any, settings: StepSettings, arrays: BatchArrays, i: int, action: int) -> None:
        clear_results(arrays, i)
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
                    action = random_action(arrays, i, random)
            position = play(rules, position, action)
            position, end, random = play_chance(rules, settings, arrays.occurrences, i, position, random)
            over = end != 0 or length >= settings.longest
            if over:
                write_results(arrays, i, position, end, length)
                begins = settings.autoreset == SAME_STEP
        if begins:
            clear_occurrences(arrays.occurrences, i)
            position, end, random = play_chance(rules, settings, arrays.occurrences, i, start(rules), random)
            over, length = end != 0, 0
        arrays.random[i], arrays.lengths[i] = random, length
        write_state(rules, arrays, i, position, NOBODY if over else turn(rules, position))

    return step


@once
def make_pack_inputs(system: System) -> Callable[[Any, Any, Any, int], None]:
    """What a network sees of game i: a few ints read as sets."""
    inputs, read = system.evaluation.inputs, make_read_position(system.rulebook.Position)

    @rule
    def pack_inputs(rules: Any, positions: Any, packed: Any, i: int) -> None:
        for place, bits in enumerate(inputs(rules, read(positions, i))):
            packed[i, place] = bits

    return pack_inputs


class UpdatedOutputs(NamedTuple):
    """What is kept up to date within a step; without rows nobody has looked at it after the last one."""

    inputs: NDArray[np.int64]  # [n, words]
    mask: NDArray[np.uint64]  # [n, words]


@once
def make_step_games(system: System) -> Callable[[Any, StepSettings, BatchArrays, UpdatedOutputs, Any, int, int], None]:
    """A step of the games from one to another, and what is kept up to date with it."""
    step, pack_inputs = make_step(system.rulebook), make_pack_inputs(system)

    @loop
    def step_games(
        rules: Any,
        settings: StepSettings,
        arrays: BatchArrays,
        kept: UpdatedOutputs,
        actions: Any,
        first: int,
        last: int,
    ) -> None:
        for begin in range(first, last, GAMES_PER_CHUNK):
            end = min(begin + GAMES_PER_CHUNK, last)
            for i in range(begin, min(end, len(kept.mask))):
                unmark(kept.mask, i, arrays.groups, int(arrays.used[i]))
            for i in range(begin, end):
                step(rules, settings, arrays, i, int(actions[i]))
            for i in range(begin, min(end, len(kept.mask))):
                mark(kept.mask, i, arrays.groups, int(arrays.used[i]))
            for i in range(begin, min(end, len(kept.inputs))):
                pack_inputs(rules, arrays.positions, kept.inputs, i)

    return step_games
