"""The loops of value iteration: new values for every position of a block.

A block is a band of rows of a layer and a band of its columns, or a part of that.  Its new values are computed from the
current values and written together, so that results do not depend on the number of threads.

A value is the chance to win of the player to throw.  Successors are read at the next position that is in a table; where
the other side is to throw, its value counts as 1 - value.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import lowest
from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import Rulebook
from ibau.core.outcome import DRAW, FIRST, winner_of
from ibau.core.table_layout import TableLayout
from ibau.lab.solver.position_order import BandedSets, PieceSets, bands_at, rows_per_part
from ibau.machine.rule import loop, once, rule

BATCH = 64  # positions whose successors are listed before any is read, so that cache misses overlap
THROWS = 5
WON, LOST, DRAWN = -1, -2, -3  # in place of the index of a value
END_VALUES = (0.0, 1.0, 0.0, 0.5)  # their values, by their negatives


Values = NDArray[np.float64]


class KnownChances(NamedTuple):
    """The current values, for our turns and for the opponent's."""

    mine: Values
    theirs: Values
    starts: NDArray[np.int64]  # the index at which each layer begins, by its number


class Successors(NamedTuple):
    """The successors of a batch of positions: where their values are read, and the values."""

    first_reads: NDArray[np.int64]  # the first read of each throw at each position, and the end; the first is 0
    reads: NDArray[np.int64]
    chances: Values


class Block(NamedTuple):
    """The new values of a block, their indices, and a buffer for successors."""

    places: NDArray[np.int64]
    values: Values
    successors: Successors


def new_block(size: int, most_moves: int) -> Block:
    """Arrays for a block of up to `size` positions."""
    throws = BATCH * THROWS
    most = throws * most_moves
    successors = Successors(np.zeros(throws + 1, np.int64), np.empty(most, np.int64), np.empty(most))
    return Block(np.empty(size, np.int64), np.empty(size), successors)


@once
def make_successor(rulebook: Rulebook, tables: TableLayout) -> Callable[..., int]:
    """A rule that finds where the value of a position after a move of FIRST is read."""
    outcome, layer_of, place = rulebook.outcome, tables.layer_of, tables.place

    @rule
    def successor(rules: Any, position: Any, starts: Any) -> int:
        """Twice its index, plus 1 if SECOND is to throw; or WON, LOST or DRAWN."""
        end = outcome(rules, position, 1)
        if not end:
            here = int(starts[layer_of(position)]) + place(rules, position)
            return 2 * here + int(position.player != FIRST)
        if winner_of(end) == DRAW:
            return DRAWN
        return WON if winner_of(end) == FIRST else LOST

    return successor


@once
def make_list_reads(rulebook: Rulebook, tables: TableLayout) -> Callable[..., None]:
    """A rule that lists where the values of a position's successors are read."""
    moves, groups, group, play = rulebook.moves, rulebook.groups, rulebook.group, rulebook.play
    successor = make_successor(rulebook, tables)

    @rule
    def list_reads(rules: Any, position: Any, starts: Any, successors: Successors, number: int) -> None:
        """Append the reads after every move of every throw to those of the batch."""
        throw = number * THROWS
        listed = int(successors.first_reads[throw])
        for action in range(THROWS):
            thrown = play(rules, position, action)
            legal = moves(rules, thrown)
            for n in range(groups(legal)):
                first, step, members = group(legal, n)
                while members:
                    after = play(rules, thrown, first + step * lowest(members))
                    successors.reads[listed] = successor(rules, after, starts)
                    listed += 1
                    members &= members - 1
            successors.first_reads[throw + action + 1] = listed

    return list_reads


@rule
def chance_of(known: KnownChances, read: int) -> float:
    """The chance of FIRST at a read."""
    if read < 0:
        return END_VALUES[-read]
    return 1.0 - known.theirs[read >> 1] if read & 1 else float(known.mine[read >> 1])


