"""Geoludie's positions in tables of exact values (docs/solving.md); where they stand is said in ../places.py.

A table holds positions before the first throw of a turn.  Forgotten are `player`, since both sides travel the same way,
and `turns`, since the cap alone asks for it (C88), which has to be FAR.  Throws are added up whatever stands on the
board only where none may be played at once, so the booklet's three options are off; that a pawn takes one share of a
free sum bounds what a turn can lead to.
"""

from ibau.core.layers import Iteration, Layer, Sums, Tables
from ibau.core.outcome import FIRST
from ibau.games.senet import places
from ibau.games.senet.geoludie.position import LONGEST_SHARE, Position, Rules, new_turn, whole_throws
from ibau.games.senet.geoludie.rulesets import ExitBy
from ibau.games.senet.places import pawns_in
from ibau.games.senet.track import LAST
from ibau.machine.rule import rule

MOST = 2  # pawns a side
FAR = 1250  # turns; of 540,000 games of best play with two pawns a side, none had more than 1,223
LARGEST_SUM = 127
THROWS = 6  # bits of a set of throws


@rule
def position(rules: Rules, layer: Layer, place: int) -> Position:
    """What stands in a place."""
    pawns = pawns_in(layer, place)
    return compose(rules, pawns.own, pawns.enemy)


@rule
def compose(rules: Rules, row: int, column: int) -> Position:
    """Before the first throw of FIRST."""
    return new_turn(row, column, FIRST, 0, 0)


@rule
def rests(rules: Rules, position: Position) -> bool:
    """Before the first throw of a turn, and no opening 1 counts in it (C56)."""
    return not position.playing and not position.throw and not position.rest


@rule
def applies(rules: Rules, position: Position) -> bool:
    """So few pawns are left that a table may know, and the cap is far away, or there is none (C88)."""
    few = position.own.bit_count() <= MOST and position.enemy.bit_count() <= MOST
    return few and (not rules.max_turns or rules.max_turns - position.turns >= FAR)


@rule
def hand(rules: Rules, position: Position) -> int:
    """The sum, and which whole throws would take a pawn off (SG-14).

    Each pawn takes one share, and no other stands where it does: one throw of a size is as good as several.
    """
    leaving = 0
    for throw in range(1, THROWS):
        leaving |= (position.own >> LAST + 1 - throw & 1) << throw
    whole = whole_throws(position) & leaving if rules.exit_by == ExitBy.WHOLE_THROW else 0
    return min(position.rest, LARGEST_SUM) << THROWS | whole


def memory(layer: Layer) -> int:
    """As measured, and a little more: one pawn plays a sum in one way or two, two share it in many."""
    return places.size(layer) * (1_600 if layer.own == 1 else 6_500)


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
    inessential=(("max_turns", "0"), ("opening_one_played", "false")),
    together=False,
    most_men=MOST,
    few_men=1,
    applies=applies,
    only=(
        ("direct_in_houses", "false"),
        ("last_pawn_direct", "false"),
        ("no_split_in_houses", "false"),
        ("one_share_per_pawn", "true"),
        ("split_mode", "free_sum"),
    ),
    method=Iteration(
        squares=places.SQUARES,
        compose=compose,
        fits=places.fits,
        most_moves=MOST * LONGEST_SHARE,
        sums=Sums(
            hand=hand,
            hands=(LARGEST_SUM + 1) << THROWS,
            most_waiting=(MOST + 1) * MOST * LONGEST_SHARE,
            most_ends=(MOST * LONGEST_SHARE) ** MOST,
            memory=memory,
        ),
    ),
)
