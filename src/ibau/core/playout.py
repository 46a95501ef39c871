"""Compiled loops for any game: random playouts and perft."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, possible, seeded, word
from ibau.core.contract import Rulebook, System
from ibau.core.game import State
from ibau.core.history import History, add, new_history, note, take_back
from ibau.core.limits import DEEPEST_PERFT, whole
from ibau.core.outcome import CHANCE, Ending
from ibau.core.past import Past
from ibau.core.rule import loop, once, rule

LONGEST_PLAYOUT = 1 << 16  # occurrences a playout can hold, and actions after which it is given up as unfinished


def history_of(state: State, rows: int = LONGEST_PLAYOUT) -> History:
    """The past of a state, for compiled loops; the state itself is not in it yet."""
    history = new_history(len(state.position), rows)
    note_past(history, state.past)
    return history


def note_past(history: History, past: Past) -> None:
    """Note all occurrences of a past."""
    if keys := past.keys():
        add_all(history, np.array(keys, np.int64))


@loop
def add_all(history: History, keys: NDArray[np.int64]) -> None:
    """Note occurrences, a row each: in Python every one took a while, and a long game has many."""
    for row in range(len(keys)):
        note(history, keys[row])


class Columns(NamedTuple):
    """What a loop notes of playouts, a row each: the outcome (0 where one was given up), actions and decisions."""

    outcomes: NDArray[np.int32]
    actions: NDArray[np.int32]
    decisions: NDArray[np.int32]


def new_columns(n: int) -> Columns:
    return Columns(np.zeros(n, np.int32), np.zeros(n, np.int32), np.zeros(n, np.int32))


@dataclass(frozen=True, eq=False)
class Playouts:
    """Finished playouts of a game: arrays of shape (n,) and dtype int32, a number for each.

    `outcomes`: 0 where a playout was given up after 65,536 actions, else what `system.ending` puts into words.
    `actions` and `decisions`: how many there were, with and without throws and lots.
    """

    system: System
    outcomes: NDArray[np.int32]
    actions: NDArray[np.int32]
    decisions: NDArray[np.int32]

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
    """The same from a generator state on; also the one after them."""
    system, columns = state.game.system, new_columns(n)
    run = make_playouts(system.rulebook)
    random = int(run(state.game.rules, state.position, history_of(state), columns, random))
    return Playouts(system, *columns), random


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
        for n in range(columns.outcomes.size):
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
    history = history_of(state, len(state.past.keys()) + depth + 1)
    return int(run(state.game.rules, state.position, history, depth))


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
        widths = np.zeros(depth, np.int64)
        played = np.zeros(depth, np.int64)
        past = np.zeros(depth, np.int64)
        widths[0] = enter(rules, position, history)
        if depth == 1:
            return int(widths[0])
        paths = level = 0
        while level >= 0:
            if played[level] == widths[level]:
                take_back(history, past[level])
                level -= 1
                continue
            child = play(rules, stack[level], nth_action(rules, stack[level], int(played[level])))
            played[level] += 1
            past[level + 1] = history.used[0]
            width = enter(rules, child, history)
            if level + 2 == depth:
                paths += width
                take_back(history, past[level + 1])
            else:
                level += 1
                stack[level], widths[level], played[level] = child, width, 0
        return paths

    return perft
