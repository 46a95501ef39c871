"""Compiled loops for any game: random playouts and perft."""

from array import array
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from ibau.core.chance import advance, below, draw, possible, seeded, word
from ibau.core.contract import Rulebook, System
from ibau.core.game import State
from ibau.core.limits import DEEPEST_PERFT, whole
from ibau.core.outcome import CHANCE, Ending
from ibau.core.past import Past
from ibau.machine.arrays import Numbers, Zeros, zeros
from ibau.machine.choosing import Room, room_for
from ibau.machine.rule import loop, once, rule
from ibau.search.history import History, add, history_bytes, new_history, note, take_back

LONGEST_PLAYOUT = 1 << 16  # occurrences a playout can hold, and actions after which it is given up as unfinished
COLUMNS = 12  # bytes that are noted of a playout
SPARE = 1 << 12  # bytes for what lies beside in a room


def history_of(state: State, room: Room, rows: int = LONGEST_PLAYOUT) -> History:
    """The past of a state, for loops of a room; the state itself is not in it yet."""
    history = new_history(len(state.position), rows, room.zeros)
    note_past(history, state.past, room)
    return history


def note_past(history: History, past: Past, room: Room) -> None:
    """Note all occurrences of a past, as far as there is room."""
    if keys := past.keys():
        width, before = len(keys[0]), int(history.used[0])
        rows = min(len(keys), len(history.links) - before)
        history.keys[before * width : (before + rows) * width] = array("q", chain.from_iterable(keys[:rows]))
        room.ready(note_rows)(history, width, rows)


@loop
def note_rows(history: History, width: int, rows: int) -> None:
    """Note keys that stand in their rows already: in Python each took a while, and a long game has many."""
    for _ in range(rows):
        first = history.used[0] * width
        note(history, history.keys[first : first + width])


class Columns(NamedTuple):
    """What a loop notes of playouts, a row each: the outcome (0 where one was given up), actions and decisions."""

    outcomes: Numbers
    actions: Numbers
    decisions: Numbers


def new_columns(n: int, made: Zeros = zeros) -> Columns:
    return Columns(made(n, "i"), made(n, "i"), made(n, "i"))


@dataclass(frozen=True, eq=False)
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

    def endings(self) -> list[Ending]:
        """How each of them ended: winner and kind in words, returns."""
        outcomes: list[int] = self.outcomes.tolist()
        known = {outcome: self.system.ending(outcome) for outcome in set(outcomes)}
        return [known[outcome] for outcome in outcomes]

    def counts(self) -> Mapping[Ending, int]:
        """How many ended in each way, the most frequent way first."""
        return dict(Counter(self.endings()).most_common())


def playouts(state: State, n: int, seed: int = 0) -> Playouts:
    """Play n random games from a state; a seed is any whole number, and plays the same games again.

    Raises NumberError.
    """
    played, _ = playouts_on(state, whole("The number of playouts", n, least=0), seeded(seed))
    return played


def playouts_on(state: State, n: int, random: int) -> tuple[Playouts, int]:
    """Play n random games on from the state of a generator; returns also its state after them."""
    system = state.game.system
    run = make_playouts(system.rulebook)
    room = room_for(system.id, run, history_bytes(len(state.position), LONGEST_PLAYOUT) + COLUMNS * n + SPARE)
    history, columns = history_of(state, room), new_columns(n, room.zeros)
    random = int(room.ready(run)(state.game.rules, state.position, history, columns, random))
    return Playouts(system, *map(_kept, columns)), random


def _kept(column: Numbers) -> "array[int]":
    """A column outside of its room."""
    kept = array("i")
    kept.frombytes(memoryview(column).cast("B"))
    return kept


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
    def playouts(rules: Any, position: Any, history: History, columns: Columns, random: int) -> int:
        for n in range(len(columns.outcomes)):
            end, actions, decisions, random = playout(rules, position, history, random)
            columns.outcomes[n] = end
            columns.actions[n] = actions
            columns.decisions[n] = decisions
        return random

    return playouts


def perft(state: State, depth: int) -> int:
    """The number of action paths of a length; chance actions count like moves, a finished game has no path on.

    Raises NumberError for a depth below 0 or beyond DEEPEST_PERFT.
    """
    depth = whole("The depth of perft", depth, least=0, most=DEEPEST_PERFT)
    if depth == 0:
        return 1
    run = make_perft(state.game.system.rulebook)
    rows = len(state.past.keys()) + depth + 1
    room = room_for(state.game.system.id, run, history_bytes(len(state.position), rows) + SPARE)
    return int(room.ready(run)(state.game.rules, state.position, history_of(state, room, rows), depth))


@once
def make_perft(rulebook: Rulebook) -> Callable[..., int]:
    """Count action paths with a stack of positions; the last level is counted, not played."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def enter(rules: Any, position: Any, history: History) -> int:
        """Note the occurrence; how many actions follow."""
        if reach(rules, position, history):
            return 0
        if turn(rules, position) == CHANCE:
            return possible(chances(rules, position))
        return count(moves(rules, position))

    @rule
    def nth_action(rules: Any, position: Any, n: int) -> int:
        return n if turn(rules, position) == CHANCE else nth(moves(rules, position), n)

    @loop
    def perft(rules: Any, position: Any, history: History, depth: int) -> int:
        stack = [position] * depth
        widths, played, past = [0] * depth, [0] * depth, [0] * depth
        widths[0] = enter(rules, position, history)
        if depth == 1:
            return widths[0]
        paths = level = 0
        while level >= 0:
            if played[level] == widths[level]:
                take_back(history, past[level])
                level -= 1
                continue
            child = play(rules, stack[level], nth_action(rules, stack[level], played[level]))
            played[level] += 1
            past[level + 1] = int(history.used[0])
            width = enter(rules, child, history)
            if level + 2 == depth:
                paths += width
                take_back(history, past[level + 1])
            else:
                level += 1
                stack[level], widths[level], played[level] = child, width, 0
        return paths

    return perft
