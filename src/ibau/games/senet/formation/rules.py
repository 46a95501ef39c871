"""Senet, second version of the club: the formations (rulings.md section 6).

Light is FIRST, dark SECOND; ten pawns each enter on 30..26 and move to lower numbers (SA2-1).  The first player with a
pawn on 1 is the leader and has to fill the odd squares 1..19, the other the even squares 2..20; the first to fill all
ten wins.  The bits of the board are described in track.py.

Actions:  square, the pawn there advances by the throw, which is part of the position;  ENTER;  STAY;  PASS.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, nth_bit
from ibau.core.chance import LOT, NO_CHANCE, THROW, Weights
from ibau.core.options import choice, switch, whole_number
from ibau.core.outcome import CHANCE, DRAW, FIRST, NOBODY, ONGOING, SECOND, Halt, ended, other
from ibau.core.phrase import N_
from ibau.games.senet.formation.rulesets import AtCap, EntryPhase, ExtraThrows, FirstPlayer
from ibau.games.senet.track import BOARD, HOUSES, ROW_1, ROW_2
from ibau.machine.rule import rule

PAWNS = 10
GOAL = 1 << 1
ODD = (ROW_1 | ROW_2) & 0x2AAAAAAA  # 1, 3 … 19
EVEN = (ROW_1 | ROW_2) & 0x55555555  # 2, 4 … 20
NEVER_HIT = HOUSES | GOAL  # (SA2-7, SA2-8)

ENTER = 31
STAY = 32
PASS = 33
ACTIONS = PASS + 1
MOST_GROUPS = 1  # of moves

BEFORE_LOT = -1  # in place of a throw
THROW_AGAIN = 1 << 1 | 1 << 4 | 1 << 5  # a set of throws

LEADING = 5  # points (section 6.1)
FORMED = 10


class End(IntEnum):
    """Kinds of ends of the formation game."""

    FORMATION = 10


class Kind(IntEnum):
    """Kinds of actions."""

    LOT = 0
    THROW = 1
    ENTER = 2
    ADVANCE = 3
    STAY = 4
    PASS = 5


class Rules(NamedTuple):
    """The options in force."""

    at_cap: Annotated[
        AtCap,
        choice(N_("Who wins when the last turn has passed without a formation."), "SA2-18, C87", is_addition=True),
    ]
    entry_phase: Annotated[EntryPhase, choice(N_("When pawns on the board begin to move."), "SA2-2, C82, S3 v2 §1, §2")]
    extra_throws: Annotated[ExtraThrows, choice(N_("Whether some throws keep the turn."), "SA2-6, C83, S3 v2 §1")]
    first_player: Annotated[FirstPlayer, choice(N_("Who throws first."), "SA2-16, C47")]
    max_turns: Annotated[
        int,
        whole_number(
            N_("After this many turns without a formation the game is over; 0 means never."),
            "SA2-17, SA2-18, C86, C87, C88",
            default="3000",
            sample_values=("200", "40", "0"),
            is_addition=True,
        ),
    ]
    settled_may_stay: Annotated[
        bool,
        switch(
            N_("A player may decline a throw that could only take a pawn off a square it fills."),
            "SA2-9, C81, S3 v2 §2",
            default=True,
        ),
    ]
    settled_safe: Annotated[
        bool, switch(N_("A pawn on a square it fills cannot be hit."), "SA2-11, C84, S3 v2 §5", default=False)
    ]
    solo_phase: Annotated[
        bool,
        switch(
            N_("After the first formation the other player throws on, and each throw is a point for the winner."),
            "SA2-14, SA2-15, C80, S3 v2 §7",
            default=True,
        ),
    ]


class Position(NamedTuple):
    """A position from the side of the player to throw or move."""

    own: int  # the squares of that player's pawns
    enemy: int
    player: int
    throw: int  # 1..5, 0 before the throw, or BEFORE_LOT
    filling: int  # 1 until all entry squares have been occupied, with `entry_phase=fill_first` (C82)
    leader: int  # the player who was first on 1, or NOBODY
    winner: int  # the player whose formation was first complete, or NOBODY; then only the other throws
    solo: int  # the winner's points for the other's throws (SA2-15)
    turns: int  # finished turns (C88)


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int  # who acts, or is chosen by lot
    thrown: int  # the result of a throw
    source: int  # the square that a pawn leaves
    arrival: int  # its new square, from there or from the hand
    taken: int  # the enemy pawn that is hit there, and leaves the board
    again: int  # 1 if the same player is to act afterwards


NOTHING = Move(kind=Kind.LOT.value, player=FIRST, thrown=0, source=0, arrival=0, taken=0, again=1)


class Moves(NamedTuple):
    """Pawns that can advance; ENTER, STAY and PASS as 0 or 1."""

    pawns: int
    enter: int
    stay: int
    passes: int


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The empty board, before lots are drawn unless `first_player` decides who starts (SA2-16)."""
    player = SECOND if rules.first_player == FirstPlayer.SECOND else FIRST
    throw = BEFORE_LOT if rules.first_player == FirstPlayer.LOT else 0
    return Position(
        own=0,
        enemy=0,
        player=player,
        throw=throw,
        filling=int(rules.entry_phase == EntryPhase.FILL_FIRST),
        leader=NOBODY,
        winner=NOBODY,
        solo=0,
        turns=0,
    )


