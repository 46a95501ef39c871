"""Turns played out, where throws are added up before any is played: the hands of a position, and the ends of each."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import Rulebook
from ibau.core.game import Game
from ibau.core.rule import loop, once, rule
from ibau.core.tables.layers import Sums, Tables
from ibau.core.tables.sums import throwing
from ibau.solve.order import LARGEST_BLOCK, Men
from ibau.solve.sweep import DRAWN, Values, make_successor

RAREST = 1e-12
ROOM = 1 << 21  # ends that a desk has room for

Numbers = NDArray[np.int64]


class Hands(NamedTuple):
    """All that throws may come to, what comes before first."""

    before: Numbers  # the number of the one that is a throw shorter
    throws: Numbers  # the action that leads on from there
    chances: Values  # 0 while the throwing goes on


class Turns(NamedTuple):
    """The turns from some positions, in the order in which they are stepped."""

    places: Numbers
    first_hands: Numbers  # of each position, and one more
    chances: Values  # of each hand
    first_ends: Numbers  # of each hand, and one more
    ends: NDArray[np.int32]  # where they are read


class Desk(NamedTuple):
    """Where a thread plays turns out."""

    turns: Turns
    likely: Values  # how likely each kind of hand is; 0 between positions
    kinds: Numbers  # a hand of each kind that there is
    listed: Numbers  # where among the ends each read was listed last


class Filled(NamedTuple):
    """How far a desk is filled."""

    pairs: int  # of rows and columns, from the first on
    positions: int
    hands: int
    ends: int


@once
def make_sort_hands(rulebook: Rulebook, sums: Sums) -> Callable[..., int]:
    """The hands of a position."""
    play, hand = rulebook.play, sums.hand

    @rule
    def sort_hands(rules: Any, hands: Hands, thrown: Any, desk: Desk) -> int:
        """Throw every hand from `thrown[0]` on, and add up how likely each kind is; how many kinds there are."""
        kinds = 0
        for number in range(1, len(hands.before)):
            thrown[number] = play(rules, thrown[hands.before[number]], int(hands.throws[number]))
            if hands.chances[number] > 0:
                kind = hand(rules, thrown[number])
                if desk.likely[kind] == 0:
                    desk.kinds[kinds] = number
                    kinds += 1
                desk.likely[kind] += hands.chances[number]
        return kinds

    return sort_hands


@once
def make_list_ends(rulebook: Rulebook, tables: Tables) -> Callable[..., int]:
    """The ends of a hand."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    rests, successor = tables.rests, make_successor(rulebook, tables)

    @rule
    def list_ends(rules: Any, waiting: Any, starts: Numbers, desk: Desk, first: int) -> int:
        """Where the ends of a turn that goes on from `waiting[0]` are read, each once; the number after the last."""
        ends, listed = desk.turns.ends, desk.listed
        filled, left = first, 1
        while left:
            left -= 1
            here = waiting[left]
            legal = moves(rules, here)
            for n in range(count(legal)):
                after = play(rules, here, nth(legal, n))
                if not outcome(rules, after, 1) and not rests(rules, after):
                    waiting[left] = after
                    left += 1
                    continue
                read = successor(rules, after, starts)
                earlier = listed[read - DRAWN]
                if not (first <= earlier < filled and ends[earlier] == read):
                    listed[read - DRAWN] = filled
                    ends[filled] = read
                    filled += 1
        return filled

    return list_ends


@once
def make_play_out(rulebook: Rulebook, tables: Tables, sums: Sums) -> Callable[..., Filled]:
    """The turns of a block."""
    sort_hands, list_ends = make_sort_hands(rulebook, sums), make_list_ends(rulebook, tables)
    compose, fits, layer_of, place = tables.iteration.compose, tables.iteration.fits, tables.layer_of, tables.place
    hand, most_waiting, most_ends = sums.hand, sums.most_waiting, sums.most_ends

    @loop
    def play_out(rules: Any, rows: Men, columns: Men, first: int, starts: Numbers, hands: Hands, desk: Desk) -> Filled:
        """Play out the turns of as many pairs of a row and a column as there is room for, from the first on."""
        turns, filled = desk.turns, Filled(first, 0, 0, 0)
        thrown = [compose(rules, 0, 0)] * len(hands.before)
        waiting = [compose(rules, 0, 0)] * most_waiting
        for pair in range(first, len(rows) * len(columns)):
            row, column = int(rows[pair // len(columns)]), int(columns[pair % len(columns)])
            if not fits(row, column):
                filled = Filled(pair + 1, filled.positions, filled.hands, filled.ends)
                continue
            here = compose(rules, row, column)
            thrown[0] = here
            kinds, ends = sort_hands(rules, hands, thrown, desk), filled.ends
            room = filled.positions < len(turns.places) and filled.hands + kinds < len(turns.chances)
            for k in range(kinds):
                waiting[0] = thrown[desk.kinds[k]]
                kind = hand(rules, waiting[0])
                room = room and ends + most_ends <= len(turns.ends)
                if room:
                    turns.chances[filled.hands + k] = desk.likely[kind]
                    ends = list_ends(rules, waiting, starts, desk, ends)
                    turns.first_ends[filled.hands + k + 1] = ends
                desk.likely[kind] = 0.0
            if not room:
                break
            turns.places[filled.positions] = starts[layer_of(here)] + place(rules, here)
            turns.first_hands[filled.positions + 1] = filled.hands + kinds
            filled = Filled(pair + 1, filled.positions + 1, filled.hands + kinds, ends)
        return filled

    return play_out


def hands_of(game: Game, tables: Tables) -> tuple[Hands, float]:
    """All that throws may come to, from whatever position, and the chance of all that is left out."""
    layer = tables.groups(1)[0][0]
    every, rest = throwing(game.system.rulebook, game.rules, tables.position(game.rules, layer, 0), RAREST)
    hands = Hands(
        np.array([thrown.before for thrown in every]),
        np.array([thrown.throw for thrown in every]),
        np.array([thrown.chance if thrown.over else 0.0 for thrown in every]),
    )
    return hands, rest


def new_desk(sums: Sums, hands: int, total: int) -> Desk:
    """Room for the turns of some positions, of so many in all."""
    turns = Turns(
        np.empty(LARGEST_BLOCK, np.int64),
        np.zeros(LARGEST_BLOCK + 1, np.int64),
        np.empty(ROOM),
        np.zeros(ROOM + 1, np.int64),
        np.empty(ROOM, np.int32),
    )
    return Desk(turns, np.zeros(sums.hands), np.empty(hands, np.int64), np.zeros(2 * total - DRAWN, np.int64))


def taken(turns: Turns, filled: Filled) -> Turns:
    """A copy of what a desk is filled with."""
    return Turns(
        turns.places[: filled.positions].copy(),
        turns.first_hands[: filled.positions + 1].copy(),
        turns.chances[: filled.hands].copy(),
        turns.first_ends[: filled.hands + 1].copy(),
        turns.ends[: filled.ends].copy(),
    )


def joined(parts: Sequence[Turns]) -> Turns:
    """Some turns after others."""
    return Turns(
        np.concatenate([part.places for part in parts]),
        counted_on([part.first_hands for part in parts]),
        np.concatenate([part.chances for part in parts]),
        counted_on([part.first_ends for part in parts]),
        np.concatenate([part.ends for part in parts]),
    )


def counted_on(parts: Sequence[Numbers]) -> Numbers:
    """Numbers that each begin with 0, as numbers of one whole."""
    whole = [parts[0]]
    for part in parts[1:]:
        whole.append(part[1:] + whole[-1][-1])
    return np.concatenate(whole)
