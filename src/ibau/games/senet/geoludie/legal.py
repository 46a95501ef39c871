"""The legal moves of the Geoludie game: a share forward, else back with the rest, else PASS."""

from typing import NamedTuple

from ibau.core.bits import index, nth_bit
from ibau.core.rule import rule
from ibau.games.senet.geoludie.effects import forward
from ibau.games.senet.geoludie.position import (
    ANY_PAWN,
    BEFORE_HOUSES,
    BOUNCE,
    BY_THROW,
    FORFEIT,
    KEEP,
    LONGEST_SHARE,
    NO_DUTY,
    OFF,
    PASS,
    PAWNS,
    Position,
    Rules,
    Shares,
    direct_pawns,
    only,
    shares_left,
    unused_pawns,
)
from ibau.games.senet.geoludie.squares import (
    bounce_end,
    can_advance,
    forward_squares,
    landing_squares,
    rests_to_take,
    retreat_end,
)
from ibau.games.senet.track import WATER


class Sets(NamedTuple):
    """Where each pawn can go, pawns in ascending order."""

    one: int
    two: int
    three: int
    four: int
    five: int
    six: int
    seven: int


NOWHERE = Sets(0, 0, 0, 0, 0, 0, 0)


class Moves(NamedTuple):
    """The pawns, where each can go, what is added to such an action, and KEEP and PASS as one bit each."""

    pawns: int
    sets: Sets
    kind: int  # 0 or BOUNCE
    keep: int
    passes: int


@rule
def then(sets: Sets, squares: int) -> Sets:
    """Sets moved up by one pawn: the first is dropped and one added at the end."""
    return Sets(sets.two, sets.three, sets.four, sets.five, sets.six, sets.seven, squares)


@rule
def somewhere(sets: Sets) -> bool:
    """Can any pawn go anywhere?"""
    return sets.one | sets.two | sets.three | sets.four | sets.five | sets.six | sets.seven != 0


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """A throw that can be played at once, or KEEP it; else a share forward; else back; else PASS (4.1)."""
    throw = position.throw
    pawns = direct_pawns(rules, position, throw) if throw else unused_pawns(rules, position)
    sets = forward_sets(rules, position, pawns, only(throw) if throw else shares_left(rules, position))
    if throw:
        return Moves(pawns, sets, 0, 1, 0)
    return Moves(pawns, sets, 0, 0, 0) if somewhere(sets) else going_back(rules, position)


