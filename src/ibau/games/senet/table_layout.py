"""The places of positions before a throw in tables of exact values (docs/solving.md), of the race and of Geoludie.

A layer contains all positions with some number of pawns of the player to throw and of the other on 29 squares: no pawn
stays on 27 (SA1-5, SG-11).  Both sides travel the same way, so that a table need not distinguish them.
"""

import math
from typing import NamedTuple, Protocol

from ibau.core.combinations import binomial, nth_set, nth_set_beside, rank, rank_beside
from ibau.core.table_layout import Layer
from ibau.games.senet.track import LAST, WATER
from ibau.machine.rule import rule

SQUARES = tuple(square for square in range(1, LAST + 1) if 1 << square != WATER)
BEFORE_WATER = (1 << 26) - 1
WIDTH = 8  # more than the pawns of a side


class Pawns(NamedTuple):
    """The squares of the pawns of the player to throw, and of the other's."""

    own: int
    enemy: int


class Placed(Protocol):
    """A position of either game."""

    @property
    def own(self) -> int: ...
    @property
    def enemy(self) -> int: ...


def size(layer: Layer) -> int:
    """The number of positions: own pawns on any squares, the other's on the remaining ones."""
    return math.comb(len(SQUARES), layer.own) * math.comb(len(SQUARES) - layer.own, layer.enemy)


@rule
def layer_of(position: Placed) -> int:
    """The number of a position's layer."""
    return WIDTH * position.own.bit_count() + position.enemy.bit_count()


@rule
def dry(pawns: int) -> int:
    """The squares 1..26 and 28..30 as bits 0..28."""
    return pawns >> 1 & BEFORE_WATER | pawns >> 2 & ~BEFORE_WATER


@rule
def wet(pawns: int) -> int:
    """The inverse of `dry`."""
    return (pawns & BEFORE_WATER) << 1 | (pawns & ~BEFORE_WATER) << 2


@rule
def place(rules: object, position: Placed) -> int:
    """The rank of the own pawns, then that of the other's on the remaining squares."""
    own, enemy = dry(position.own), dry(position.enemy)
    columns = binomial(len(SQUARES) - position.own.bit_count(), position.enemy.bit_count())
    return rank(own) * columns + rank_beside(enemy, own)


@rule
def pawns_in(layer: Layer, place: int) -> Pawns:
    """The pawns at a place of a layer: the inverse of `place`."""
    columns = binomial(len(SQUARES) - layer.own, layer.enemy)
    own = nth_set(place // columns, layer.own, len(SQUARES))
    return Pawns(wet(own), wet(nth_set_beside(place % columns, layer.enemy, len(SQUARES), own)))


@rule
def fits(row: int, column: int) -> bool:
    """Have the two sets no square in common?"""
    return not row & column
