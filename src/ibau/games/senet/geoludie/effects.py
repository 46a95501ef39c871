"""The effects of actions in the Geoludie game."""

from typing import NamedTuple

from ibau.core.bits import index
from ibau.core.outcome import other
from ibau.games.senet.geoludie.position import (
    BOUNCE,
    KEEP,
    NOTHING,
    OFF,
    PASS,
    REBIRTH,
    THROW_AGAIN,
    Kind,
    Move,
    Position,
    Rules,
    direct_pawns,
    new_turn,
    single_share,
    source_and_arrival,
    uses_whole_throw,
    whole_throws,
)
from ibau.games.senet.geoludie.rulesets import SplitMode
from ibau.games.senet.geoludie.squares import bounce_end, can_advance
from ibau.games.senet.track import BOARD, WATER
from ibau.machine.rule import rule


class Landed(NamedTuple):
    """The pawns after one has moved, and its new square, 0 if it is off the board."""

    own: int
    enemy: int
    pawn: int


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a throw, a share forward or back, KEEP or PASS."""
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


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does; the next turn is found by `play`."""
    player = position.player
    if not position.throw and not position.playing:
        return NOTHING._replace(player=player, thrown=action + 1)
    again = int(play(rules, position, action).player == player)
    if action >= KEEP:
        kind = Kind.KEEP.value if action == KEEP else Kind.PASS.value
        return NOTHING._replace(kind=kind, player=player, again=again)
    start, end = source_and_arrival(action)
    source, square = 1 << start, 1 << end
    taken = position.enemy & square
    return Move(
        kind=kind_of(action, source, square),
        player=player,
        thrown=0,
        source=source,
        turning=turning_square(rules, position, source, square) if action >= BOUNCE else 0,
        arrival=square & BOARD,
        taken=taken,
        sent=source if taken else 0,
        washed=carried(position.own, position.enemy, source, square).pawn if square == WATER else 0,
        off=source if square == OFF else 0,
        again=again,
    )


@rule
def kind_of(action: int, source: int, square: int) -> int:
    """The kind of a pawn's move."""
    if action >= BOUNCE:
        return Kind.BOUNCE.value
    return Kind.FORWARD.value if square > source else Kind.BACK.value


@rule
def turning_square(rules: Rules, position: Position, pawn: int, square: int) -> int:
    """The square on which a bouncing pawn that ends on `square` turns back (C62, C64)."""
    taken = position.rest
    if rules.split_mode == SplitMode.BY_THROW:
        taken = largest_bounce(rules, position, pawn, square)
    return 1 << (taken + index(pawn) + index(square)) // 2  # e = s + 2k - n, and s + k is the turning square


# --- Throws --------------------------------------------------------------------------------------------------------


@rule
def thrown(rules: Rules, position: Position, throw: int) -> Position:
    """The position after a throw: it may be played at once if possible (C51), else it is added to the sum."""
    if can_advance(rules, position, direct_pawns(rules, position, throw), single_share(throw)):
        return playing_on(position, position.own, position.enemy, throw, 0)
    return with_throw(position, throw)


@rule
def with_throw(position: Position, throw: int) -> Position:
    """The position after a throw is added to the sum; a 2 or 3 ends the throwing (4.1)."""
    return Position(
        own=position.own,
        enemy=position.enemy,
        player=position.player,
        throw=0,
        playing=int(not THROW_AGAIN >> throw & 1),
        rest=position.rest + throw,
        ones=position.ones + int(throw == 1),
        twos=position.twos + int(throw == 2),
        threes=position.threes + int(throw == 3),
        fours=position.fours + int(throw == 4),
        fives=position.fives + int(throw == 5),
        used=0,
        advanced=0,
        turns=position.turns,
    )


@rule
def at_once(position: Position, pawn: int, square: int) -> Position:
    """The position after a throw is played at once, which uses up no share and does not affect throwing (C54, C55)."""
    landed = carried(position.own, position.enemy, pawn, square)
    playing = int(not THROW_AGAIN >> position.throw & 1)
    return playing_on(position, landed.own, landed.enemy, 0, playing)


@rule
def playing_on(position: Position, own: int, enemy: int, throw: int, playing: int) -> Position:
    """The position within the same turn with other pawns, throw and phase."""
    return Position(
        own=own,
        enemy=enemy,
        player=position.player,
        throw=throw,
        playing=playing,
        rest=position.rest,
        ones=position.ones,
        twos=position.twos,
        threes=position.threes,
        fours=position.fours,
        fives=position.fives,
        used=0,
        advanced=0,
        turns=position.turns,
    )


# --- Shares --------------------------------------------------------------------------------------------------------


@rule
def forward(rules: Rules, position: Position, pawn: int, square: int) -> Position:
    """The position after a pawn moves forward by a share, its only one (4.1)."""
    landed = carried(position.own, position.enemy, pawn, square)
    share = index(square) - index(pawn)
    throw = share if uses_whole_throw(rules, pawn, square) else 0
    used = position.used & ~pawn | landed.pawn
    return shared(position, landed, share, throw, used, 1)


@rule
def backward(rules: Rules, position: Position, pawn: int, square: int, bounces: bool) -> Position:
    """The position after a pawn moves back by the rest, or with `by_throw` by one throw (C60, C61)."""
    landed = carried(position.own, position.enemy, pawn, square)
    used = position.used & ~pawn | landed.pawn if position.used & pawn else position.used
    if rules.split_mode == SplitMode.FREE_SUM:
        return shared(position, landed, position.rest, 0, used, position.advanced)
    throw = index(pawn) - index(square)
    if bounces:
        throw = largest_bounce(rules, position, pawn, square)
    return shared(position, landed, throw, throw, used, position.advanced)


@rule
def largest_bounce(rules: Rules, position: Position, pawn: int, square: int) -> int:
    """The largest throw with which a pawn bounces to a square (C62)."""
    largest = 0
    for throw in range(1, 6):
        if whole_throws(position) >> throw & 1 and bounce_end(rules, position, pawn, throw) == square:
            largest = throw
    return largest


@rule
def carried(own: int, enemy: int, pawn: int, square: int) -> Landed:
    """Move a pawn: it changes places with an enemy, is carried back by water, or leaves the board at OFF (4.1)."""
    own ^= pawn
    if enemy & square:
        enemy ^= square | pawn
    if square == WATER:
        square = out_of_water(own | enemy)
    square &= BOARD
    return Landed(own=own | square, enemy=enemy, pawn=square)


@rule
def out_of_water(pawns: int) -> int:
    """The square of a pawn from the water: the house of rebirth, or the first free one below it (SG-11, C72)."""
    free = (REBIRTH << 1) - 2 & ~pawns
    return 1 << index(free)


@rule
def shared(position: Position, landed: Landed, share: int, throw: int, used: int, advanced: int) -> Position:
    """The position after a share, which may use up a whole throw."""
    return Position(
        own=landed.own,
        enemy=landed.enemy,
        player=position.player,
        throw=0,
        playing=1,
        rest=position.rest - share,
        ones=position.ones - int(throw == 1),
        twos=position.twos - int(throw == 2),
        threes=position.threes - int(throw == 3),
        fours=position.fours - int(throw == 4),
        fives=position.fives - int(throw == 5),
        used=used,
        advanced=advanced,
        turns=position.turns,
    )


@rule
def next_turn(position: Position, own: int, enemy: int) -> Position:
    """The position at the beginning of the next turn; the last one is counted (C88)."""
    return new_turn(enemy, own, other(position.player), 0, position.turns + 1)