@rule
def count(moves: Moves) -> int:
    """How many moves there are."""
    sets = moves.sets
    return (
        sets.one.bit_count()
        + sets.two.bit_count()
        + sets.three.bit_count()
        + sets.four.bit_count()
        + sets.five.bit_count()
        + sets.six.bit_count()
        + sets.seven.bit_count()
        + moves.keep
        + moves.passes
    )


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action: pawn by pawn, then KEEP, or PASS alone."""
    pawns = moves.pawns
    sets = moves.sets
    while pawns:
        pawn = pawns & -pawns
        pawns ^= pawn
        here = sets.one.bit_count()
        if n < here:
            return moves.kind + 32 * index(pawn) + index(nth_bit(sets.one, n))
        n -= here
        sets = then(sets, 0)
    return KEEP if moves.keep else PASS


# --- Forward, and the duty to go on (SG-4) -------------------------------------------------------------------------


@rule
def forward_sets(rules: Rules, position: Position, pawns: int, shares: Shares) -> Sets:
    """Where each of these pawns can go: on, so that the turn is done or can go on; else by the largest share."""
    landing = landing_squares(rules, position.own, position.enemy)
    steps = next_steps(rules, pawns, landing)
    reached = going_on = NOWHERE
    largest = 0
    left = pawns
    for _ in range(PAWNS):
        pawn = left & -left
        left ^= pawn
        squares = forward_squares(rules, position, landing, pawn, shares)
        largest = max(largest, squares.bit_length() - pawn.bit_length())
        reached = then(reached, squares)
        going_on = then(going_on, going_on_squares(rules, position, pawn, squares, steps))
    return going_on if somewhere(going_on) else largest_shares(pawns, reached, largest)


@rule
def going_on_squares(rules: Rules, position: Position, pawn: int, squares: int, steps: int) -> int:
    """Of a pawn's squares those that use up the sum, win, or leave another forward sub-move; a direct play may be any.

    A sub-move changes only the square it leaves with its neighbours, and the square it reaches.  So a step of another
    pawn to any other square stays possible, and most squares need no look at the position they lead to.
    """
    if position.throw or rules.forward_duty == NO_DUTY:
        return squares
    kept = squares & pawn << min(position.rest, LONGEST_SHARE + 1)
    if position.own == pawn:
        kept |= squares & OFF
    elsewhere = steps & ~(pawn << 1 | pawn >> 1)
    if elsewhere:
        single = 0 if elsewhere & elsewhere - 1 else elsewhere
        kept |= squares & ~(single | WATER)
    doubtful = squares & ~kept
    while doubtful:
        square = doubtful & -doubtful
        doubtful ^= square
        after = forward(rules, position, pawn, square)
        if can_advance(rules, after, unused_pawns(rules, after), shares_left(rules, after)):
            kept |= square
    return kept


@rule
def next_steps(rules: Rules, pawns: int, landing: int) -> int:
    """Squares up to 26 that one of these pawns can step to with a share of 1; none if the shares are throws."""
    return 0 if rules.split_mode == BY_THROW else (pawns & BEFORE_HOUSES) << 1 & landing


@rule
def largest_shares(pawns: int, sets: Sets, largest: int) -> Sets:
    """Of all these sub-moves those with the largest share."""
    for _ in range(PAWNS):
        pawn = pawns & -pawns
        pawns ^= pawn
        sets = then(sets, sets.one & pawn << largest)
    return sets


# --- Back (steps 2 to 4) -------------------------------------------------------------------------------------------


@rule
def going_back(rules: Rules, position: Position) -> Moves:
    """Back with the rest: a pawn that advanced, then a bounce, then any other; with `by_throw` a bounce first (C60)."""
    if position.advanced and rules.rest_goes_back == FORFEIT:
        return Moves(0, NOWHERE, 0, 0, 1)  # (C63)
    bounce_at = 0 if rules.split_mode == BY_THROW else 1
    unused = unused_pawns(rules, position)
    for attempt in range(3):
        bounces = attempt == bounce_at
        pawns = unused if bounces or attempt == 2 else returning_pawns(rules, position)
        sets = backward_sets(rules, position, pawns, bounces)
        if somewhere(sets):
            return Moves(pawns, sets, BOUNCE if bounces else 0, 0, 0)
    return Moves(0, NOWHERE, 0, 0, 1)


@rule
def returning_pawns(rules: Rules, position: Position) -> int:
    """Who takes a rest back first: a pawn that advanced this turn, or any pawn once one has (SG-5, C63)."""
    return position.own if position.advanced and rules.rest_goes_back == ANY_PAWN else position.used


@rule
def backward_sets(rules: Rules, position: Position, pawns: int, bounces: bool) -> Sets:
    """Where each of these pawns can bounce or retreat to."""
    landing = landing_squares(rules, position.own, position.enemy)
    if not rules.backward_swap:
        landing &= ~position.enemy  # (SG-6, C65)
    sets = NOWHERE
    for _ in range(PAWNS):
        pawn = pawns & -pawns
        pawns ^= pawn
        squares = 0
        rests = rests_to_take(rules, position, pawn)
        while rests:
            rest = rests & -rests
            rests ^= rest
            if bounces:
                squares |= bounce_end(rules, position, pawn, index(rest))
            else:
                squares |= retreat_end(rules, position, pawn, index(rest))
        sets = then(sets, squares & landing)
    return sets
