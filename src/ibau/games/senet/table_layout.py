"""Where positions before a throw stand in tables of exact values (docs/solving.md), alike in the race and in Geoludie.

A layer holds every way to put this many pawns of the player to throw and this many of the other on 29 squares: nobody
rests on 27 (SA1-5, SG-11).  Both sides travel the same way, so a table forgets who is who.
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
NUMBERS = WIDTH * WIDTH


class Pawns(NamedTuple):
    """The pawns of the player to throw, and the other's."""

    own: int
    enemy: int


class Placed(Protocol):
    """A position of either game."""

    @property
    def own(self) -> int: ...
    @property
    def enemy(self) -> int: ...


def groups(most: int) -> tuple[tuple[Layer, ...], ...]:
    """A side loses pawns only by bearing them off, on its own turn: two layers lead to each other."""
    counts = range(1, most + 1)
    smaller_first = sorted(
        ((a, b) for a in counts for b in counts if a <= b), key=lambda pieces: (pieces[1], sum(pieces))
    )
    return tuple((Layer(a, b), Layer(b, a)) if a != b else (Layer(a, b),) for a, b in smaller_first)


def size(layer: Layer) -> int:
    """Own pawns anywhere, the other's on the squares left."""
    return math.comb(len(SQUARES), layer.own) * math.comb(len(SQUARES) - layer.own, layer.enemy)


def number(layer: Layer) -> int:
    """The number of a layer."""
    return WIDTH * layer.own + layer.enemy


@rule
def layer_of(position: Placed) -> int:
    """The number of a position's layer."""
    return WIDTH * position.own.bit_count() + position.enemy.bit_count()


@rule
def dry(pawns: int) -> int:
    """Squares 1..26 and 28..30 as bits 0..28."""
    return pawns >> 1 & BEFORE_WATER | pawns >> 2 & ~BEFORE_WATER


@rule
def wet(pawns: int) -> int:
    """The way back from `dry`."""
    return (pawns & BEFORE_WATER) << 1 | (pawns & ~BEFORE_WATER) << 2


@rule
def place(rules: object, position: Placed) -> int:
    """The rank of the own pawns, then that of the other's on the squares left."""
    own, enemy = dry(position.own), dry(position.enemy)
    columns = binomial(len(SQUARES) - position.own.bit_count(), position.enemy.bit_count())
    return rank(own) * columns + rank_beside(enemy, own)


@rule
def pawns_in(layer: Layer, place: int) -> Pawns:
    """What is in a place."""
    columns = binomial(len(SQUARES) - layer.own, layer.enemy)
    own = nth_set(place // columns, layer.own, len(SQUARES))
    return Pawns(wet(own), wet(nth_set_beside(place % columns, layer.enemy, len(SQUARES), own)))


@rule
def fits(row: int, column: int) -> bool:
    """No square holds two pawns."""
    return not row & column
