"""The race's positions in tables of exact values (docs/solving.md).

A layer holds every position before a throw with so many pawns of whoever is to throw and so many of the other, on 29
squares: nobody rests on 27 (SA1-5), but a pawn may wait on 30 (SA1-7).

Forgotten are `player`, since both sides travel the same way; `turns`, since the cap alone asks for it (C88), which has
to be FAR; and `fresh`: positions before light's first throw, in which the pawn on 9 is bound (C43), are not held.
"""

import math

import numpy as np
from numpy.typing import NDArray

from ibau.core.outcome import FIRST
from ibau.core.rule import rule
from ibau.core.tables.layers import Iteration, Layer, Sets, Tables
from ibau.core.tables.sets import binomial, in_bands, nth_set, nth_set_beside, rank, rank_beside, sets_of
from ibau.games.senet.race.rules import PAWNS, Position, Rules
from ibau.games.senet.track import LAST, WATER

SQUARES = tuple(square for square in range(1, LAST + 1) if 1 << square != WATER)
BEFORE_WATER = (1 << 26) - 1
PIPS_OF_A_BAND = 1  # swept as one: as many sweeps as with one, and better use of the caches
WIDTH = PAWNS + 1
FAR = 1000  # turns; of 50,000 games with three pawns a side, played at random, none had more than 600


def groups(most: int) -> tuple[tuple[Layer, ...], ...]:
    """A side loses pawns only by bearing them off, on its own turn: two layers lead to each other."""
    counts = range(1, most + 1)
    smaller_first = sorted(((a, b) for a in counts for b in counts if a <= b), key=lambda men: (men[1], sum(men)))
    return tuple((Layer(a, b), Layer(b, a)) if a != b else (Layer(a, b),) for a, b in smaller_first)


def rows(layer: Layer) -> Sets:
    """The pawns of whoever is to throw."""
    return in_bands(sets_of(SQUARES, layer.own), pips)


def columns(layer: Layer) -> Sets:
    """The other's pawns."""
    return in_bands(sets_of(SQUARES, layer.enemy), pips)


def pips(sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """How far sets of pawns have come: the sum of their squares."""
    return sum((np.where(sets >> square & 1, square, 0) for square in SQUARES), np.zeros(len(sets), np.int64))


def size(layer: Layer) -> int:
    """Own pawns anywhere, the other's on the squares left."""
    return math.comb(len(SQUARES), layer.own) * math.comb(len(SQUARES) - layer.own, layer.enemy)


def number(layer: Layer) -> int:
    """Of a layer."""
    return WIDTH * layer.own + layer.enemy


@rule
def layer_of(position: Position) -> int:
    """The number of a position's layer."""
    return WIDTH * position.own.bit_count() + position.enemy.bit_count()


@rule
def dry(pawns: int) -> int:
    """Squares 1..26 and 28..30 as bits 0..28."""
    return pawns >> 1 & BEFORE_WATER | pawns >> 2 & ~BEFORE_WATER


@rule
def place(rules: Rules, position: Position) -> int:
    """The rank of the own pawns, then that of the other's on the squares left."""
    own, enemy = dry(position.own), dry(position.enemy)
    free = len(SQUARES) - own.bit_count()
    return rank(own) * binomial(free, enemy.bit_count()) + rank_beside(enemy, own)


@rule
def wet(pawns: int) -> int:
    """The way back from `dry`."""
    return (pawns & BEFORE_WATER) << 1 | (pawns & ~BEFORE_WATER) << 2


@rule
def position(rules: Rules, layer: Layer, place: int) -> Position:
    """What stands in a place."""
    columns = binomial(len(SQUARES) - layer.own, layer.enemy)
    own = nth_set(place // columns, layer.own, len(SQUARES))
    return compose(rules, wet(own), wet(nth_set_beside(place % columns, layer.enemy, len(SQUARES), own)))


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """Before a throw of FIRST."""
    return Position(own=row, enemy=column, player=FIRST, throw=0, fresh=0, turns=0)


@rule
def fits(row: int, column: int) -> bool:
    """No square holds two pawns."""
    return not row & column


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Before a throw, and not before light's first one."""
    return not position.throw and not position.fresh


@rule
def applies(rules: Rules, position: Position) -> bool:
    """The cap is far away, or there is none (C88)."""
    return not rules.max_turns or rules.max_turns - position.turns >= FAR


TABLES = Tables(
    version=1,
    groups=groups,
    size=size,
    place=place,
    position=position,
    layer_of=layer_of,
    number=number,
    numbers=WIDTH * WIDTH,
    rests=rests,
    inessential=(("max_turns", "0"), ("match_scoring", "false")),
    together=False,
    most_men=PAWNS,
    few_men=2,
    applies=applies,
    method=Iteration(rows=rows, columns=columns, compose=compose, fits=fits, most_moves=PAWNS),
)
