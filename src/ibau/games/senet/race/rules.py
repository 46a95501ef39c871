"""Senet, first version of the club: the race (rulings.md section 5).

Light, FIRST, starts on the odd squares 1..9, dark, SECOND, on the even squares; pawns move to higher numbers and leave
the board from 30.  The bits of the board are described in track.py.

Actions:  FORWARD + square;  BACKWARD + square;  PASS.  A pawn moves by the throw, which is part of the position.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, nth_bit
from ibau.core.chance import NO_CHANCE, THROW, Weights
from ibau.core.options import choice, switch
from ibau.core.outcome import CHANCE, DRAW, FIRST, ONGOING, SECOND, Halt, ended, other
from ibau.core.phrase import N_
from ibau.games.senet.ends import End
from ibau.games.senet.options import CORNER_ADJACENCY, MAX_TURNS
from ibau.games.senet.race.rulesets import BearOff
from ibau.games.senet.track import (
    BOARD,
    EXIT,
    HOUSES,
    LAST,
    ROW_1,
    ROW_2,
    ROW_3,
    SIX_SCALE,
    WATER,
    protected,
    walled_off_ahead,
    walled_off_behind,
    walls,
)
from ibau.machine.rule import rule

PAWNS = 5
LIGHT_START = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9
DARK_START = 1 << 2 | 1 << 4 | 1 << 6 | 1 << 8 | 1 << 11  # 10-11 has been played (SA1-3)
NINE = 1 << 9

FORWARD = 0
BACKWARD = 31
PASS = 62
ACTIONS = PASS + 1
MOST_GROUPS = 1  # of moves

THROW_AGAIN = 1 << 1 | 1 << 4 | 1 << 6  # a set of throws


class Kind(IntEnum):
    """Kinds of actions."""

    THROW = 0
    FORWARD = 1
    BACKWARD = 2
    PASS = 3


class Rules(NamedTuple):
    """The options in force."""

    bear_off: Annotated[
        BearOff,
        choice(N_("How pawns leave the board once all of their side are on the last row."), "SA1-6, C74, S3 §9"),
    ]
    corner_adjacency: Annotated[bool, CORNER_ADJACENCY]
    keep_throw_when_blocked: Annotated[
        bool,
        switch(
            N_("A player who throws 1, 4 or 6 but cannot move still throws again."),
            "SA1-11, C75, S3 §6",
            default=False,
        ),
    ]
    match_scoring: Annotated[
        bool,
        switch(N_("The winner scores points for the enemy pawns still on the board."), "C45, S3 §10", default=True),
    ]
    max_turns: Annotated[int, MAX_TURNS]
    retreat_into_water: Annotated[
        bool, switch(N_("A pawn may be driven back into the water on 27."), "SA1-10, C76", default=True)
    ]


class Position(NamedTuple):
    """A position from the side of the player to throw or move."""

    own: int  # the squares of that player's pawns
    enemy: int
    player: int
    throw: int  # 1..4 or 6, 0 before the throw
    fresh: int  # 1 until light has played or lost its first throw (C43)
    turns: int  # finished turns (C88)


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int
    thrown: int  # the result of a throw
    source: int  # the square that a pawn leaves
    arrival: int  # its new square by the throw; 0 past the last one (C74)
    taken: int  # the enemy pawn that is hit there
    sent: int  # the new square of that pawn
    washed: int  # the final square of a pawn that has come into the water
    off: int  # the square from which a pawn is borne off, not always the one that has moved (C73)
    again: int  # 1 if the same player is to act afterwards


NOTHING = Move(
    kind=Kind.PASS.value, player=FIRST, thrown=0, source=0, arrival=0, taken=0, sent=0, washed=0, off=0, again=0
)


class Moves(NamedTuple):
    """Pawns that can go forward, pawns that can go back, and PASS as 0 or 1."""

    forward: int
    backward: int
    passes: int


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The start: dark has thrown the first 1, played 10-11, and throws again (SA1-3, notation.md section 2)."""
    return Position(own=DARK_START, enemy=LIGHT_START, player=SECOND, throw=0, fresh=1, turns=0)


