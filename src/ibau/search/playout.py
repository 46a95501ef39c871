"""Compiled loops for any game: random playouts and perft, in slices, so that Ctrl-C can end them."""

import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from ibau.core.chance import advance, below, draw, possible, seed_state, word
from ibau.core.coercion import StateLike, as_state
from ibau.core.contract import Rulebook, System
from ibau.core.game import State
from ibau.core.limits import DEEPEST_PERFT, MOST_COUNTED, check_int
from ibau.core.outcome import CHANCE, Ending
from ibau.core.repetition import PositionHistory
from ibau.machine.arrays import Numbers, Zeros, flat_bytes, zeros
from ibau.machine.machines import Machine, machine_for
from ibau.machine.rule import loop, once, rule
from ibau.search.batching import next_slice
from ibau.search.history import History, add, history_bytes, new_history, note, take_back

LONGEST_PLAYOUT = 1 << 16  # occurrences a playout can hold, and actions after which it is given up as unfinished
COLUMNS = 12  # bytes that are noted of a playout
FEW_PLAYOUTS = 16  # of the first slice
LARGEST_SLICE = 1 << 14  # playouts that are noted in a room
FIRST_SLICE = 1 << 10  # actions of perft
SPARE = 1 << 12  # bytes for what lies beside in a room


def history_of(state: State, machine: Machine, rows: int = LONGEST_PLAYOUT) -> History:
    """The past of a state, for loops of a room; the state itself is not in it yet."""
    history = new_history(len(state.position), rows, machine.zeros)
    load_history(history, state.history, machine)
    return history


def load_history(history: History, positions: PositionHistory, machine: Machine) -> None:
    """Note all occurrences of a past, as far as there is room."""
    if keys := positions.keys():
        width, before = len(keys[0]), int(history.used[0])
        rows = min(len(keys), len(history.links) - before)
        history.keys[before * width : (before + rows) * width] = array("q", chain.from_iterable(keys[:rows]))
        machine.prepare(note_rows)(history, width, rows)


@loop
def note_rows(history: History, width: int, rows: int) -> None:
    """Note keys that stand in their rows already: in Python each took a while, and a long game has many."""
    for _ in range(rows):
        first = history.used[0] * width
        note(history, history.keys[first : first + width])


class PlayoutColumns(NamedTuple):
    """What a loop notes of playouts, a row each: the outcome (0 where one was given up), actions and decisions."""

    outcomes: Numbers
    actions: Numbers
    decisions: Numbers


def new_columns(n: int, made: Zeros = zeros) -> PlayoutColumns:
    return PlayoutColumns(made(n, "i"), made(n, "i"), made(n, "i"))


@dataclass(frozen=True, eq=False, repr=False)
class Playouts:
    """Finished playouts of a game: a number for each, in arrays of Python's own of type "i" and length n.

    NumPy reads them without copying: `np.asarray(played.actions)` is an array of dtype int32.

    `outcomes`: 0 where a playout was given up after 65,536 actions, else what `system.ending` puts into words.
    `actions` and `decisions`: how many there were, with and without throws and lots.
    """

    system: System
    outcomes: "array[int]"
    actions: "array[int]"
    decisions: "array[int]"

    def __repr__(self) -> str:
        return f"<Playouts of {self.system.id}: {len(self.outcomes)}>"

    def endings(self) -> list[Ending]:
        """How each of them ended: winner and kind in words, returns."""
        outcomes: list[int] = self.outcomes.tolist()
        known = {outcome: self.system.ending(outcome) for outcome in set(outcomes)}
        return [known[outcome] for outcome in outcomes]

    def counts(self) -> Mapping[Ending, int]:
        """How many ended in each way, the most frequent way first."""
        return dict(Counter(self.endings()).most_common())


def playouts(state: StateLike, n: int, seed: int = 0) -> Playouts:
    """Play n random games from a state, or from the start of a game, a thousand million at most.

    A seed is any whole number, and plays the same games again.

    Raises NumberError, RulesetError.
    """
    n = check_int("The number of playouts", n, least=0, most=MOST_COUNTED)
    played, _ = playouts_on(as_state(state), n, seed_state(seed))
    return played


def playouts_on(state: State, n: int, random: int) -> tuple[Playouts, int]:
    """Play n random games on from the state of a generator; returns also its state after them."""
    system = state.game.system
    run, most = make_playouts(system.rulebook), min(n, LARGEST_SLICE)
    room = machine_for(system.id, run, history_bytes(len(state.position), LONGEST_PLAYOUT) + COLUMNS * most + SPARE)
    history, columns, ready = history_of(state, room), new_columns(most, room.zeros), room.prepare(run)
    kept, size = [array("i") for _ in columns], FEW_PLAYOUTS
    while True:
        size, begun = min(size, n - len(kept[0]), most), time.perf_counter()
        random = int(ready(state.game.rules, state.position, history, columns, size, random))
        for column, noted in zip(kept, columns, strict=True):
            column.frombytes(flat_bytes(noted)[: column.itemsize * size])
        if len(kept[0]) == n:
            return Playouts(system, *kept), random
        size = next_slice(size, time.perf_counter() - begun)


