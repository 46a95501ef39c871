"""One step of the rules at every position of a block: the loops of value iteration.

A block is a band of rows of a layer and a band of its columns, or a part of that.  Its new values are worked out from
the table as it is and written together, so that it does not matter how many threads share the work.

Values are the chance to win of whoever is to throw.  What follows a move is read where a table rests; the chance of the
other side counts as what it leaves.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import SIXTEENTHS
from ibau.core.contract import Rulebook
from ibau.core.outcome import DRAW, FIRST, winner_of
from ibau.core.rule import loop, once, rule
from ibau.core.tables.layers import Sets, Tables
from ibau.solve.order import Men, bands_at, part_of

BATCH = 32  # positions whose successors are listed before any is read: the reads then wait together
THROWS = 5
WON, LOST, DRAWN = -1, -2, -3  # in place of where a value is read
WORTH = (0.0, 1.0, 0.0, 0.5)  # of each of them, by its distance from 0


Values = NDArray[np.float64]


class Known(NamedTuple):
    """What is known so far: chances of whoever is to throw, where that is the own side, and where it is the other."""

    mine: Values
    theirs: Values
    starts: NDArray[np.int64]  # where the layer of each number begins


class Block(NamedTuple):
    """New values and where they go, as many as its rows and columns can have; and where successors are listed."""

    places: NDArray[np.int64]
    values: Values
    counts: NDArray[np.int64]
    reads: NDArray[np.int64]


def new_block(size: int, most_moves: int) -> Block:
    """Room for so many positions."""
    listed = BATCH * THROWS
    return Block(
        np.empty(size, np.int64), np.empty(size), np.empty(listed, np.int64), np.empty(listed * most_moves, np.int64)
    )


@once
def make_successor(rulebook: Rulebook, tables: Tables) -> Callable[..., int]:
    """Where a position after a move of FIRST is read."""
    outcome, layer_of, place = rulebook.outcome, tables.layer_of, tables.place

    @rule
    def successor(rules: Any, position: Any, starts: Any) -> int:
        """Twice its index, and 1 where SECOND is to throw; or how the game ended."""
        end = outcome(rules, position, 1)
        if not end:
            here = int(starts[layer_of(position)]) + place(rules, position)
            return 2 * here + int(position.player != FIRST)
        if winner_of(end) == DRAW:
            return DRAWN
        return WON if winner_of(end) == FIRST else LOST

    return successor


@once
def make_list_reads(rulebook: Rulebook, tables: Tables) -> Callable[..., None]:
    """Where the values are read that a position depends on."""
    moves, count, nth, play = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    successor, most_moves = make_successor(rulebook, tables), tables.iteration.most_moves

    @rule
    def list_reads(rules: Any, position: Any, starts: Any, counts: Any, reads: Any, row: int) -> None:
        """After every move of every throw: a row of reads each, `counts` of them."""
        for action in range(THROWS):
            thrown = play(rules, position, action)
            legal = moves(rules, thrown)
            counts[row + action] = count(legal)
            for n in range(counts[row + action]):
                after = play(rules, thrown, nth(legal, n))
                reads[(row + action) * most_moves + n] = successor(rules, after, starts)

    return list_reads


@rule
def chance_of(known: Known, read: int) -> float:
    """The chance of FIRST where it was to be read."""
    if read < 0:
        return WORTH[-read]
    return 1.0 - known.theirs[read >> 1] if read & 1 else float(known.mine[read >> 1])


@rule
def mean(weights: Any, known: Known, counts: Any, reads: Any, row: int, most_moves: int) -> float:
    """The best move after every throw, by its chance."""
    total = 0.0
    for action in range(THROWS):
        best = 0.0
        for n in range(counts[row + action]):
            best = max(best, chance_of(known, reads[(row + action) * most_moves + n]))
        total += weights[action] * best
    return total / SIXTEENTHS


@once
def make_fill(rulebook: Rulebook, tables: Tables) -> Callable[..., int]:
    """One step at the positions of a block."""
    chances, list_reads, method = rulebook.chances, make_list_reads(rulebook, tables), tables.iteration
    compose, fits, most_moves = method.compose, method.fits, method.most_moves
    layer_of, place = tables.layer_of, tables.place

    @rule
    def fill(rules: Any, known: Known, rows: Men, columns: Men, slack: float, block: Block) -> int:
        """Fill a block, a `slack` beyond what the rules say; how many positions it has."""
        counts, reads = block.counts, block.reads
        filled = 0
        for row in rows:
            weights = chances(rules, compose(rules, row, 0))
            column = 0
            while column < len(columns):
                size = 0
                while column < len(columns) and size < BATCH:
                    if fits(row, columns[column]):
                        position = compose(rules, row, columns[column])
                        list_reads(rules, position, known.starts, counts, reads, size * THROWS)
                        block.places[filled + size] = known.starts[layer_of(position)] + place(rules, position)
                        size += 1
                    column += 1
                for k in range(size):
                    value = mean(weights, known, counts, reads, k * THROWS, most_moves)
                    block.values[filled + k] = value + slack
                filled += size
        return filled

    return fill


@once
def make_visit(rulebook: Rulebook, tables: Tables) -> Callable[..., int]:
    """One step at the positions of a block, to be shared by threads."""
    fill = make_fill(rulebook, tables)

    @loop
    def visit(rules: Any, known: Known, rows: Men, columns: Men, slack: float, block: Block) -> int:
        return fill(rules, known, rows, columns, slack, block)

    return visit


@once
def make_advance(rulebook: Rulebook, tables: Tables) -> Callable[..., float]:
    """One step at all positions of a layer that have come equally far, block after block."""
    fill = make_fill(rulebook, tables)

    @loop
    def advance(
        rules: Any, known: Known, rows: Sets, columns: Sets, progress: int, slack: float, block: Block
    ) -> float:
        """Write the new values; the largest change."""
        largest = 0.0
        for band in bands_at(rows, columns, progress):
            column = progress - band
            others = columns.members[columns.starts[column] : columns.starts[column + 1]]
            step = part_of(len(others))
            for first in range(rows.starts[band], rows.starts[band + 1], step):
                own = rows.members[first : min(first + step, rows.starts[band + 1])]
                filled = fill(rules, known, own, others, slack, block)
                largest = max(largest, write(known.mine, block, filled))
        return largest

    return advance


@rule
def write(values: Values, block: Block, filled: int) -> float:
    """Write a block; the largest change."""
    largest = 0.0
    for k in range(filled):
        place = block.places[k]
        largest = max(largest, abs(block.values[k] - values[place]))
        values[place] = block.values[k]
    return largest


@loop
def commit(values: Values, block: Block, filled: int) -> float:
    """Write a block that threads have filled; the largest change."""
    return write(values, block, filled)


@loop
def margin(values: Values, block: Block, filled: int, sign: int) -> float:
    """How far the values lie on the safe side of a block, at the worst place: below it (1), or above it (-1)."""
    worst = 1.0
    for k in range(filled):
        worst = min(worst, sign * (block.values[k] - values[block.places[k]]))
    return worst
