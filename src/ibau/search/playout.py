"""Compiled random playouts and perft, run in slices so that Ctrl-C can end them."""

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

LONGEST_PLAYOUT = 1 << 16  # occurrences a playout can hold, and actions after which it is given up
COLUMNS = 12  # bytes per playout
FEW_PLAYOUTS = 16  # in the first slice
LARGEST_SLICE = 1 << 14  # playouts
FIRST_SLICE = 1 << 10  # actions of perft
SPARE = 1 << 12  # bytes for small arrays


def history_of(state: State, machine: Machine, rows: int = LONGEST_PLAYOUT) -> History:
    """The history of a state for compiled loops, without the state itself."""
    history = new_history(len(state.position), rows, machine.zeros)
    load_history(history, state.history, machine)
    return history


def load_history(history: History, positions: PositionHistory, machine: Machine) -> None:
    """Add all occurrences of `positions` to a history, as far as there is machine."""
    if keys := positions.keys():
        width, before = len(keys[0]), int(history.used[0])
        rows = min(len(keys), len(history.links) - before)
        history.keys[before * width : (before + rows) * width] = array("q", chain.from_iterable(keys[:rows]))
        machine.prepare(note_rows)(history, width, rows)


@loop
def note_rows(history: History, width: int, rows: int) -> None:
    """Chain keys that are already in their rows; adding each from Python would be slow."""
    for _ in range(rows):
        first = history.used[0] * width
        note(history, history.keys[first : first + width])


class PlayoutColumns(NamedTuple):
    """Results of playouts, one row each: outcome (0 if given up), actions and decisions."""

    outcomes: Numbers
    actions: Numbers
    decisions: Numbers


def new_columns(n: int, made: Zeros = zeros) -> PlayoutColumns:
    return PlayoutColumns(made(n, "i"), made(n, "i"), made(n, "i"))


@dataclass(frozen=True, eq=False, repr=False)
class Playouts:
    """Finished playouts of a game: one entry per playout, in `array.array`s of type "i" and length n.

    NumPy reads them without copying: `np.asarray(played.actions)` is an array of dtype int32.

    `outcomes`: outcome numbers, which `system.ending` describes; 0 if a playout was given up after 65,536 actions.
    `actions` and `decisions`: how many there were, with and without throws and lots.
    """

    system: System
    outcomes: "array[int]"
    actions: "array[int]"
    decisions: "array[int]"

    def __repr__(self) -> str:
        return f"<Playouts of {self.system.id}: {len(self.outcomes)}>"

    def endings(self) -> list[Ending]:
        """How each playout ended: winner, kind of ending and returns."""
        outcomes: list[int] = self.outcomes.tolist()
        known = {outcome: self.system.ending(outcome) for outcome in set(outcomes)}
        return [known[outcome] for outcome in outcomes]

    def counts(self) -> Mapping[Ending, int]:
        """How many playouts ended in each way, most frequent first."""
        return dict(Counter(self.endings()).most_common())


def playouts(state: StateLike, n: int, seed: int = 0) -> Playouts:
    """Play `n` random games (at most a thousand million) from a state, or from the start of a game.

    `seed`: any whole number; the same seed plays the same games.
    Raises NumberError and RulesetError.
    """
    n = check_int("The number of playouts", n, least=0, most=MOST_COUNTED)
    played, _ = playouts_on(as_state(state), n, seed_state(seed))
    return played


def playouts_on(state: State, n: int, random: int) -> tuple[Playouts, int]:
    """Play `n` random games with the generator state `random`; returns also the state after them."""
    system = state.game.system
    run, most = make_playouts(system.rulebook), min(n, LARGEST_SLICE)
    machine = machine_for(system.id, run, history_bytes(len(state.position), LONGEST_PLAYOUT) + COLUMNS * most + SPARE)
    history, columns, ready = history_of(state, machine), new_columns(most, machine.zeros), machine.prepare(run)
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
    """Compile what happens when play reaches a position."""
    key, occurs, outcome = rulebook.key, rulebook.occurs, rulebook.outcome

    @rule
    def reach(rules: Any, position: Any, history: History) -> int:
        """Add the occurrence to the history and return the outcome."""
        occurrences = add(history, key(rules, position)) if occurs(rules, position) else 0
        return outcome(rules, position, occurrences)

    return reach


@once
def make_playout(rulebook: Rulebook) -> Callable[..., tuple[int, int, int, int]]:
    """Compile one random game, which leaves the history as it was."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def playout(rules: Any, position: Any, history: History, random: int) -> tuple[int, int, int, int]:
        """Return (outcome or 0 if given up, actions, decisions, generator state)."""
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
    """Compile a loop of random games from one position."""
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
    """The number of action sequences of length `depth`, throws and lots included; finished games have none further.

    Raises NumberError for a depth below 0 or beyond DEEPEST_PERFT, and RulesetError.
    """
    return sum(paths_in_slices(as_state(state), check_int("The depth of perft", depth, least=0, most=DEEPEST_PERFT)))


def paths_in_slices(state: State, depth: int) -> Iterator[int]:
    """Count the action sequences of a length in slices, so that the caller can stop in between."""
    if depth == 0:
        yield 1
        return
    run = make_perft(state.game.system.rulebook)
    rows = len(state.history.keys()) + depth + 1
    machine = machine_for(state.game.system.id, run, history_bytes(len(state.position), rows) + SPARE)
    history, progress, ready = history_of(state, machine, rows), machine.zeros(depth + 1, "q"), machine.prepare(run)
    size = FIRST_SLICE
    while progress[depth] >= 0:
        begun = time.perf_counter()
        yield int(ready(state.game.rules, state.position, history, progress, size))
        size = next_slice(size, time.perf_counter() - begun)


@once
def make_enter(rulebook: Rulebook) -> Callable[[Any, Any, History], int]:
    """Compile the count of a position's actions."""
    turn, moves, count = rulebook.turn, rulebook.moves, rulebook.count
    chances, reach = rulebook.chances, make_reach(rulebook)

    @rule
    def enter(rules: Any, position: Any, history: History) -> int:
        """Add the occurrence to the history and return the number of actions."""
        if reach(rules, position, history):
            return 0
        if turn(rules, position) == CHANCE:
            return possible(chances(rules, position))
        return count(moves(rules, position))

    return enter


@once
def make_nth_action(rulebook: Rulebook) -> Callable[[Any, Any, int], int]:
    """Compile the choice of a position's n-th action."""
    turn, moves, nth = rulebook.turn, rulebook.moves, rulebook.nth

    @rule
    def nth_action(rules: Any, position: Any, n: int) -> int:
        return n if turn(rules, position) == CHANCE else nth(moves(rules, position), n)

    return nth_action


@once
def make_perft(rulebook: Rulebook) -> Callable[..., int]:
    """Compile the count of action sequences, with a stack of positions; the last level is counted, not played.

    `progress` holds the number of actions played at each level, then the current level, which is below 0 at the end.
    `actions` limits how many a call plays.
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