@once
def make_reach(rulebook: Rulebook) -> Callable[[Any, Any, History], int]:
    """What happens when play reaches a position."""
    key, occurs, outcome = rulebook.key, rulebook.occurs, rulebook.outcome

    @rule
    def reach(rules: Any, position: Any, history: History) -> int:
        """Note the occurrence; the outcome."""
        occurrences = add(history, key(rules, position)) if occurs(rules, position) else 0
        return outcome(rules, position, occurrences)

    return reach


@once
def make_playout(rulebook: Rulebook) -> Callable[..., tuple[int, int, int, int]]:
    """One random game to its end; the history comes back as it was."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def playout(rules: Any, position: Any, history: History, random: int) -> tuple[int, int, int, int]:
        """(outcome or 0 when given up, actions, decisions, generator state)."""
        past = history.used[0]
        actions = decisions = 0
        end = reach(rules, position, history)
        while not end and actions < LONGEST_PLAYOUT:
            random = advance(random)
            if turn(rules, position) == CHANCE:
                action = draw(chances(rules, position), word(random) >> 28)
            else:
                legal = moves(rules, position)
                action = nth(legal, below(random, count(legal)))
                decisions += 1
            position = play(rules, position, action)
            actions += 1
            end = reach(rules, position, history)
        take_back(history, past)
        return end, actions, decisions, random

    return playout


@once
def make_playouts(rulebook: Rulebook) -> Callable[..., int]:
    """Many random games from one position."""
    playout = make_playout(rulebook)

    @loop
    def playouts(rules: Any, position: Any, history: History, columns: PlayoutColumns, games: int, random: int) -> int:
        for n in range(games):
            end, actions, decisions, random = playout(rules, position, history, random)
            columns.outcomes[n] = end
            columns.actions[n] = actions
            columns.decisions[n] = decisions
        return random

    return playouts


def perft(state: StateLike, depth: int) -> int:
    """The number of action paths of a length; chance actions count like moves, a finished game has no path on.

    Raises NumberError for a depth below 0 or beyond DEEPEST_PERFT, RulesetError.
    """
    return sum(paths_in_slices(as_state(state), check_int("The depth of perft", depth, least=0, most=DEEPEST_PERFT)))


def paths_in_slices(state: State, depth: int) -> Iterator[int]:
    """The action paths of a length, some at a time, so that the caller can stop counting."""
    if depth == 0:
        yield 1
        return
    run = make_perft(state.game.system.rulebook)
    rows = len(state.history.keys()) + depth + 1
    room = machine_for(state.game.system.id, run, history_bytes(len(state.position), rows) + SPARE)
    history, progress, ready = history_of(state, room, rows), room.zeros(depth + 1, "q"), room.prepare(run)
    size = FIRST_SLICE
    while progress[depth] >= 0:
        begun = time.perf_counter()
        yield int(ready(state.game.rules, state.position, history, progress, size))
        size = next_slice(size, time.perf_counter() - begun)


@once
def make_enter(rulebook: Rulebook) -> Callable[[Any, Any, History], int]:
    """What is counted of a position."""
    turn, moves, count = rulebook.turn, rulebook.moves, rulebook.count
    chances, reach = rulebook.chances, make_reach(rulebook)

    @rule
    def enter(rules: Any, position: Any, history: History) -> int:
        """Note the occurrence; how many actions follow."""
        if reach(rules, position, history):
            return 0
        if turn(rules, position) == CHANCE:
            return possible(chances(rules, position))
        return count(moves(rules, position))

    return enter


@once
def make_nth_action(rulebook: Rulebook) -> Callable[[Any, Any, int], int]:
    """One of the actions of a position."""
    turn, moves, nth = rulebook.turn, rulebook.moves, rulebook.nth

    @rule
    def nth_action(rules: Any, position: Any, n: int) -> int:
        return n if turn(rules, position) == CHANCE else nth(moves(rules, position), n)

    return nth_action


@once
def make_perft(rulebook: Rulebook) -> Callable[..., int]:
    """Count action paths with a stack of positions; the last level is counted, not played.

    `progress` has for each level how many of its actions have been played, then the level that has been come to, below
    0 when all is counted; a slice plays this many actions.
    """
    play, enter, nth_action = rulebook.play, make_enter(rulebook), make_nth_action(rulebook)

    @loop
    def perft(rules: Any, position: Any, history: History, progress: Numbers, actions: int) -> int:
        depth = len(progress) - 1
        stack = [position] * depth
        widths, past = [0] * depth, [0] * depth
        past[0] = int(history.used[0])
        widths[0] = enter(rules, position, history)
        if depth == 1:
            progress[depth] = -1
            return widths[0]
        level, paths, again = 0, 0, int(progress[depth])  # down to the level where the last slice stopped
        while level >= 0 and (actions or again):
            if level == again:
                again = 0
            if not again:
                if progress[level] == widths[level]:
                    progress[level] = 0
                    take_back(history, past[level])
                    level -= 1
                    continue
                progress[level] += 1
                actions -= 1
            child = play(rules, stack[level], nth_action(rules, stack[level], int(progress[level]) - 1))
            past[level + 1] = int(history.used[0])
            width = enter(rules, child, history)
            if level + 2 == depth:
                paths += width
                take_back(history, past[level + 1])
            else:
                level += 1
                stack[level], widths[level] = child, width
        take_back(history, past[0])
        progress[depth] = level
        return paths

    return perft
