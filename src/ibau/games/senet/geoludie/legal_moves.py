"""The legal moves of the Geoludie game: forward by a share, else back by the rest, else PASS."""

from typing import NamedTuple

from ibau.core.bits import Group, index, nth_bit
from ibau.games.senet.geoludie.effects import forward
from ibau.games.senet.geoludie.position import (
    BEFORE_HOUSES,
    BOUNCE,
    KEEP,
    LONGEST_SHARE,
    MOST_GROUPS,
    OFF,
    PASS,
    PAWNS,
    Position,
    Rules,
    Shares,
    allowed_shares,
    direct_pawns,
    single_share,
    unused_pawns,
)
from ibau.games.senet.geoludie.rulesets import ForwardDuty, RestGoesBack, SplitMode
from ibau.games.senet.geoludie.squares import (
    backward_shares,
    bounce_end,
    can_advance,
    forward_squares,
    landing_squares,
    retreat_end,
)
from ibau.games.senet.track import WATER
from ibau.machine.rule import rule

Sets = tuple[int, ...]  # the squares each pawn can go to, in ascending order of PAWNS pawns, empty beyond the last one
NOWHERE = (0,) * PAWNS


class Moves(NamedTuple):
    """The pawns, where each can go, the offset of such actions, and KEEP and PASS as 0 or 1."""

    pawns: int
    sets: Sets
    kind: int  # 0 or BOUNCE
    keep: int
    passes: int


@rule
def followed_by(sets: Sets, squares: int) -> Sets:
    """Sets without the first, and with the squares of another pawn as the last."""
    return (*sets[1:], squares)


@rule
def any_set(sets: Sets) -> bool:
    """Is any of the sets not empty?"""
    anywhere = 0
    for squares in sets:
        anywhere |= squares
    return anywhere != 0


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: a throw at once or KEEP; else a share forward; else back; else PASS (4.1)."""
    throw = position.throw
    pawns = direct_pawns(rules, position, throw) if throw else unused_pawns(rules, position)
    sets = forward_sets(rules, position, pawns, single_share(throw) if throw else allowed_shares(rules, position))
    if throw:
        return Moves(pawns=pawns, sets=sets, kind=0, keep=1, passes=0)
    if any_set(sets):
        return Moves(pawns=pawns, sets=sets, kind=0, keep=0, passes=0)
    return going_back(rules, position)


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    total = moves.keep + moves.passes
    for squares in moves.sets:
        total += squares.bit_count()
    return total


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0: pawn by pawn, then KEEP, or PASS alone."""
    pawns = moves.pawns
    for squares in moves.sets:
        pawn = pawns & -pawns
        pawns ^= pawn
        here = squares.bit_count()
        if n < here:
            return moves.kind + 32 * index(pawn) + index(nth_bit(squares, n))
        n -= here
    return KEEP if moves.keep else PASS


@rule
def groups(moves: Moves) -> int:
    """The number of groups: one per pawn, and one for KEEP and PASS."""
    return MOST_GROUPS


@rule
def group(moves: Moves, n: int) -> Group:
    """The moves of the n-th pawn, n from 0; then KEEP and PASS."""
    if n == PAWNS:
        return Group(KEEP, 1, moves.keep | moves.passes << 1)
    return Group(moves.kind + 32 * index(nth_bit(moves.pawns, n)), 1, moves.sets[n])


# --- Forward, and the duty to go on (SG-4) -------------------------------------------------------------------------


@rule
def forward_sets(rules: Rules, position: Position, pawns: int, shares: Shares) -> Sets:
    """Where each pawn can go forward: so that the turn is over or can go on, else by the largest share (SG-4)."""
    landing = landing_squares(rules, position.own, position.enemy)
    reached = NOWHERE
    left = pawns
    for _ in range(PAWNS):
        pawn = left & -left
        left ^= pawn
        reached = followed_by(reached, forward_squares(rules, position, landing, pawn, shares))
    if position.throw or rules.forward_duty == ForwardDuty.NONE:
        return reached  # any throw at once is legal
    steps = next_steps(rules, pawns, landing)
    if position.rest == 1 or steps.bit_count() > 3:
        return reached  # each uses up the sum, or leaves one of the steps
    going_on = going_on_sets(rules, position, pawns, reached, steps)
    return going_on if any_set(going_on) else largest_shares(pawns, reached)