@rule
def turn(rules: Rules, position: Position) -> int:
    """CHANCE before the lot and before a throw, else the player."""
    return position.player if position.throw > 0 else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is, throws included; CHANCE when lots are drawn."""
    return CHANCE if position.throw == BEFORE_LOT else position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """The chances of the lot, or of four coins (section 0)."""
    if position.throw == BEFORE_LOT:
        return LOT
    return NO_CHANCE if position.throw else THROW


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position without its counters."""
    return position._replace(solo=0, turns=0)


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """False: games with throws have no repetition rule (section 0)."""
    return False


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """True, so that no history is kept: games with throws have no repetition rule (section 0)."""
    return True


# --- Targets -------------------------------------------------------------------------------------------------------


@rule
def targets(leader: int, player: int) -> int:
    """The ten squares that a player has to fill, once there is a leader (section 6.1), else none."""
    if leader == NOBODY:
        return 0
    return ODD if leader == player else EVEN


@rule
def formed(pawns: int, squares: int) -> bool:
    """Do the pawns fill all the squares?"""
    return squares != 0 and pawns & squares == squares


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: ENTER or advance (SA2-4), STAY if allowed, PASS if there is no other (SA2-9)."""
    enter = int(can_enter(position))
    pawns = 0 if position.filling else advancing_pawns(rules, position)
    stay = int(may_stay(rules, position, enter, pawns))
    return Moves(pawns, enter, stay, passes=int(enter | pawns == 0))


@rule
def entry_square(throw: int) -> int:
    """The square on which a throw enters: 30 for 1, 26 for 5 (SA2-3)."""
    return 1 << 31 - throw


@rule
def can_enter(position: Position) -> bool:
    """Is a pawn off the board and the square of the throw empty?"""
    taken = (position.own | position.enemy) & entry_square(position.throw)
    return not taken and position.own.bit_count() < PAWNS


@rule
def advancing_pawns(rules: Rules, position: Position) -> int:
    """The pawns that stay on the board (SA2-10), and land neither on an own pawn nor on one that cannot be hit."""
    landing = BOARD & ~position.own & ~(position.enemy & out_of_reach(rules, position))
    return position.own & landing << max(position.throw, 0)  # searches ask for moves before a throw too


@rule
def out_of_reach(rules: Rules, position: Position) -> int:
    """The squares on which an enemy pawn cannot be hit: all, if that side has won (SA2-11, C84)."""
    if position.winner != NOBODY:
        return BOARD
    if rules.settled_safe:
        return NEVER_HIT | targets(position.leader, other(position.player))
    return NEVER_HIT


@rule
def may_stay(rules: Rules, position: Position, enter: int, pawns: int) -> bool:
    """Would every legal action take a pawn off one of its targets (SA2-9, C81)?"""
    settled = targets(position.leader, position.player)
    return rules.settled_may_stay != 0 and not enter and pawns != 0 and not pawns & ~settled


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    return moves.pawns.bit_count() + moves.enter + moves.stay + moves.passes


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0: pawns in the order of their squares, then ENTER or STAY, or PASS alone."""
    pawn = nth_bit(moves.pawns, n)
    if pawn:
        return index(pawn)
    if moves.enter:
        return ENTER
    return STAY if moves.stay else PASS


@rule
def groups(moves: Moves) -> int:
    """One group of all moves."""
    return MOST_GROUPS


