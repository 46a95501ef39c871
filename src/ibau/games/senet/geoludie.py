"""Senet by the Geoludie booklet (rulings.md section 4).

Odd pawns are FIRST, even pawns SECOND; pawns travel up the numbers and leave past 30.  A player throws until a 2 or a 3
comes and then shares the sum out among the pawns, a ply a share.  The board's bits are drawn in track.py; bit 31, OFF,
is the way out.

Actions:  32 * source + destination, a share that goes forward or a rest that goes back;  BOUNCE + the same, forward and
then back;  KEEP;  PASS.

A set of shares is one int too: bit n is a share of n.  `pawn * shares` is then where those shares would take a pawn.
"""

from typing import NamedTuple

from ibau.core.bits import index, nth_bit
from ibau.core.chance import NO_CHANCE, THROW, Weights
from ibau.core.outcome import ALL_OFF, CAP, CHANCE, DRAW, FIRST, ONGOING, ended, other
from ibau.core.rule import rule
from ibau.games.senet.track import BOARD, HOUSES, LAST, WATER, protected, walls

PAWNS = 7
ODD_START = 0b01010101010101 << 1  # 1, 3 … 13
EVEN_START = 0b10101010101010 << 1  # 2, 4 … 14
REBIRTH = 1 << 15
STOP = 1 << 26  # nobody passes it (SG-10)
BEFORE_HOUSES = STOP - 1 & BOARD
UP_TO_STOP = STOP | BEFORE_HOUSES
WAITING = 1 << 28 | 1 << 29  # pawns that may have to wait for the exact throw (SG-18)
SAFE = REBIRTH | HOUSES & ~WATER  # with `safe_houses=houses` (SG-12)
OFF = 1 << LAST + 1

BOUNCE = 32 * 31
KEEP = 2 * BOUNCE
PASS = KEEP + 1
ACTIONS = PASS + 1

THROW_AGAIN = 1 << 1 | 1 << 4 | 1 << 5  # a set of throws
LONGEST_SHARE = 30  # a larger one moves no pawn forward
LONGEST_REST = 62  # a larger one moves no pawn at all

# Values of the options, in the order in which rulesets.py declares them.
ENEMY, ALL = range(2)  # blocks_stop
WHOLE_THROW, SHARE = range(2)  # exit_by
NEXT, NO_DUTY = range(2)  # forward_duty
MOVED_PAWN, ANY_PAWN, FORFEIT = range(3)  # rest_goes_back
NO_SAFE, SAFE_HOUSES = range(2)  # safe_houses
FREE_SUM, BY_THROW = range(2)  # split_mode


class Rules(NamedTuple):
    """The options in force, in the order of rulesets.py."""

    backward_swap: int
    blocks_stop: int
    corner_adjacency: int
    direct_in_houses: int
    exit_by: int
    forward_duty: int
    house_moves_on: int
    last_pawn_direct: int
    max_turns: int
    no_split_in_houses: int
    one_share_per_pawn: int
    opening_one_played: int
    rest_goes_back: int
    retreat_from_houses: int
    safe_houses: int
    split_mode: int


class Position(NamedTuple):
    """A position as the player on throw sees it."""

    own: int  # pawns of the player on throw
    enemy: int
    player: int
    throw: int  # a throw that may be played at once (C51), else 0
    playing: int  # 1 once the throwing is over and the sum is shared out
    rest: int  # R, what is left of the sum
    ones: int  # throws of this turn that no share has used up as a whole; with `by_throw`, the units still held
    twos: int
    threes: int
    fours: int
    fives: int
    used: int  # pawns that have had a share (C58, C61)
    advanced: int  # 1 once a share has gone forward this turn (C63)
    turns: int  # finished turns (C88)


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


class Shares(NamedTuple):
    """The shares that may be given: to a pawn before 26, to one on 26..30, and to take a pawn off."""

    before: int
    houses: int
    off: int


# --- The frame -----------------------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The odd side throws; whether the opening 1 is already in its sum is an option (SG-2, C56)."""
    one = rules.opening_one_played
    return Position(ODD_START, EVEN_START, FIRST, 0, 0, one, one, 0, 0, 0, 0, 0, 0, 0)