@rule
def turn(rules: Rules, position: Position) -> int:
    """CHANCE before the throw, else the player."""
    return position.player if position.throw else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is, throws included."""
    return position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """The chances of four coins (section 0)."""
    return NO_CHANCE if position.throw else THROW


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position without its count of turns."""
    return position._replace(turns=0)


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """False: games with throws have no repetition rule (section 0)."""
    return False


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """True, so that no history is kept: games with throws have no repetition rule (section 0)."""
    return True


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: forward; else back (SA1-10); else PASS (SA1-11)."""
    forward = first_from_nine(position, forward_pawns(rules, position))
    backward = 0 if forward else backward_pawns(rules, position)
    return Moves(forward, backward, passes=int(forward | backward == 0))


@rule
def forward_pawns(rules: Rules, position: Position) -> int:
    """The pawns that can move forward: not onto an own or safe pawn, nor over a wall, nor past 30 (SA1-9)."""
    wall = walls(position.enemy, rules.corner_adjacency)
    landing = landing_squares(rules, position.own, position.enemy) >> position.throw
    pawns = position.own & landing & ~walled_off_ahead(wall, position.throw)
    return pawns | leaving_pawns(rules, position, wall)


@rule
def landing_squares(rules: Rules, own: int, enemy: int) -> int:
    """Empty squares, and enemies that may be hit: not protected, not in a refuge (SA1-5)."""
    safe = protected(enemy, rules.corner_adjacency) | HOUSES
    return BOARD & ~own & ~(enemy & safe)


@rule
def leaving_pawns(rules: Rules, position: Position, wall: int) -> int:
    """The pawns that leave with `bear_off=beyond_30`, if all are on the last row (SA1-6, C74)."""
    if rules.bear_off == BearOff.ON_30 or position.own & ~ROW_3:
        return 0
    far_enough = BOARD & ~((1 << LAST + 1 - position.throw) - 1)
    highest_wall = 1 << wall.bit_length() >> 1
    past_walls = BOARD & ~(highest_wall - 1) if wall else BOARD
    return position.own & far_enough & past_walls


@rule
def backward_pawns(rules: Rules, position: Position) -> int:
    """The pawns that can go back to an empty square, not over a wall (SA1-10)."""
    free = BOARD & ~(position.own | position.enemy)
    if not rules.retreat_into_water:
        free &= ~WATER  # C76
    wall = walls(position.enemy, rules.corner_adjacency)
    return position.own & free << position.throw & ~walled_off_behind(wall, position.throw)


@rule
def first_from_nine(position: Position, pawns: int) -> int:
    """The pawn on 9 alone, for light's first throw, if that is legal (SA1-2, C43); else all of the pawns."""
    if position.fresh and position.player == FIRST and pawns & NINE:
        return NINE
    return pawns


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    return moves.forward.bit_count() + moves.backward.bit_count() + moves.passes


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0."""
    if moves.forward:
        return FORWARD + index(nth_bit(moves.forward, n))
    if moves.backward:
        return BACKWARD + index(nth_bit(moves.backward, n))
    return PASS


@rule
def groups(moves: Moves) -> int:
    """One group of all moves."""
    return MOST_GROUPS


@rule
def group(moves: Moves, n: int) -> Group:
    """The group: a bit per action."""
    return Group(0, 1, moves.forward << FORWARD | moves.backward << BACKWARD | moves.passes << PASS)


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a throw, a move or PASS."""
    if not position.throw:
        return position._replace(throw=6 if action == 4 else action + 1)
    if action < BACKWARD:
        return forward(rules, position, 1 << action - FORWARD)
    if action < PASS:
        return backward(rules, position, 1 << action - BACKWARD)
    again = keeps_turn(position.throw) and rules.keep_throw_when_blocked != 0
    return next_throw(position, position.own, position.enemy, again)


@rule
def forward(rules: Rules, position: Position, pawn: int) -> Position:
    """The position after a pawn moves forward; a hit pawn goes to the square that it left (5.1)."""
    arrival = pawn << position.throw & BOARD  # 0 if the pawn leaves the board (C74)
    enemy = position.enemy
    hit = enemy & arrival
    enemy ^= hit | (pawn if hit else 0)
    return arrive(rules, position, position.own ^ pawn, enemy, arrival)


@rule
def backward(rules: Rules, position: Position, pawn: int) -> Position:
    """The position after a pawn goes back, which never hits (SA1-10)."""
    return arrive(rules, position, position.own ^ pawn, position.enemy, pawn >> position.throw)


