"""The possible turns of games that sum up throws before playing them: hands of throws, and the ends of each."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import Rulebook
from ibau.core.game import Game
from ibau.core.table_layout import Sums, TableLayout
from ibau.lab.solver.position_order import LARGEST_BLOCK, PieceSets
from ibau.lab.solver.sweep_loops import DRAWN, Values, make_successor
from ibau.machine.rule import loop, once, rule
from ibau.tables.throw_sums import Thrown, throw_sums

MIN_CHANCE = 1e-12
MAX_ENDS = 1 << 21  # the capacity of a workspace

Numbers = NDArray[np.int64]


class Hands(NamedTuple):
    """All hands: the throws of a turn in any order, each hand listed in one order."""

    chances: Values
    first_throws: Numbers  # the first throw of each hand, and the end
    throws: Numbers  # as actions


class TurnTable(NamedTuple):
    """The turns from some positions, in the order in which they are swept."""

    places: Numbers
    first_hands: Numbers  # the first hand of each position, and the end
    chances: Values  # of each hand
    first_ends: Numbers  # the first end of each hand, and the end of the last
    ends: NDArray[np.int32]  # where their values are read


class HandKinds(NamedTuple):
    """The kinds of hands of a position; hands of one kind allow the same turns."""

    hands: Numbers  # one hand of each kind
    chances: Values
    names: Numbers
    numbers: Numbers  # the last number of each name


class TurnWorkspace(NamedTuple):
    """The arrays of a thread that lists turns."""

    turns: TurnTable
    kinds: HandKinds
    listed: Numbers  # the index among the ends at which each read was last listed


class FillCounts(NamedTuple):
    """How far a workspace is filled."""

    pairs: int  # of a row and a column
    positions: int
    hands: int
    ends: int


@once
def make_play_hand(rulebook: Rulebook) -> Callable[..., Any]:
    """A rule that plays all throws of a hand, one after the other."""
    play = rulebook.play

    @rule
    def play_hand(rules: Any, position: Any, hands: Hands, hand: int) -> Any:
        """The position after all throws of a hand."""
        for n in range(hands.first_throws[hand], hands.first_throws[hand + 1]):
            position = play(rules, position, int(hands.throws[n]))
        return position

    return play_hand


@once
def make_sort_hands(rulebook: Rulebook, sums: Sums) -> Callable[..., int]:
    """A rule that sorts the hands of a position by kind."""
    play_hand, kind_of = make_play_hand(rulebook), sums.hand

    @rule
    def sort_hands(rules: Any, position: Any, hands: Hands, workspace: TurnWorkspace) -> int:
        """List a hand of each kind with the kind's probability, and return the number of kinds."""
        kinds, count = workspace.kinds, 0
        for hand in range(len(hands.chances)):
            kind = kind_of(rules, play_hand(rules, position, hands, hand))
            index = kinds.numbers[kind]
            if not (index < count and kinds.names[index] == kind):
                index = count
                kinds.numbers[kind], kinds.names[index], kinds.hands[index], kinds.chances[index] = index, kind, hand, 0
                count += 1
            kinds.chances[index] += hands.chances[hand]
        return count

    return sort_hands


@rule
def add_end(workspace: TurnWorkspace, read: int, first: int, filled: int) -> int:
    """Append a read unless it is among the ends from `first` on, and return the number of ends."""
    earlier = workspace.listed[read - DRAWN]
    if first <= earlier < filled and workspace.turns.ends[earlier] == read:
        return filled
    workspace.listed[read - DRAWN] = filled
    workspace.turns.ends[filled] = read
    return filled + 1