@rule
def turn(rules: Rules, position: Position) -> int:
    """CHANCE while throwing, then the player."""
    return position.player if position.throw or position.playing else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """Who is on throw."""
    return position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """Four sticks (section 0)."""
    return NO_CHANCE if position.throw or position.playing else THROW


@rule
def key(rules: Rules, position: Position) -> Position:
    """A position without its count of turns."""
    return Position(
        position.own,
        position.enemy,
        position.player,
        position.throw,
        position.playing,
        position.rest,
        position.ones,
        position.twos,
        position.threes,
        position.fours,
        position.fives,
        position.used,
        position.advanced,
        0,
    )


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Games with throws have no repetition rule (section 0)."""
    return False


# --- Shares --------------------------------------------------------------------------------------------------------


@rule
def whole_throws(position: Position) -> int:
    """The throws of this turn that no share has used up as a whole, equal ones once, as a set of shares."""
    return (
        int(position.ones > 0) << 1
        | int(position.twos > 0) << 2
        | int(position.threes > 0) << 3
        | int(position.fours > 0) << 4
        | int(position.fives > 0) << 5
    )


@rule
def shares_left(rules: Rules, position: Position) -> Shares:
    """The shares that may be given now: any part of the rest or whole throws (SG-1, SG-14, C57)."""
    any_part = (2 << min(position.rest, LONGEST_SHARE)) - 2
    whole = whole_throws(position) & any_part
    before = whole if rules.split_mode == BY_THROW else any_part
    houses = whole if rules.no_split_in_houses else before
    return Shares(before, houses, whole if rules.exit_by == WHOLE_THROW else houses)


@rule
def only(throw: int) -> Shares:
    """A throw that is played at once is the only share (C53)."""
    return Shares(1 << throw, 1 << throw, 1 << throw)


@rule
def uses_whole_throw(rules: Rules, pawn: int, square: int) -> bool:
    """Does this share use up a throw of its size (SG-14, C57, C60)?"""
    if rules.split_mode == BY_THROW or (rules.no_split_in_houses and pawn >= STOP):
        return True
    return square == OFF and rules.exit_by == WHOLE_THROW


@rule
def unused_pawns(rules: Rules, position: Position) -> int:
    """Pawns that may take a share: each once, or as often as it likes (SG-3, C59)."""
    return position.own & ~position.used if rules.one_share_per_pawn else position.own


@rule
def direct_pawns(rules: Rules, position: Position, throw: int) -> int:
    """Pawns that may play a throw at once: those on 26..30 a 1, 4 or 5, the last pawn any throw (C52)."""
    if rules.last_pawn_direct and position.own.bit_count() == 1:
        return position.own
    if rules.direct_in_houses and THROW_AGAIN >> throw & 1:
        return position.own & HOUSES
    return 0


# --- Where pawns may stand and pass --------------------------------------------------------------------------------


@rule
def landing_squares(rules: Rules, own: int, enemy: int) -> int:
    """Empty squares, and enemies that are neither protected nor, as an option, in a safe house (SG-12, SG-15)."""
    never = protected(enemy, rules.corner_adjacency)
    if rules.safe_houses == SAFE_HOUSES:
        never |= SAFE
    return BOARD & ~own & ~(enemy & never)


@rule
def blocks(rules: Rules, position: Position, pawn: int) -> int:
    """Lowest squares of three in a row that stop this pawn: the enemy's, or anybody's (SG-8, C71)."""
    found = walls(position.enemy, rules.corner_adjacency)
    if rules.blocks_stop == ALL:
        found |= walls(position.own ^ pawn, rules.corner_adjacency)
    return found


@rule
def next_block(found: int, pawn: int) -> int:
    """The nearest block ahead of a pawn, or 0."""
    ahead = found & -(pawn << 1)
    return ahead & -ahead


@rule
def block_between(found: int, low: int, high: int) -> bool:
    """Does a whole block lie strictly between two squares?"""
    return found & (high - 1 >> 2) & -(low << 1) != 0


# --- Forward -------------------------------------------------------------------------------------------------------


@rule
def forward_squares(rules: Rules, position: Position, landing: int, pawn: int, shares: Shares) -> int:
    """Where these shares take a pawn: up to 26, from there on up to 30 or off, never past a block (4.1)."""
    before_block = next_block(blocks(rules, position, pawn), pawn) - 1  # all squares where there is no block
    if pawn < STOP:
        return pawn * shares.before & landing & UP_TO_STOP & before_block
    waits = pawn & WAITING and not rules.house_moves_on  # (C67)
    steps = 0 if waits else pawn * shares.houses & landing
    return (steps | way_off(rules, position, pawn, shares)) & before_block


@rule
def way_off(rules: Rules, position: Position, pawn: int, shares: Shares) -> int:
    """OFF if a pawn may leave: by an exact throw (SG-14), the last one perhaps by a larger one (C44)."""
    if rules.last_pawn_direct and position.own == pawn:
        return OFF if pawn * shares.houses >= OFF else 0
    return pawn * shares.off & OFF


@rule
def can_advance(rules: Rules, position: Position, pawns: int, shares: Shares) -> bool:
    """Has any of these pawns a forward sub-move?"""
    landing = landing_squares(rules, position.own, position.enemy)
    while pawns:
        pawn = pawns & -pawns
        if forward_squares(rules, position, landing, pawn, shares):
            return True
        pawns ^= pawn
    return False


@rule
def forward_sets(rules: Rules, position: Position, pawns: int, shares: Shares) -> Sets:
    """Where each of these pawns can go."""
    landing = landing_squares(rules, position.own, position.enemy)
    sets = NOWHERE
    for _ in range(PAWNS):
        pawn = pawns & -pawns
        pawns ^= pawn
        sets = then(sets, forward_squares(rules, position, landing, pawn, shares))
    return sets


# --- The forward duty (SG-4) ---------------------------------------------------------------------------------------


@rule
def dutiful(rules: Rules, position: Position, pawns: int, sets: Sets) -> Sets:
    """The shares after which the turn is done or can go on forward; if there are none, the largest ones."""
    going_on = NOWHERE
    steps = next_steps(rules, position, pawns)
    left = pawns
    ahead = sets
    for _ in range(PAWNS):
        pawn = left & -left
        left ^= pawn
        going_on = then(going_on, going_on_squares(rules, position, pawn, ahead.one, steps))
        ahead = then(ahead, 0)
    return going_on if somewhere(going_on) else largest_shares(pawns, sets)


@rule
def next_steps(rules: Rules, position: Position, pawns: int) -> int:
    """Squares up to 26 that one of these pawns can step to with a share of 1; none if the shares are throws."""
    if rules.split_mode == BY_THROW:
        return 0
    return (pawns & BEFORE_HOUSES) << 1 & landing_squares(rules, position.own, position.enemy)


@rule
def going_on_squares(rules: Rules, position: Position, pawn: int, squares: int, steps: int) -> int:
    """Of a pawn's squares those that use up the sum, win, or leave another forward sub-move.

    A sub-move changes only the square it leaves with its neighbours, and the square it reaches.  So a step of another
    pawn to any other square stays possible, and most squares need no look at the position they lead to.
    """
    kept = squares & pawn << min(position.rest, LONGEST_SHARE + 1)
    if position.own == pawn:
        kept |= squares & OFF
    elsewhere = steps & ~(pawn << 1 | pawn >> 1)
    if elsewhere:
        one_only = int(elsewhere & elsewhere - 1 == 0)
        kept |= squares & ~(elsewhere * one_only | WATER)
    doubtful = squares & ~kept
    while doubtful:
        square = doubtful & -doubtful
        doubtful ^= square
        after = forward(rules, position, pawn, square)
        if can_advance(rules, after, unused_pawns(rules, after), shares_left(rules, after)):
            kept |= square
    return kept


@rule
def largest_shares(pawns: int, sets: Sets) -> Sets:
    """Of all these sub-moves those with the largest share."""
    largest = 0
    left = pawns
    ahead = sets
    for _ in range(PAWNS):
        pawn = left & -left
        left ^= pawn
        largest = max(largest, ahead.one.bit_length() - pawn.bit_length())
        ahead = then(ahead, 0)
    kept = NOWHERE
    for _ in range(PAWNS):
        pawn = pawns & -pawns
        pawns ^= pawn
        kept = then(kept, sets.one & pawn << largest)
        sets = then(sets, 0)
    return kept


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
            end = (
                bounce_end(rules, position, pawn, index(rest))
                if bounces
                else retreat_end(rules, position, pawn, index(rest))
            )
            squares |= end & landing
        sets = then(sets, squares)
    return sets


@rule
def rests_to_take(rules: Rules, position: Position, pawn: int) -> int:
    """What a pawn may go back with: all of the rest, or one throw (SG-7, C57, C60)."""
    if not pawn:
        return 0
    if rules.split_mode == BY_THROW:
        return whole_throws(position)
    rest = 1 << min(position.rest, LONGEST_REST)
    return rest & whole_throws(position) if rules.no_split_in_houses and pawn >= STOP else rest


@rule
def retreat_end(rules: Rules, position: Position, pawn: int, n: int) -> int:
    """The square n behind a pawn, or 0 if it is off the board, past a block, or may not be gone to (SG-13, C66)."""
    if pawn >= STOP and not rules.retreat_from_houses:
        return 0
    end = pawn >> n & BOARD
    return 0 if block_between(blocks(rules, position, pawn), end, pawn) else end


@rule
def bounce_end(rules: Rules, position: Position, pawn: int, n: int) -> int:
    """Where a pawn ends that goes forward as far as it can, but less than n, and the rest of n back (C64), or 0."""
    if pawn & WAITING and not rules.house_moves_on:
        return 0  # (C67)
    found = blocks(rules, position, pawn)
    turning = min(STOP if pawn < STOP else 1 << LAST, pawn << min(n - 1, LAST))
    block = next_block(found, pawn)
    if block:
        turning = min(turning, block >> 1)
    end = turning >> n - (index(turning) - index(pawn)) & BOARD
    return 0 if turning == pawn or block_between(found, end, turning) else end


# --- Moves ---------------------------------------------------------------------------------------------------------


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
    if not somewhere(sets):
        return going_back(rules, position)
    if rules.forward_duty == NEXT:
        sets = dutiful(rules, position, pawns, sets)
    return Moves(pawns, sets, 0, 0, 0)


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


# --- Play ----------------------------------------------------------------------------------------------------------


class Landed(NamedTuple):
    """The pawns after one has moved, and where it stands now: 0 if it is off the board."""

    own: int
    enemy: int
    pawn: int


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a throw, a share, a rest taken back, KEEP or PASS."""
    if not position.throw and not position.playing:
        return thrown(rules, position, action + 1)
    if action == PASS:
        return next_turn(position, position.own, position.enemy)
    if action == KEEP:
        return with_throw(position, position.throw)
    step = action - BOUNCE if action >= BOUNCE else action
    pawn = 1 << (step >> 5)
    square = 1 << (step & 31)
    if position.throw:
        after = at_once(position, pawn, square)
    elif action < BOUNCE and square > pawn:
        after = forward(rules, position, pawn, square)
    else:
        after = backward(rules, position, pawn, square, action >= BOUNCE)
    if not after.own or (after.playing and not after.rest):
        return next_turn(after, after.own, after.enemy)  # (C49)
    return after