@rule
def arrive(rules: Rules, position: Position, own: int, enemy: int, arrival: int) -> Position:
    """The position after water, bearing off, and the change of turns (5.1)."""
    own |= out_of_water(own | enemy, arrival)
    return next_throw(position, bear_off(rules, own), enemy, keeps_turn(position.throw))


@rule
def out_of_water(pawns: int, arrival: int) -> int:
    """The final square of a pawn: from 27 it is carried back to the first empty square (SA1-4, C77)."""
    free = BOARD & ~pawns
    return free & -free if arrival == WATER else arrival


@rule
def bear_off(rules: Rules, own: int) -> int:
    """Own pawns without one on 30, which leaves if all are on the last row (SA1-6, SA1-7, C73)."""
    if rules.bear_off == BearOff.ON_30 and not own & ~ROW_3:
        return own & ~EXIT
    return own


@rule
def keeps_turn(throw: int) -> bool:
    """Does a throw keep the turn, as 1, 4 and 6 do (SA1-1)?"""
    return THROW_AGAIN >> throw & 1 != 0


@rule
def next_throw(position: Position, own: int, enemy: int, again: bool) -> Position:
    """The position before the next throw: of the same player, or of the other after the turn is counted (C88)."""
    fresh = position.fresh & position.player  # 0 after light's first throw
    over = int(not again)
    to_throw, to_wait = (own, enemy) if again else (enemy, own)
    return Position(
        own=to_throw, enemy=to_wait, player=position.player ^ over, throw=0, fresh=fresh, turns=position.turns + over
    )


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does: a throw, a move or PASS."""
    player = position.player
    if not position.throw:
        return NOTHING._replace(kind=Kind.THROW.value, player=player, thrown=SIX_SCALE[action], again=1)
    again = int(keeps_turn(position.throw))
    if action == PASS:
        return NOTHING._replace(player=player, again=again & rules.keep_throw_when_blocked)
    start, end = source_and_arrival(position, action)
    source, arrival = 1 << start, 1 << end & BOARD
    taken = position.enemy & arrival
    sent = source if taken else 0  # (5.1)
    own, enemy = position.own ^ source, position.enemy ^ taken ^ sent
    washed = out_of_water(own | enemy, arrival) if arrival == WATER else 0
    own |= washed or arrival
    return Move(
        kind=Kind.FORWARD.value if action < BACKWARD else Kind.BACKWARD.value,
        player=player,
        thrown=0,
        source=source,
        arrival=arrival,
        taken=taken,
        sent=sent,
        washed=washed,
        off=own ^ bear_off(rules, own) if arrival else source,
        again=again,
    )


@rule
def source_and_arrival(position: Position, action: int) -> tuple[int, int]:
    """The numbers of a pawn's old and new square, which may be past the last one."""
    if action >= BACKWARD:
        return action - BACKWARD, action - BACKWARD - position.throw
    return action - FORWARD, action - FORWARD + position.throw


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome: a player who has borne off all pawns wins; else the cap (C88)."""
    if not position.own:
        return ended(position.player, End.ALL_OFF)
    if not position.enemy:
        return ended(other(position.player), End.ALL_OFF)
    if rules.max_turns and position.turns >= rules.max_turns:
        return ended(DRAW, Halt.CAP)
    return ONGOING


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """The winner's points for the loser's pawns (section 5.1, C78)."""
    own, enemy = position.own, position.enemy
    if seat != position.player:
        own, enemy = enemy, own
    return 0 if own else worth(enemy)


@rule
def worth(pawns: int) -> int:
    """The points for a loser's pawns: 3, 2, 1 by row, 0 in the refuges (section 5.1, SA1-14)."""
    return 3 * (pawns & ROW_1).bit_count() + 2 * (pawns & ROW_2).bit_count() + (pawns & ROW_3 & ~HOUSES).bit_count()


def result_by_players(rules: Rules, position: Position, winner: int) -> tuple[int, tuple[int, int]]:
    """The winner scores for the other's pawns, as at the end of a game; a draw scores nothing (C91)."""
    light, dark = position.own, position.enemy
    if position.player == SECOND:
        light, dark = dark, light
    return winner, (worth(dark) if winner == FIRST else 0, worth(light) if winner == SECOND else 0)