@rule
def group(moves: Moves, n: int) -> Group:
    """The group: a bit per action."""
    return Group(0, 1, moves.pawns | moves.enter << ENTER | moves.stay << STAY | moves.passes << PASS)


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a lot, a throw, a move, STAY or PASS."""
    if position.throw <= 0:
        return after_chance(position, action)
    own, enemy = position.own, position.enemy
    if action <= ENTER:
        pawn = 1 << action  # an entering pawn begins at ENTER, beyond the board (SA2-3)
        arrival = pawn >> position.throw
        own = own & ~pawn | arrival
        enemy &= ~arrival  # a hit pawn leaves the board (SA2-7)
    return tested(rules, position, own, enemy, action <= ENTER)


@rule
def after_chance(position: Position, action: int) -> Position:
    """The position after a lot, which decides who throws first, or a throw."""
    if position.throw == BEFORE_LOT:
        return position._replace(player=action, throw=0)
    return position._replace(throw=action + 1)


@rule
def tested(rules: Rules, position: Position, own: int, enemy: int, acted: bool) -> Position:
    """The position after the tests that follow an action, in the order of C79, and the next player to throw."""
    player = position.player
    leader = position.leader
    if leader == NOBODY and own & GOAL:
        leader = player
    winner = position.winner
    if winner == NOBODY:
        winner = first_formation(leader, player, own, enemy)
    keeps = winner == other(player)  # only the loser throws on
    again = acted and winner != player and throws_again(rules, position.throw)
    if not again and not keeps:
        own, enemy, player = enemy, own, other(player)
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        throw=0,
        filling=position.filling & int((own | enemy) & HOUSES != HOUSES),  # (C82)
        leader=leader,
        winner=winner,
        solo=position.solo + int(position.winner != NOBODY),  # (C48)
        turns=position.turns + int(not again),
    )


@rule
def first_formation(leader: int, player: int, own: int, enemy: int) -> int:
    """The player whose formation is complete, the mover before the opponent (SA2-14, C79), or NOBODY."""
    if formed(own, targets(leader, player)):
        return player
    return other(player) if formed(enemy, targets(leader, other(player))) else NOBODY


@rule
def throws_again(rules: Rules, throw: int) -> bool:
    """Does a throw keep the turn after an entry or a move (SA2-6, C83)?  With `extra_throws`, 1, 4 and 5 do."""
    return rules.extra_throws == ExtraThrows.AFTER_1_4_5 and THROW_AGAIN >> throw & 1 != 0


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does; the next turn is found by `play`."""
    if position.throw == BEFORE_LOT:
        return NOTHING._replace(player=action)
    if not position.throw:
        return NOTHING._replace(kind=Kind.THROW.value, player=position.player, thrown=action + 1)
    start, end = source_and_arrival(position, action)
    source, arrival = 1 << start & BOARD, 1 << end & BOARD
    return Move(
        kind=kind_of(action),
        player=position.player,
        thrown=0,
        source=source,
        arrival=arrival,
        taken=position.enemy & arrival,
        again=int(play(rules, position, action).player == position.player),
    )


@rule
def kind_of(action: int) -> int:
    """The kind of a player's action."""
    if action < ENTER:
        return Kind.ADVANCE.value
    if action == ENTER:
        return Kind.ENTER.value
    return Kind.STAY.value if action == STAY else Kind.PASS.value


@rule
def source_and_arrival(position: Position, action: int) -> tuple[int, int]:
    """The numbers of a pawn's old and new square: 0 for the hand; 0 and 0 for STAY and PASS."""
    if action < ENTER:
        return action, action - position.throw
    return 0, ENTER - position.throw if action == ENTER else 0


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome: the first formation wins, at once or when the other is complete (SA2-14, C80); or the cap (C86)."""
    capped = rules.max_turns != 0 and position.turns >= rules.max_turns
    if position.winner != NOBODY:
        loser = position.player
        over = capped or not rules.solo_phase or formed(position.own, targets(position.leader, loser))
        return ended(position.winner, End.FORMATION) if over else ONGOING
    return at_the_cap(rules, position) if capped else ONGOING


@rule
def at_the_cap(rules: Rules, position: Position) -> int:
    """The outcome at the cap: the player with more pawns on targets wins (SA2-17, C87), or it is a draw (SA2-18)."""
    own = settled(position, position.own, position.player)
    enemy = settled(position, position.enemy, other(position.player))
    if own == enemy or rules.at_cap == AtCap.DRAW:
        return ended(DRAW, Halt.CAP)
    return ended(position.player if own > enemy else other(position.player), Halt.CAP)


@rule
def settled(position: Position, pawns: int, player: int) -> int:
    """The number of pawns on their player's targets."""
    return (pawns & targets(position.leader, player)).bit_count()


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """Points: 5 for the leader, 10 for the first formation, 1 per later throw of the other (section 6.1, C85)."""
    points = LEADING if seat == position.leader else 0
    return points + FORMED + position.solo if seat == position.winner else points


def result_by_players(rules: Rules, position: Position, winner: int) -> tuple[int, tuple[int, int]]:
    """The winner gets 10 points, as for a formation; a complete formation wins even if its owner resigns (C91, C92)."""
    first, second = score(rules, position, FIRST), score(rules, position, SECOND)
    if position.winner != NOBODY:
        return position.winner, (first, second)
    return winner, (first + FORMED * (winner == FIRST), second + FORMED * (winner == SECOND))
