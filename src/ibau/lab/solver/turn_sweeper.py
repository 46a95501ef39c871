"""Value iteration by whole turns, where throws are added up before any is played (`Sums` in core/table_layout.py).

How a turn can end depends on the rules alone, not on values.  So every turn is played out once: how likely each hand of
throws is, and where its ends are read.  A sweep then only reads, and takes the best end of every hand.

Throwing may go on without limit.  Hands rarer than `MIN_CHANCE` are left out; they are worth nothing in a lower table
and certain victory in an upper one, so that bounds stay bounds.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from ibau.core.errors import TableError
from ibau.core.game import Game
from ibau.core.table_layout import Layer, Sums, TableLayout
from ibau.lab.solver.position_order import PieceSets, blocks, by_progress, rectangles
from ibau.lab.solver.sweep_loops import KnownChances, Values, chance_of
from ibau.lab.solver.turn_ends import (
    Numbers,
    TurnTable,
    TurnWorkspace,
    copy_turns,
    hands_of,
    join_turns,
    make_play_out,
    new_turn_workspace,
)
from ibau.machine.rule import loop, rule


class TurnSweeper:
    """Steps of whole turns at all positions of a group of layers, nearest the end of the game first."""

    def __init__(
        self,
        game: Game,
        tables: TableLayout,
        sums: Sums,
        group: Sequence[Layer],
        starts: Numbers,
        total: int,
        threads: int,
    ) -> None:
        """Sweep a group, of this many positions in all."""
        self._rules, self._starts, self._threads = game.rules, starts, threads
        self._play_out = make_play_out(game.system.rulebook, tables, sums)
        self._layers = rectangles(tables, group)
        self._hands, self._rest = hands_of(game, tables)
        self._workspaces: SimpleQueue[TurnWorkspace] = SimpleQueue()
        for _ in range(threads):
            self._workspaces.put(new_turn_workspace(sums, len(self._hands.chances), total))
        self._turns: list[TurnTable] = []

    def play_out(self) -> Iterator[int]:
        """Play out every turn; of how many positions more that has been done, at first none: that compiles."""
        square = np.ones(1, np.int64)  # for two, so there is nothing to play out
        self._play_out_block((square, square))
        yield 0
        with ThreadPoolExecutor(self._threads) as pool:
            for progress, rows, columns in by_progress(self._layers):
                parts = pool.map(self._play_out_block, blocks(rows, columns, progress))
                found = [turns for part in parts for turns in part if len(turns.places)]
                if found:
                    self._turns.append(join_turns(found))
                    yield len(self._turns[-1].places)

    def _play_out_block(self, block: tuple[PieceSets, PieceSets]) -> list[TurnTable]:
        rows, columns = block
        workspace, found, pairs = self._workspaces.get(), list[TurnTable](), 0
        try:
            while pairs < len(rows) * len(columns):
                filled = self._play_out(self._rules, rows, columns, pairs, self._starts, self._hands, workspace)
                if filled.pairs == pairs:
                    raise TableError("A turn has more ends than there is room for; please tell the authors.")
                found.append(copy_turns(workspace.turns, filled))
                pairs = filled.pairs
        finally:
            self._workspaces.put(workspace)  # others wait for it
        return found

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Renew the values of the group in `mine`; the largest change."""
        known, more = KnownChances(mine, theirs, self._starts), self._slack_with_rest(slack)
        return max(sweep_turns(turns, known, more) for turns in self._turns)

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """How far the values lie below (sign 1) or above (-1) what the rules and a slack make of them, at the worst."""
        known, more = KnownChances(mine, theirs, self._starts), self._slack_with_rest(slack)
        return min(turns_margin(turns, known, more, sign) for turns in self._turns)

    def _slack_with_rest(self, slack: float) -> float:
        """A slack, and what the hands that are left out are worth."""
        return slack + self._rest * float(1 + np.sign(slack)) / 2


@rule
def turn_value(turns: TurnTable, known: KnownChances, position: int) -> float:
    """The best end of every hand, by its chance."""
    total = 0.0
    for hand in range(turns.first_hands[position], turns.first_hands[position + 1]):
        best = 0.0
        for end in range(turns.first_ends[hand], turns.first_ends[hand + 1]):
            best = max(best, chance_of(known, turns.ends[end]))
        total += turns.chances[hand] * best
    return total


@loop
def sweep_turns(turns: TurnTable, known: KnownChances, more: float) -> float:
    """Write new values, so much more than the rules say; the largest change."""
    largest = 0.0
    for k in range(len(turns.places)):
        place = int(turns.places[k])
        value = turn_value(turns, known, k) + more
        largest = max(largest, abs(value - known.mine[place]))
        known.mine[place] = value
    return largest


@loop
def turns_margin(turns: TurnTable, known: KnownChances, more: float, sign: int) -> float:
    """How far the values lie on the safe side of the rules and so much more: below (1), or above (-1)."""
    worst = 1.0
    for k in range(len(turns.places)):
        worst = min(worst, sign * (turn_value(turns, known, k) + more - known.mine[int(turns.places[k])]))
    return worst