@rule
def thrown(rules: Rules, position: Position, throw: int) -> Position:
    """A throw waits to be played at once if it can be (C51), else it is added to the sum."""
    if can_advance(rules, position, direct_pawns(rules, position, throw), only(throw)):
        return playing_on(position, position.own, position.enemy, throw, 0)
    return with_throw(position, throw)


@rule
def with_throw(position: Position, throw: int) -> Position:
    """The sum grows by a throw; a 2 or 3 ends the throwing (4.1)."""
    return Position(
        position.own,
        position.enemy,
        position.player,
        0,
        int(not THROW_AGAIN >> throw & 1),
        position.rest + throw,
        position.ones + int(throw == 1),
        position.twos + int(throw == 2),
        position.threes + int(throw == 3),
        position.fours + int(throw == 4),
        position.fives + int(throw == 5),
        0,
        0,
        position.turns,
    )


@rule
def at_once(position: Position, pawn: int, square: int) -> Position:
    """A throw played at once changes nothing in the throwing and uses up no share (C54, C55)."""
    landed = carried(position.own, position.enemy, pawn, square)
    playing = int(not THROW_AGAIN >> position.throw & 1)
    return playing_on(position, landed.own, landed.enemy, 0, playing)


@rule
def playing_on(position: Position, own: int, enemy: int, throw: int, playing: int) -> Position:
    """The same turn with other pawns, another throw to be played at once, or the throwing over."""
    return Position(
        own,
        enemy,
        position.player,
        throw,
        playing,
        position.rest,
        position.ones,
        position.twos,
        position.threes,
        position.fours,
        position.fives,
        0,
        0,
        position.turns,
    )


