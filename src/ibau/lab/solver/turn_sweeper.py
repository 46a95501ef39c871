"""Value iteration by whole turns, for games that sum up throws before playing them (`Sums` in core/table_layout.py).

The possible ends of a turn do not depend on values.  So all turns are listed once: the probability of each hand of
throws, and where the values of its ends are read.  A sweep then only reads, and takes the best end of every hand.

The number of throws of a turn is unlimited.  Hands rarer than `MIN_CHANCE` are left out; they count as lost in the
lower bound and as won in the upper bound, so that both remain bounds.
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
    """Sweeps the positions of a group of layers by whole turns, nearest the end of the game first."""

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
        """Sweep a group; `total` is the number of positions of all layers, which begin at `starts`."""
        self._rules, self._starts, self._threads = game.rules, starts, threads
        self._play_out = make_play_out(game.system.rulebook, tables, sums)
        self._layers = rectangles(tables, group)
        self._hands, self._rest = hands_of(game, tables)
        self._workspaces: SimpleQueue[TurnWorkspace] = SimpleQueue()
        for _ in range(threads):
            self._workspaces.put(new_turn_workspace(sums, len(self._hands.chances), total))
        self._turns: list[TurnTable] = []

    def play_out(self) -> Iterator[int]:
        """List all turns, yielding the number of positions done in each step; the first step, 0, only compiles."""
        square = np.ones(1, np.int64)  # the same square for both sides: no position, so no turns
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
                    raise TableError("A turn has more ends than fit into memory; please report this bug.")
                found.append(copy_turns(workspace.turns, filled))
                pairs = filled.pairs
        finally:
            self._workspaces.put(workspace)
        return found

    def sweep(self, mine: Values, theirs: Values, slack: float = 0.0) -> float:
        """Update the values of the group in `mine`, and return the largest change."""
        known, more = KnownChances(mine, theirs, self._starts), self._slack_with_rest(slack)
        return max(sweep_turns(turns, known, more) for turns in self._turns)

    def margin(self, mine: Values, theirs: Values, slack: float, sign: int) -> float:
        """The least margin by which the values are below (sign 1) or above (-1) their update plus `slack`."""
        known, more = KnownChances(mine, theirs, self._starts), self._slack_with_rest(slack)
        return min(turns_margin(turns, known, more, sign) for turns in self._turns)

    def _slack_with_rest(self, slack: float) -> float:
        """A slack, plus the value of the hands that are left out."""
        return slack + self._rest * float(1 + np.sign(slack)) / 2


@rule
def turn_value(turns: TurnTable, known: KnownChances, position: int) -> float:
    """The expected value of the best end, over all hands."""
    total = 0.0
    for hand in range(turns.first_hands[position], turns.first_hands[position + 1]):
        best = 0.0
        for end in range(turns.first_ends[hand], turns.first_ends[hand + 1]):
            best = max(best, chance_of(known, turns.ends[end]))
        total += turns.chances[hand] * best
    return total


@loop
def sweep_turns(turns: TurnTable, known: KnownChances, more: float) -> float:
    """Write new values, plus `more`, and return the largest change."""
    largest = 0.0
    for k in range(len(turns.places)):
        place = int(turns.places[k])
        value = turn_value(turns, known, k) + more
        largest = max(largest, abs(value - known.mine[place]))
        known.mine[place] = value
    return largest


@loop
def turns_margin(turns: TurnTable, known: KnownChances, more: float, sign: int) -> float:
    """The least margin by which the values are below (sign 1) or above (-1) their update plus `more`."""
    worst = 1.0
    for k in range(len(turns.places)):
        worst = min(worst, sign * (turn_value(turns, known, k) + more - known.mine[int(turns.places[k])]))
    return worst