@rule
def going_on_sets(rules: Rules, position: Position, pawns: int, reached: Sets, steps: int) -> Sets:
    """The squares, among those that pawns reach, that use up the sum, win, or leave another forward move."""
    sure = NOWHERE
    left = pawns
    for squares in reached:
        pawn = left & -left
        left ^= pawn
        sure = followed_by(sure, surely_going_on(position, pawn, squares, steps))
    if sure == reached:
        return sure
    going_on = NOWHERE
    for n, squares in enumerate(reached):
        pawn = pawns & -pawns
        pawns ^= pawn
        going_on = followed_by(going_on, sure[n] | found_going_on(rules, position, pawn, squares & ~sure[n]))
    return going_on


@rule
def surely_going_on(position: Position, pawn: int, squares: int, steps: int) -> int:
    """The squares, among those of a pawn, after which the turn is known to go on without looking at the next position.

    A move changes only the square that it leaves, with its neighbours, and the new one.  So it prevents three steps at
    most: its own, another pawn's to the neighbour behind, and one to the new square.
    """
    elsewhere = steps & ~(pawn << 1 | pawn >> 1)
    if elsewhere & elsewhere - 1:
        return squares
    kept = squares & pawn << min(position.rest, LONGEST_SHARE + 1)
    if position.own == pawn:
        kept |= squares & OFF
    if elsewhere:
        kept |= squares & ~(elsewhere | WATER)
    return kept


@rule
def found_going_on(rules: Rules, position: Position, pawn: int, squares: int) -> int:
    """The squares, among those of a pawn, that leave another forward move, found by playing them."""
    found = 0
    while squares:
        square = squares & -squares
        squares ^= square
        after = forward(rules, position, pawn, square)
        if can_advance(rules, after, unused_pawns(rules, after), allowed_shares(rules, after)):
            found |= square
    return found


@rule
def next_steps(rules: Rules, pawns: int, landing: int) -> int:
    """The squares up to 26 to which a pawn can step with a share of 1; none if the shares are throws."""
    return 0 if rules.split_mode == SplitMode.BY_THROW else (pawns & BEFORE_HOUSES) << 1 & landing


@rule
def largest_shares(pawns: int, reached: Sets) -> Sets:
    """The moves with the largest share of all."""
    largest = 0
    left = pawns
    for squares in reached:
        pawn = left & -left
        left ^= pawn
        largest = max(largest, squares.bit_length() - pawn.bit_length())
    sets = NOWHERE
    for squares in reached:
        pawn = pawns & -pawns
        pawns ^= pawn
        sets = followed_by(sets, squares & pawn << largest)
    return sets


# --- Back (steps 2 to 4) -------------------------------------------------------------------------------------------


@rule
def going_back(rules: Rules, position: Position) -> Moves:
    """Moves back by the rest: of a pawn that advanced, else bounces, else any; with `by_throw` bounces first (C60)."""
    if position.advanced and rules.rest_goes_back == RestGoesBack.FORFEIT:
        return Moves(pawns=0, sets=NOWHERE, kind=0, keep=0, passes=1)  # (C63)
    bounce_at = 0 if rules.split_mode == SplitMode.BY_THROW else 1
    unused = unused_pawns(rules, position)
    for attempt in range(3):
        bounces = attempt == bounce_at
        pawns = unused if bounces or attempt == 2 else returning_pawns(rules, position)
        sets = backward_sets(rules, position, pawns, bounces)
        if any_set(sets):
            return Moves(pawns=pawns, sets=sets, kind=BOUNCE if bounces else 0, keep=0, passes=0)
    return Moves(pawns=0, sets=NOWHERE, kind=0, keep=0, passes=1)


@rule
def returning_pawns(rules: Rules, position: Position) -> int:
    """The pawns that go back first: those that advanced this turn, or by option all, once one has (SG-5, C63)."""
    return position.own if position.advanced and rules.rest_goes_back == RestGoesBack.ANY_PAWN else position.used


@rule
def backward_sets(rules: Rules, position: Position, pawns: int, bounces: bool) -> Sets:
    """Where each pawn can bounce or retreat to."""
    landing = landing_squares(rules, position.own, position.enemy)
    if not rules.backward_swap:
        landing &= ~position.enemy  # (SG-6, C65)
    sets = NOWHERE
    for _ in range(PAWNS):
        pawn = pawns & -pawns
        pawns ^= pawn
        sets = followed_by(sets, backward_squares(rules, position, pawn, bounces) & landing)
    return sets


@rule
def backward_squares(rules: Rules, position: Position, pawn: int, bounces: bool) -> int:
    """Where a pawn ends that goes back by the rest, or with `by_throw` by one of the throws."""
    squares = 0
    rests = backward_shares(rules, position, pawn)
    while rests:
        rest = rests & -rests
        rests ^= rest
        if bounces:
            squares |= bounce_end(rules, position, pawn, index(rest))
        else:
            squares |= retreat_end(rules, position, pawn, index(rest))
    return squares
