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

MAX_THROWS = 1 << 10  # drawn per step; a game that needs more goes on with the next step, which is counted
GAMES_PER_CHUNK = 64  # few enough that outputs are computed while positions are still in the cache
SAME_STEP = int(Autoreset.SAME_STEP)


@once
def make_read_position(kind: Any) -> Callable[[Any, int], Any]:
    """A rule that reads the position of row i."""
    numbers = _make_numbers(len(kind._fields))

    @rule
    def read(rows: Any, i: int) -> Any:
        return kind(*numbers(rows, i))

    return read


@once
def _make_numbers(fields: int) -> Callable[[Any, int], Any]:
    """A rule that reads `fields` numbers of a row; recursive, as the length of a compiled tuple is fixed."""
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
    """Write a position into row i."""
    for field, number in enumerate(position):
        rows[i, field] = number


@rule
def random_action(arrays: BatchArrays, i: int, random: int) -> int:
    """A uniformly random legal action of game i."""
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
    """Write the results of a step that does not end game i."""
    arrays.rewards[i, 0] = arrays.rewards[i, 1] = 0
    arrays.outcomes[i] = 0
    arrays.terminated[i] = arrays.truncated[i] = False


@rule
def write_results(arrays: BatchArrays, i: int, position: Any, end: int, length: int) -> None:
    """Write the results of the last step of game i; with `end` 0 it was cut off."""
    value = value_for_first(end)
    arrays.rewards[i, 0], arrays.rewards[i, 1] = value, -value
    arrays.outcomes[i] = end
    arrays.terminated[i] = end != 0
    arrays.truncated[i] = end == 0
    arrays.final_lengths[i] = length
    write_position(arrays.final_positions, i, position)


@once
def make_reach(rulebook: Rulebook) -> Callable[[Any, Any, Occurrences, int], int]:
    """A rule that is called when a game reaches a position."""
    key, occurs, irreversible, outcome = rulebook.key, rulebook.occurs, rulebook.irreversible, rulebook.outcome

    @rule
    def reach(rules: Any, position: Any, occurrences: Occurrences, i: int) -> int:
        """Count the occurrence, forget unrepeatable positions, and return the outcome."""
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
    """A rule that writes the position, turn and legal actions of a game."""
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
                write_group(arrays, i, used, found)  # an empty group is overwritten by the next
                used += int(found.members != 0)
        arrays.used[i] = used

    return write_state


@once
def make_play_chance(
    rulebook: Rulebook,
) -> Callable[[Any, StepSettings, Occurrences, int, Any, int], tuple[Any, int, int]]:
    """A rule that plays throws and lots up to the next decision."""
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
    """A rule that plays one step of game i: an action, or RANDOM, BEGIN or SKIP."""
    start, turn, chances, play = rulebook.start, rulebook.turn, rulebook.chances, rulebook.play
    read, write_state = make_read_position(rulebook.Position), make_write_state(rulebook)
    play_chance = make_play_chance(rulebook)

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
    """A rule that writes the network inputs of game i."""
    inputs, read = system.evaluation.inputs, make_read_position(system.rulebook.Position)

    @rule
    def pack_inputs(rules: Any, positions: Any, packed: Any, i: int) -> None:
        for place, bits in enumerate(inputs(rules, read(positions, i))):
            packed[i, place] = bits

    return pack_inputs


class UpdatedOutputs(NamedTuple):
    """Outputs that are updated within a step; those without rows are not."""

    inputs: NDArray[np.int64]  # [n, words]
    mask: NDArray[np.uint64]  # [n, words]


@once
def make_step_games(system: System) -> Callable[[Any, StepSettings, BatchArrays, UpdatedOutputs, Any, int, int], None]:
    """A loop that steps the games `first` to `last` and updates their outputs."""
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
