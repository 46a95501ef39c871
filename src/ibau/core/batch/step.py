"""One step of one game of a batch, for a loop of the processor or a thread of a graphics card."""

from collections.abc import Callable
from typing import Any

from ibau.core.batch.arrays import BEGIN, RANDOM, SKIP, Arrays, Autoreset, Plan
from ibau.core.batch.occurrences import Occurrences, forget, note
from ibau.core.bits import Group, index, nth_bit, thermometer
from ibau.core.chance import advance, below, draw, possible, word
from ibau.core.contract import Rulebook
from ibau.core.outcome import CHANCE, NOBODY, value_for_first
from ibau.core.rule import loop, once, rule

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
    """Write where a game stands."""
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
            used = groups(legal)
            for n in range(used):
                write_group(arrays, i, n, group(legal, n))
        arrays.used[i] = used

    return show


@once
def make_step(rulebook: Rulebook) -> Callable[[Any, Plan, Arrays, int, int], None]:
    """One step of one game: an action, or RANDOM, BEGIN or SKIP."""
    start, turn, chances, play = rulebook.start, rulebook.turn, rulebook.chances, rulebook.play
    read, reach, show = make_read(rulebook.Position), make_reach(rulebook), make_show(rulebook)

    @rule
    def step(rules: Any, plan: Plan, arrays: Arrays, i: int, action: int) -> None:
        nothing_happened(arrays, i)
        if action == SKIP:
            return
        random, length = int(arrays.random[i]), int(arrays.lengths[i]) + 1
        position = read(arrays.positions, i)
        begins = action == BEGIN or arrays.turns[i] == NOBODY
        if action == RANDOM and not begins:
            random = advance(random)
            if arrays.turns[i] == CHANCE:
                action = draw(chances(rules, position), word(random) >> 28)
            else:
                action = choose(arrays, i, random)
        while True:
            if begins:
                position, length, begins = start(rules), 0, False
                forget(arrays.occurrences, i)
            else:
                position = play(rules, position, action)
            end = reach(rules, position, arrays.occurrences, i)
            turns = NOBODY if end else turn(rules, position)
            if turns == CHANCE and not plan.throws_given:
                random = advance(random)
                action = draw(chances(rules, position), word(random) >> 28)
                continue
            if not end and length < plan.longest:
                break
            finish(arrays, i, position, end, length)
            turns = NOBODY
            if plan.autoreset != SAME_STEP:
                break
            begins = True
        arrays.random[i], arrays.lengths[i] = random, length
        show(rules, arrays, i, position, turns)

    return step


@once
def make_step_games(rulebook: Rulebook) -> Callable[[Any, Plan, Arrays, Any, int, int], None]:
    """A step of the games from one to another."""
    step = make_step(rulebook)

    @loop
    def step_games(rules: Any, plan: Plan, arrays: Arrays, actions: Any, first: int, last: int) -> None:
        for i in range(first, last):
            step(rules, plan, arrays, i, int(actions[i]))

    return step_games
