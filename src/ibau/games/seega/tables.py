"""Seega's endings in tables of exact values (docs/solving.md).

A layer holds every position of the movement phase at the beginning of a turn, with so many pieces of whoever is to act
and so many of the other, on 25 squares.  Captures are for good, so a group is two layers with sides exchanged.

Forgotten are `player`, `turns` (the cap alone asks for them, C36), and what has been since the last capture, `quiet`
(C33) and occurrences (C40): both end the game with the count of pieces.  `waiting` needs no place of its own: whoever
has just moved can move back, so one whose turn it is not is blocked only after a pass.
"""

import math

from ibau.core.layers import Layer, Retrograde, Tables
from ibau.core.outcome import FIRST, ONGOING
from ibau.core.sets import binomial, nth_set, nth_set_beside, rank, rank_beside
from ibau.games.seega.rules import (
    ALL_PLACED,
    EAST,
    NO_MOVES,
    NORTH,
    SOUTH,
    STEP,
    WEST,
    End,
    Moves,
    Position,
    Rules,
    back,
    can_step,
    empty_squares,
    opening_pieces,
    step,
)
from ibau.games.seega.rulesets import BlockedRule
from ibau.machine.rule import rule

SQUARES = 25
MOST = 10
WIDTH = MOST + 1
FAR = 1000  # turns


def groups(most: int) -> tuple[tuple[Layer, ...], ...]:
    """Captures lead to fewer pieces."""
    smaller_first = [(a, men - a) for men in range(2, most + 1) for a in range(men // 2, 0, -1)]
    return tuple((Layer(a, b), Layer(b, a)) if a != b else (Layer(a, b),) for a, b in smaller_first)


def size(layer: Layer) -> int:
    """Own pieces anywhere, the other's on the squares left."""
    return math.comb(SQUARES, layer.own) * math.comb(SQUARES - layer.own, layer.enemy)


def number(layer: Layer) -> int:
    """The number of a layer."""
    return WIDTH * layer.own + layer.enemy


@rule
def layer_of(position: Position) -> int:
    """The number of a position's layer; 0 for those with more pieces."""
    own, enemy = position.own.bit_count(), position.enemy.bit_count()
    return WIDTH * own + enemy if own + enemy <= MOST else 0


@rule
def place(rules: Rules, position: Position) -> int:
    """The rank of the own pieces, then that of the other's on the squares left."""
    columns = binomial(SQUARES - position.own.bit_count(), position.enemy.bit_count())
    return rank(position.own) * columns + rank_beside(position.enemy, position.own)


@rule
def position(rules: Rules, layer: Layer, place: int) -> Position:
    """What stands in a place."""
    columns = binomial(SQUARES - layer.own, layer.enemy)
    own = nth_set(place // columns, layer.own, SQUARES)
    return at_rest(rules, own, nth_set_beside(place % columns, layer.enemy, SQUARES, own))


@rule
def at_rest(rules: Rules, own: int, enemy: int) -> Position:
    """At the beginning of a turn of FIRST, right after a capture."""
    position = Position(
        own=own, enemy=enemy, player=FIRST, placed=ALL_PLACED, runner=0, waiting=0, quiet=0, turns=0, end=ONGOING
    )
    if not other_waits(rules, position):
        return position
    opens = can_step(opening_pieces(position), empty_squares(position))
    closed = rules.blocked_rule == BlockedRule.MUST_OPEN and not opens  # C29
    return position._replace(waiting=1, end=End.GRAND.value if closed else ONGOING)


@rule
def other_waits(rules: Rules, position: Position) -> bool:
    """Has the other player passed, and waits to be let out (SEEGA-9)?"""
    if rules.blocked_rule != BlockedRule.MUST_OPEN and rules.blocked_rule != BlockedRule.EXTRA_TURNS:
        return False
    return not can_step(position.enemy, empty_squares(position))


@rule
def rests(rules: Rules, position: Position) -> bool:
    """At the beginning of a turn of the movement phase, by whatever way it was reached in play."""
    if position.placed != ALL_PLACED or position.runner:
        return False
    return position.waiting == int(other_waits(rules, position))


# --- The way back ----------------------------------------------------------------------------------------------------


@rule
def unmoves(rules: Rules, position: Position) -> Moves:
    """The steps without capture and the pass that may have led here: the other player's, or an extra turn's (C31)."""
    extra = position.waiting and rules.blocked_rule == BlockedRule.EXTRA_TURNS
    movers = position.enemy | position.own if extra else position.enemy
    empty = empty_squares(position)
    return NO_MOVES._replace(
        south=movers & step(empty, SOUTH),
        north=movers & step(empty, NORTH),
        west=movers & step(empty, WEST),
        east=movers & step(empty, EAST),
        passes=1,
    )


@rule
def unplay(rules: Rules, position: Position, action: int) -> Position:
    """Who stands on the square of the action came there by a step in its direction; or the other player passed."""
    if action < STEP or action >= STEP + 4 * SQUARES:
        return at_rest(rules, position.enemy, position.own)
    arrival = 1 << (action - STEP >> 2)
    moved = arrival | back(arrival, action - STEP & 3)
    if arrival & position.own:
        return at_rest(rules, position.own ^ moved, position.enemy)
    return at_rest(rules, position.enemy ^ moved, position.own)


@rule
def endless(rules: Rules, position: Position) -> int:
    """Repetition and the quiet count end with the count of pieces (SEEGA-14, C40), or with a draw (C35)."""
    more = position.own.bit_count() - position.enemy.bit_count()
    if not rules.grand_victory or not more:
        return 0
    return 1 if more > 0 else -1


@rule
def quiet(position: Position) -> int:
    """Plies without capture (C33)."""
    return position.quiet


def most_quiet(rules: Rules) -> int:
    """So many end the game (C33)."""
    return rules.no_progress_plies


@rule
def applies(rules: Rules, position: Position) -> bool:
    """The cap is far away, or there is none (C36)."""
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
    inessential=(
        ("capture_in_placement", "false"),
        ("first_mover", "last_placer"),
        ("first_player", "lot"),
        ("max_turns", "0"),
    ),
    together=True,
    most_men=MOST,
    few_men=5,
    method=Retrograde(unmoves=unmoves, unplay=unplay, endless=endless, quiet=quiet, most_quiet=most_quiet),
    applies=applies,
)
