"""Exact values of Seega's movement phase with few pieces, by the rules of the game, its count of quiet plies included.

A layer is (own pieces, enemy pieces), a position the two sets at the beginning of a turn.  Chains and the answer to a
pass are played out inside one step, so `runner` and `waiting` need no tables.  Captures lead to smaller layers and set
the count of quiet plies to 0; every other ply raises it.  So a layer is solved from the end of its count: level q holds
what positions are worth when q quiet plies are left, level 0 is the count of pieces, and level q + 1 is one step of the
rules above q.  The last level that changed anything says how long a win takes to become a capture or an end.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.bits import index
from ibau.core.outcome import FIRST, ONGOING, SECOND, winner_of
from ibau.machine.rule import loop, once, rule
from ibau.games.seega import rules as seega
from ibau.games.seega.rules import ALL_PLACED, Position

# --- The family's part ----------------------------------------------------------------------------------------------

SQUARES, MOST = 25, 4
WIDTH = SQUARES + 1
BINOMIAL = tuple(math.comb(n, k) for k in range(MOST + 1) for n in range(WIDTH))
LAYERS = sorted(((a, b) for a in range(1, MOST + 1) for b in range(1, MOST + 1)), key=lambda layer: (sum(layer), layer))


def size(own: int, enemy: int) -> int:
    """Slots of a layer."""
    return math.comb(SQUARES, own) * math.comb(SQUARES - own, enemy)


def first_slots() -> tuple[int, ...]:
    """Where each layer begins, as [8 * own + enemy]; layers with fewer pieces come first."""
    starts, start = [0] * 64, 0
    for own, enemy in LAYERS:
        starts[8 * own + enemy] = start
        start += size(own, enemy)
    return tuple(starts)


FIRST_SLOT = first_slots()


@rule
def slot(own: int, enemy: int) -> int:
    """The place of a position in the table."""
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
    pieces = own.bit_count()
    return FIRST_SLOT[8 * pieces + enemy.bit_count()] + own_rank * BINOMIAL[row + SQUARES - pieces] + enemy_rank


@rule
def canonical(own: int, enemy: int, quiet: int) -> Position:
    """A position at the beginning of a turn of FIRST."""
    return Position(own, enemy, FIRST, ALL_PLACED, 0, 0, quiet, 0, ONGOING)


# --- The solver's part ----------------------------------------------------------------------------------------------


@once
def make_level(rulebook: Any) -> Callable[..., int]:
    """One more quiet ply for a layer; returns how many values changed."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome

    @rule
    def settled(rules: Any, position: Any, level: Any, final: Any) -> int:
        """What a position at the beginning of a turn is worth to FIRST; tables are for the player to act."""
        end = outcome(rules, position, 1)
        sign = 1 if position.player == FIRST else -1
        if end:
            winner = winner_of(end)
            return int(winner == FIRST) - int(winner == SECOND)
        here = slot(position.own, position.enemy)
        return sign * (level[here] if position.quiet else final[here])

    @rule
    def worth(rules: Any, position: Any, near: Any, far: Any, final: Any) -> int:
        """The same after a pass too, which the other player answers at once."""
        if not position.waiting or outcome(rules, position, 1):
            return settled(rules, position, near, final)
        legal = moves(rules, position)
        worst = 1
        for n in range(count(legal)):
            worst = min(worst, settled(rules, play(rules, position, nth(legal, n)), far, final))
        return worst

    @loop
    def level(
        rules: Any,
        own_sets: Any,
        enemy_sets: Any,
        quiet: int,
        new: Any,
        near: Any,
        far: Any,
        final: Any,
        since: Any,
        left: int,
    ) -> int:
        changed = 0
        chain = [canonical(1, 2, 0)] * 64
        for own in own_sets:
            for enemy in enemy_sets:
                if own & enemy:
                    continue
                chain[0] = canonical(int(own), int(enemy), quiet)
                top, best = 0, -1
                while top >= 0:
                    here = chain[top]
                    top -= 1
                    legal = moves(rules, here)
                    for n in range(count(legal)):
                        after = play(rules, here, nth(legal, n))
                        if after.runner:
                            top += 1
                            chain[top] = after
                        else:
                            best = max(best, worth(rules, after, near, far, final))
                place = slot(int(own), int(enemy))
                new[place] = best
                if best != near[place]:
                    since[place] = left
                    changed += 1
        return changed

    return level


class Table:
    """Values for the player to act and the quiet plies they need, of all layers up to some number of pieces."""

    def __init__(self, slots: int) -> None:
        self.final = np.zeros(slots, np.int8)
        self.since = np.zeros(slots, np.uint8)


def sets_of(pieces: int) -> NDArray[np.int64]:
    """Every set of this many pieces, by rank."""
    sets = np.array([0], np.int64)
    for _ in range(pieces):
        sets = np.concatenate([sets[sets < 1 << n] | 1 << n for n in range(SQUARES)])
    return np.sort(sets)


def solve_pair(rules: Any, table: Table, pair: tuple[tuple[int, int], ...], endless: int, most: int) -> list[int]:
    """Solve two layers that lead to each other; how many values each level changed.

    `endless` is what play without end is worth to the side with more pieces: 1 by the default rules, 0 for a draw.
    Where the rules do not count plies, `most` levels are enough.
    """
    step = make_level(seega)
    final, parts = table.final, [slice(FIRST_SLOT[8 * a + b], FIRST_SLOT[8 * a + b] + size(a, b)) for a, b in pair]
    near, far, new = (final.copy() for _ in range(3))
    for (a, b), place in zip(pair, parts, strict=True):
        for values in (near, far):
            values[place] = endless * (int(a > b) - int(a < b))
    changes: list[int] = []
    counting = rules.no_progress_plies
    while len(changes) < (counting or most) and not (len(changes) >= 2 and changes[-1] == changes[-2] == 0):
        left = len(changes) + 1
        quiet = counting - left if counting else 1
        changes.append(
            sum(step(rules, sets_of(a), sets_of(b), quiet, new, near, far, final, table.since, left) for a, b in pair)
        )
        near, far, new = new, near, far
    for place in parts:
        final[place] = near[place]
    return changes
