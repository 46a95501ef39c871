"""Exact values of the Senet race: value iteration over dense tables, in which the rules of the game are called.

A value is the chance that the player on throw wins, before the throw, with nothing known but the two sets of pawns:
`player` is canonical, `turns` and `fresh` are dropped.  A layer is (own pawns left, enemy pawns left).  All layers lie
in one array, smaller games first, so that the game with k pawns a side is a prefix of it:

    values[first slot of the layer + rank of own pawns * sets of enemy pawns + rank of enemy pawns on the free squares]
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import index
from ibau.core.outcome import FIRST, winner_of
from ibau.machine.rule import loop, once, rule
from ibau.games.senet.race import rules as race
from ibau.games.senet.race.rules import Position

# --- The family's part: where a position is in the table --------------------------------------------------------

PAWNS = 5
SQUARES = 29  # 1..30 without 27: nobody rests in the water (SA1-5); a pawn may wait on 30 (SA1-7)
WIDTH = SQUARES + 1
BINOMIAL = tuple(math.comb(n, k) for k in range(PAWNS + 1) for n in range(WIDTH))  # [WIDTH * k + n]
BEFORE_WATER = (1 << 26) - 1
LAYERS = sorted(
    ((a, b) for a in range(1, PAWNS + 1) for b in range(1, PAWNS + 1)),
    key=lambda layer: (max(layer), sum(layer), layer),
)


def size(own: int, enemy: int) -> int:
    """Slots of a layer."""
    return math.comb(SQUARES, own) * math.comb(SQUARES - own, enemy)


def first_slots() -> tuple[int, ...]:
    """Where each layer begins, as [8 * own + enemy]."""
    starts, start = [0] * 64, 0
    for own, enemy in LAYERS:
        starts[8 * own + enemy] = start
        start += size(own, enemy)
    return tuple(starts)


FIRST_SLOT = first_slots()


@rule
def dry(pawns: int) -> int:
    """Squares 1..26 and 28..30 as bits 0..28."""
    return pawns >> 1 & BEFORE_WATER | pawns >> 2 & ~BEFORE_WATER


@rule
def slot(own: int, enemy: int) -> int:
    """The place of a position in the table, the same for every k."""
    own, enemy = dry(own), dry(enemy)
    own_rank = enemy_rank = row = 0
    rest = own
    while rest:
        low = rest & -rest
        row += WIDTH
        own_rank += BINOMIAL[row + index(low)]
        rest ^= low
    row = 0
    rest = enemy
    while rest:
        low = rest & -rest
        row += WIDTH
        enemy_rank += BINOMIAL[row + index(low) - (own & low - 1).bit_count()]
        rest ^= low
    pawns = own.bit_count()
    return FIRST_SLOT[8 * pawns + enemy.bit_count()] + own_rank * BINOMIAL[row + SQUARES - pawns] + enemy_rank


# --- The solver's part: it knows the rulebook's functions and `slot` ------------------------------------------------


BATCH = 32  # positions whose successors are listed before any is read: the reads then wait together
MOST_MOVES = 5
BAND = 2  # pip sums swept as one: better use of the caches, hardly more sweeps
JUMP = 8  # sweeps between two extrapolations
WON, LOST = -1, -2  # in place of a slot


class Sets(NamedTuple):
    """All sets of this many pawns, by falling pip sum; those of a band p are members[starts[p]:starts[p - 1]]."""

    members: NDArray[np.int64]
    starts: NDArray[np.int64]


def sets_of(pawns: int) -> Sets:
    """Every set of this many pawns."""
    squares = [n for n in range(1, 31) if n != 27]
    sets = np.array([0], np.int64)
    for _ in range(pawns):
        sets = np.concatenate([sets[sets < 1 << n] | 1 << n for n in squares])
    pips = sum((np.where(sets >> n & 1, n, 0) for n in squares), np.zeros(len(sets), np.int64))
    order = np.lexsort((-sets, -pips))
    bands = np.arange(30 * pawns // BAND + 1)
    starts = np.searchsorted(-(pips[order] // BAND), -bands)  # bands fall, so this is the first one <= p
    return Sets(sets[order], np.concatenate(([len(sets)], starts)).astype(np.int64))  # [band + 1]


@rule
def canonical(own: int, enemy: int) -> Position:
    """A position before its throw, FIRST to throw, without counters."""
    return Position(own, enemy, FIRST, 0, 0, 0)


@once
def make_successor(rulebook: Any) -> Callable[..., int]:
    """Where a position after a move is read: 2 * slot, + 1 where the other player throws, or how the game ended."""
    outcome = rulebook.outcome

    @rule
    def successor(rules: Any, position: Any) -> int:
        end = outcome(rules, position, 1)
        if end:
            return WON if winner_of(end) == FIRST else LOST
        return 2 * slot(position.own, position.enemy) + position.player

    return successor


@once
def make_sweep(rulebook: Any) -> Callable[..., float]:
    """Renew the positions of a layer with a pip sum, in place; returns the largest change.

    Threads may sweep shares of one sum together: whatever mixture of old and new values they read, each write is a
    step of the same contraction.
    """
    chances, moves, count, nth, play = rulebook.chances, rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    successor = make_successor(rulebook)

    @loop
    def sweep(rules: Any, values: Any, owns: Sets, enemies: Sets, total: int, share: int, shares: int) -> float:
        slots = np.empty(BATCH, np.int64)
        counts = np.empty(BATCH * 5, np.int64)
        reads = np.empty(BATCH * 5 * MOST_MOVES, np.int64)
        largest = 0.0
        for band in range(owns.starts.size - 1, 0, -1):  # most advanced own pawns first: hits keep the pip sum
            rest = total + 2 - band
            if rest < 1 or rest >= enemies.starts.size:
                continue
            for i in range(owns.starts[band] + share, owns.starts[band - 1], shares):
                own = int(owns.members[i])
                j, end = enemies.starts[rest], enemies.starts[rest - 1]
                while j < end:
                    size = 0
                    while j < end and size < BATCH:
                        enemy = int(enemies.members[j])
                        j += 1
                        if own & enemy:
                            continue
                        position = canonical(own, enemy)
                        for action in range(5):
                            thrown = play(rules, position, action)
                            legal = moves(rules, thrown)
                            row = size * 5 + action
                            counts[row] = count(legal)
                            for n in range(counts[row]):
                                reads[row * MOST_MOVES + n] = successor(rules, play(rules, thrown, nth(legal, n)))
                        slots[size] = slot(own, enemy)
                        size += 1
                    weights = chances(rules, canonical(own, 0))
                    for k in range(size):
                        new = 0.0
                        for action in range(5):
                            best, row = 0.0, k * 5 + action
                            for n in range(counts[row]):
                                read = reads[row * MOST_MOVES + n]
                                value = values[read >> 1] if read >= 0 else read - LOST
                                best = max(best, 1.0 - value if read >= 0 and read & 1 else value)
                            new += weights[action] * best
                        new /= 16
                        largest = max(largest, abs(new - values[slots[k]]))
                        values[slots[k]] = new
        return largest

    return sweep


# --- The driver -----------------------------------------------------------------------------------------------------


def pairs(pawns: int) -> list[tuple[tuple[int, int], ...]]:
    """Layers that lead to each other, in an order in which everything else they lead to is done."""
    return [((a, b), (b, a)) if a != b else ((a, b),) for a, b in LAYERS if a <= b <= pawns]


def part(pair: tuple[tuple[int, int], ...]) -> slice:
    """Where a pair of layers lies in a table."""
    starts = [FIRST_SLOT[8 * a + b] for a, b in pair]
    return slice(min(starts), max(start + size(*layer) for start, layer in zip(starts, pair, strict=True)))


def totals(pair: tuple[tuple[int, int], ...]) -> range:
    """Pip bands of both sides, from the end of the game to its start."""
    return range(sum(pair[0]) * (30 // BAND + 1), -1, -1)


def sweep_once(rules: Any, values: NDArray[np.floating], pair: tuple[tuple[int, int], ...]) -> float:
    """Sweep a pair of layers once; the largest change."""
    sweep = make_sweep(race)
    sets = {pawns: sets_of(pawns) for layer in pair for pawns in layer}
    return max(sweep(rules, values, sets[a], sets[b], total, 0, 1) for total in totals(pair) for a, b in pair)