@once
def make_play_out(rulebook: Rulebook, tables: TableLayout, sums: Sums) -> Callable[..., FillCounts]:
    """A loop that lists the turns of a block."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    compose, fits = tables.iteration.compose, tables.iteration.fits
    layer_of, place, rests = tables.layer_of, tables.place, tables.rests
    play_hand, sort_hands = make_play_hand(rulebook), make_sort_hands(rulebook, sums)
    successor, most_waiting, most_ends = make_successor(rulebook, tables), sums.most_waiting, sums.most_ends

    @loop
    def play_out(
        rules: Any,
        rows: PieceSets,
        columns: PieceSets,
        first: int,
        starts: Numbers,
        hands: Hands,
        workspace: TurnWorkspace,
    ) -> FillCounts:
        """List the turns of pairs of a row and a column, from pair `first` on, until the workspace is full."""
        turns, kinds = workspace.turns, workspace.kinds
        waiting = [compose(rules, 0, 0)] * most_waiting
        positions = listed = ends = 0
        for pair in range(first, len(rows) * len(columns)):
            row, column = int(rows[pair // len(columns)]), int(columns[pair % len(columns)])
            if not fits(row, column):
                continue
            before = compose(rules, row, column)
            kind_count = sort_hands(rules, before, hands, workspace)
            if not has_room(turns, positions, listed + kind_count, ends + kind_count * most_ends):
                return FillCounts(pair, positions, listed, ends)
            for kind in range(kind_count):
                waiting[0] = play_hand(rules, before, hands, kinds.hands[kind])
                waiting_count, first_end = 1, ends
                while waiting_count:
                    waiting_count -= 1
                    here = waiting[waiting_count]
                    legal = moves(rules, here)
                    for n in range(count(legal)):
                        after = play(rules, here, nth(legal, n))
                        if outcome(rules, after, 1) or rests(rules, after):
                            ends = add_end(workspace, successor(rules, after, starts), first_end, ends)
                        else:
                            waiting[waiting_count] = after
                            waiting_count += 1
                turns.chances[listed] = kinds.chances[kind]
                listed += 1
                turns.first_ends[listed] = ends
            turns.places[positions] = starts[layer_of(before)] + place(rules, before)
            positions += 1
            turns.first_hands[positions] = listed
        return FillCounts(len(rows) * len(columns), positions, listed, ends)

    return play_out


@rule
def has_room(turns: TurnTable, positions: int, hands: int, ends: int) -> bool:
    """Whether one more position fits, with this many hands and ends in total."""
    return positions < len(turns.places) and hands <= len(turns.chances) and ends <= len(turns.ends)


def hands_of(game: Game, tables: TableLayout) -> tuple[Hands, float]:
    """All hands with a probability of at least MIN_CHANCE, and the total probability of the others."""
    layer = tables.groups(1)[0][0]
    nodes, rest = throw_sums(game.system.rulebook, game.rules, tables.position(game.rules, layer, 0), MIN_CHANCE)
    last = [index for index, thrown in enumerate(nodes) if thrown.is_over]
    throws = [throws_of(nodes, index) for index in last]
    chances = np.array([nodes[index].chance for index in last])
    return Hands(chances, np.cumsum([0, *map(len, throws)]), np.concatenate(throws)), rest


def throws_of(nodes: Sequence[Thrown], index: int) -> list[int]:
    """The throws that lead to a node, as actions."""
    throws: list[int] = []
    while index:
        throws.append(nodes[index].throw)
        index = nodes[index].parent
    return throws[::-1]


def new_turn_workspace(sums: Sums, hands: int, total: int) -> TurnWorkspace:
    """An empty workspace, for `hands` hands and tables of `total` positions."""
    turns = TurnTable(
        np.empty(LARGEST_BLOCK, np.int64),
        np.zeros(LARGEST_BLOCK + 1, np.int64),
        np.empty(MAX_ENDS),
        np.zeros(MAX_ENDS + 1, np.int64),
        np.empty(MAX_ENDS, np.int32),
    )
    kinds = HandKinds(
        np.empty(hands, np.int64), np.empty(hands), np.empty(hands, np.int64), np.zeros(sums.hands, np.int64)
    )
    return TurnWorkspace(turns, kinds, np.zeros(2 * total - DRAWN, np.int64))


def copy_turns(turns: TurnTable, filled: FillCounts) -> TurnTable:
    """A copy of the filled part of a workspace's turns."""
    return TurnTable(
        turns.places[: filled.positions].copy(),
        turns.first_hands[: filled.positions + 1].copy(),
        turns.chances[: filled.hands].copy(),
        turns.first_ends[: filled.hands + 1].copy(),
        turns.ends[: filled.ends].copy(),
    )


def join_turns(parts: Sequence[TurnTable]) -> TurnTable:
    """Concatenate turns."""
    return TurnTable(
        np.concatenate([part.places for part in parts]),
        join_offsets([part.first_hands for part in parts]),
        np.concatenate([part.chances for part in parts]),
        join_offsets([part.first_ends for part in parts]),
        np.concatenate([part.ends for part in parts]),
    )


def join_offsets(parts: Sequence[Numbers]) -> Numbers:
    """Concatenate arrays of offsets, each of which begins with 0."""
    whole = [parts[0]]
    for part in parts[1:]:
        whole.append(part[1:] + whole[-1][-1])
    return np.concatenate(whole)