@rule
def expected_value(weights: Any, successors: Successors, number: int) -> float:
    """The expected value of the best move, over all throws."""
    total = 0.0
    for action in range(THROWS):
        best, throw = 0.0, number * THROWS + action
        for n in range(successors.first_reads[throw], successors.first_reads[throw + 1]):
            best = max(best, successors.chances[n])
        total += weights[action] * best
    return total / SIXTEENTHS


@rule
def update_batch(weights: Any, known: KnownChances, slack: float, block: Block, filled: int) -> None:
    """Compute the values of the latest batch, plus `slack`.

    All chances are read first, in a plain loop: a tenth faster than reading them in the search for the best.
    """
    successors, first = block.successors, (filled - 1) // BATCH * BATCH
    for n in range(successors.first_reads[(filled - first) * THROWS]):
        successors.chances[n] = chance_of(known, successors.reads[n])
    for k in range(first, filled):
        block.values[k] = expected_value(weights, successors, k - first) + slack


@once
def make_fill(rulebook: Rulebook, tables: TableLayout) -> Callable[..., int]:
    """A rule that computes the new values of a block."""
    chances, list_reads, method = rulebook.chances, make_list_reads(rulebook, tables), tables.iteration
    compose, fits = method.compose, method.fits
    layer_of, place = tables.layer_of, tables.place

    @rule
    def fill(rules: Any, known: KnownChances, rows: PieceSets, columns: PieceSets, slack: float, block: Block) -> int:
        """Fill a block with new values, plus `slack`, and return its number of positions."""
        weights = chances(rules, compose(rules, 0, 0))  # the same in all positions of tables
        filled = 0
        for row in rows:
            for column in columns:
                if fits(row, column):
                    position = compose(rules, int(row), int(column))
                    list_reads(rules, position, known.starts, block.successors, filled % BATCH)
                    block.places[filled] = known.starts[layer_of(position)] + place(rules, position)
                    filled += 1
                    if filled % BATCH == 0:
                        update_batch(weights, known, slack, block, filled)
        if filled % BATCH:
            update_batch(weights, known, slack, block, filled)
        return filled

    return fill


@once
def make_visit(rulebook: Rulebook, tables: TableLayout) -> Callable[..., int]:
    """A loop that computes the new values of a block, for use in threads."""
    fill = make_fill(rulebook, tables)

    @loop
    def visit(rules: Any, known: KnownChances, rows: PieceSets, columns: PieceSets, slack: float, block: Block) -> int:
        return fill(rules, known, rows, columns, slack, block)

    return visit


@once
def make_advance(rulebook: Rulebook, tables: TableLayout) -> Callable[..., float]:
    """A loop that updates all positions of equal progress in a layer, block by block."""
    fill = make_fill(rulebook, tables)

    @loop
    def advance(
        rules: Any,
        known: KnownChances,
        rows: BandedSets,
        columns: BandedSets,
        progress: int,
        slack: float,
        block: Block,
    ) -> float:
        """Write the new values, and return the largest change."""
        largest = 0.0
        for band in bands_at(rows, columns, progress):
            column = progress - band
            others = columns.members[columns.starts[column] : columns.starts[column + 1]]
            step = rows_per_part(len(others))
            for first in range(rows.starts[band], rows.starts[band + 1], step):
                own = rows.members[first : min(first + step, rows.starts[band + 1])]
                filled = fill(rules, known, own, others, slack, block)
                largest = max(largest, write_block(known.mine, block, filled))
        return largest

    return advance


@rule
def write_block(values: Values, block: Block, filled: int) -> float:
    """Write a block, and return the largest change."""
    largest = 0.0
    for k in range(filled):
        place = block.places[k]
        largest = max(largest, abs(block.values[k] - values[place]))
        values[place] = block.values[k]
    return largest


@loop
def commit_block(values: Values, block: Block, filled: int) -> float:
    """Write a block that threads have filled, and return the largest change."""
    return write_block(values, block, filled)


@loop
def block_margin(values: Values, block: Block, filled: int, sign: int) -> float:
    """The least margin by which the values are below (sign 1) or above (-1) the new values of a block."""
    worst = 1.0
    for k in range(filled):
        worst = min(worst, sign * (block.values[k] - values[block.places[k]]))
    return worst