@rule
def forward(rules: Rules, position: Position, pawn: int, square: int) -> Position:
    """A pawn takes a share forward, and has had it (4.1)."""
    landed = carried(position.own, position.enemy, pawn, square)
    share = index(square) - index(pawn)
    throw = share if uses_whole_throw(rules, pawn, square) else 0
    used = position.used & ~pawn | landed.pawn
    return shared(position, landed, share, throw, used, 1)


@rule
def backward(rules: Rules, position: Position, pawn: int, square: int, bounces: bool) -> Position:
    """A pawn takes the rest back, with `by_throw` one throw (C60, C61)."""
    landed = carried(position.own, position.enemy, pawn, square)
    used = position.used & ~pawn | landed.pawn if position.used & pawn else position.used
    if rules.split_mode == FREE_SUM:
        return shared(position, landed, position.rest, 0, used, position.advanced)
    throw = index(pawn) - index(square)
    if bounces:
        throw = largest_bounce(rules, position, pawn, square)
    return shared(position, landed, throw, throw, used, position.advanced)


@rule
def largest_bounce(rules: Rules, position: Position, pawn: int, square: int) -> int:
    """The largest throw that bounces a pawn to a square (C62)."""
    largest = 0
    for throw in range(1, 6):
        if whole_throws(position) >> throw & 1 and bounce_end(rules, position, pawn, throw) == square:
            largest = throw
    return largest


