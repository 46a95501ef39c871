"""The race's positions in tables of exact values (docs/solving.md); where they stand is said in ../places.py.

A pawn may wait on 30 (SA1-7).  Forgotten are `player`, since both sides travel the same way; `turns`, since the cap
alone asks for it (C88), which has to be FAR; and `fresh`: positions before light's first throw, in which the pawn on 9
is bound (C43), are not held.
"""

from ibau.core.layers import Iteration, Layer, Tables
from ibau.core.outcome import FIRST
from ibau.games.senet import places
from ibau.games.senet.places import pawns_in
from ibau.games.senet.race.rules import PAWNS, Position, Rules
from ibau.machine.rule import rule

FAR = 1000  # turns; of 50,000 games with three pawns a side, played at random, none had more than 600


@rule
def position(rules: Rules, layer: Layer, place: int) -> Position:
    """What stands in a place."""
    pawns = pawns_in(layer, place)
    return compose(rules, pawns.own, pawns.enemy)


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """Before a throw of FIRST."""
    return Position(own=row, enemy=column, player=FIRST, throw=0, fresh=0, turns=0)


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
    groups=places.groups,
    size=places.size,
    place=places.place,
    position=position,
    layer_of=places.layer_of,
    number=places.number,
    numbers=places.NUMBERS,
    rests=rests,
    inessential=(("max_turns", "0"), ("match_scoring", "false")),
    together=False,
    most_men=PAWNS,
    few_men=2,
    applies=applies,
    method=Iteration(squares=places.SQUARES, compose=compose, fits=places.fits, most_moves=PAWNS),
)