@rule
def carried(own: int, enemy: int, pawn: int, square: int) -> Landed:
    """A pawn is moved: an enemy there goes where it came from, water carries it back, OFF takes it out (4.1)."""
    own ^= pawn
    if enemy & square:
        enemy ^= square | pawn
    if square == WATER:
        square = out_of_water(own | enemy)
    square &= BOARD
    return Landed(own | square, enemy, square)


@rule
def out_of_water(pawns: int) -> int:
    """The house of rebirth, or the first free square before it (SG-11, C72)."""
    free = (REBIRTH << 1) - 2 & ~pawns
    return 1 << index(free)


@rule
def shared(position: Position, landed: Landed, share: int, throw: int, used: int, advanced: int) -> Position:
    """The same turn after a share, which may have used up a throw as a whole."""
    return Position(
        landed.own,
        landed.enemy,
        position.player,
        0,
        1,
        position.rest - share,
        position.ones - int(throw == 1),
        position.twos - int(throw == 2),
        position.threes - int(throw == 3),
        position.fours - int(throw == 4),
        position.fives - int(throw == 5),
        used,
        advanced,
        position.turns,
    )


@rule
def next_turn(position: Position, own: int, enemy: int) -> Position:
    """The turn is over and counted (C88)."""
    return Position(enemy, own, other(position.player), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, position.turns + 1)


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """Whoever has borne off all pawns wins (C49); then the cap (C88)."""
    if not position.enemy:
        return ended(other(position.player), ALL_OFF)
    if not position.own:
        return ended(position.player, ALL_OFF)
    if rules.max_turns and position.turns >= rules.max_turns:
        return ended(DRAW, CAP)
    return ONGOING


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """The booklet gives no points."""
    return 0
