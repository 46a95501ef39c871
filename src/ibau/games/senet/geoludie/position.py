"""Options, positions, turns and ends of the Geoludie game (rulings.md section 4), and the shares of a turn.

A set of shares is an int: bit n is a share of n.  So `pawn * shares` is the set of squares of a pawn after each share.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.chance import NO_CHANCE, THROW, Weights
from ibau.core.options import choice, switch
from ibau.core.outcome import CHANCE, DRAW, FIRST, ONGOING, Halt, ended, other
from ibau.core.phrase import N_
from ibau.games.senet.ends import End
from ibau.games.senet.geoludie.rulesets import BlocksStop, ExitBy, ForwardDuty, RestGoesBack, SafeHouses, SplitMode
from ibau.games.senet.options import CORNER_ADJACENCY, MAX_TURNS
from ibau.games.senet.track import BOARD, HOUSES, LAST, WATER
from ibau.machine.rule import rule

PAWNS = 7
ODD_START = 0b01010101010101 << 1  # 1, 3 … 13
EVEN_START = 0b10101010101010 << 1  # 2, 4 … 14
REBIRTH = 1 << 15
STOP = 1 << 26  # no pawn passes it (SG-10)
BEFORE_HOUSES = STOP - 1 & BOARD
UP_TO_STOP = STOP | BEFORE_HOUSES
WAITING = 1 << 28 | 1 << 29  # pawns that may have to wait for the exact throw (SG-18)
SAFE = REBIRTH | HOUSES & ~WATER  # with `safe_houses=houses` (SG-12)
OFF = 1 << LAST + 1

BOUNCE = 32 * 31
KEEP = 2 * BOUNCE
PASS = KEEP + 1
ACTIONS = PASS + 1
MOST_GROUPS = PAWNS + 1  # of moves

THROW_AGAIN = 1 << 1 | 1 << 4 | 1 << 5  # a set of throws
LONGEST_SHARE = 30  # a larger one moves no pawn forward
LONGEST_REST = 62  # a larger one moves no pawn at all


class Kind(IntEnum):
    """Kinds of actions."""

    THROW = 0
    FORWARD = 1
    BACK = 2
    BOUNCE = 3
    KEEP = 4
    PASS = 5


class Rules(NamedTuple):
    """The options in force."""

    backward_swap: Annotated[
        bool, switch(N_("A pawn that goes back may change places with an enemy pawn."), "SG-6, C65, S2", default=True)
    ]
    blocks_stop: Annotated[BlocksStop, choice(N_("Which pawns three in a row stop."), "SG-8, C71, S2")]
    corner_adjacency: Annotated[bool, CORNER_ADJACENCY]
    direct_in_houses: Annotated[
        bool,
        switch(
            N_("A pawn on 26 to 30 may play a 1, 4 or 5 at once instead of adding it to the sum."),
            "C51–C55, S2 option 2",
            default=False,
        ),
    ]
    exit_by: Annotated[ExitBy, choice(N_("What takes a pawn off the board."), "SG-14, C57, S2")]
    forward_duty: Annotated[
        ForwardDuty, choice(N_("How far the sum must be shared out so that no pawn has to go back."), "SG-4, S2")
    ]
    house_moves_on: Annotated[
        bool, switch(N_("A pawn on 28 or 29 may also move on to 29 or 30."), "SG-18, C67, S2", default=True)
    ]
    last_pawn_direct: Annotated[
        bool,
        switch(
            N_("A player's last pawn may play each throw at once, and may leave with a larger throw than needed."),
            "C44, C52, S2 option 3",
            default=False,
        ),
    ]
    max_turns: Annotated[int, MAX_TURNS]
    no_split_in_houses: Annotated[
        bool, switch(N_("A pawn on 26 to 30 moves by whole throws only."), "C57, S2 option 1", default=False)
    ]
    one_share_per_pawn: Annotated[
        bool, switch(N_("A pawn takes one share a turn."), "SG-3, C58, C59, S2", default=True)
    ]
    opening_one_played: Annotated[
        bool, switch(N_("The 1 that decided who starts counts in the first sum."), "SG-2, C56, S2", default=False)
    ]
    rest_goes_back: Annotated[
        RestGoesBack, choice(N_("What happens to a remainder with which no pawn can go forward."), "SG-5, C63, S2")
    ]
    retreat_from_houses: Annotated[bool, switch(N_("A pawn on 26 to 30 may go back."), "SG-13, C66, S2", default=True)]
    safe_houses: Annotated[SafeHouses, choice(N_("Whether a house protects the pawn in it."), "SG-12, C68, S2")]
    split_mode: Annotated[SplitMode, choice(N_("How the throws of a turn are used."), "SG-1, C60, S2")]


class Position(NamedTuple):
    """A position from the side of the player whose turn it is."""

    own: int  # the squares of that player's pawns
    enemy: int
    player: int
    throw: int  # a throw that may be played at once (C51), else 0
    playing: int  # 1 after throwing, while the sum is shared out
    rest: int  # R, the rest of the sum
    ones: int  # the number of 1s thrown this turn that no share has used up as a whole throw
    twos: int
    threes: int
    fours: int
    fives: int
    used: int  # pawns that have had a share (C58, C61)
    advanced: int  # 1 once a share has gone forward this turn (C63)
    turns: int  # finished turns (C88)


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int
    thrown: int  # the result of a throw
    source: int  # the square that a pawn leaves
    turning: int  # the square on which a bounce turns back (C64)
    arrival: int  # the pawn's new square; 0 if it leaves the board
    taken: int  # the enemy pawn that is hit there
    sent: int  # the new square of that pawn
    washed: int  # the final square of a pawn that has come into the water
    off: int  # the square from which a pawn is borne off
    again: int  # 1 if the same player is to act afterwards


NOTHING = Move(
    kind=Kind.THROW.value,
    player=FIRST,
    thrown=0,
    source=0,
    turning=0,
    arrival=0,
    taken=0,
    sent=0,
    washed=0,
    off=0,
    again=1,
)


@rule
def source_and_arrival(action: int) -> tuple[int, int]:
    """The numbers of a pawn's old and new square, before water carries it back."""
    squares = action % BOUNCE
    return squares >> 5, squares & 31


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The start: the odd side throws; whether the opening 1 is already in its sum is an option (SG-2, C56)."""
    return new_turn(ODD_START, EVEN_START, FIRST, rules.opening_one_played, 0)


@rule
def new_turn(own: int, enemy: int, player: int, ones: int, turns: int) -> Position:
    """The position before the first throw of a turn; `ones` is 1 if an opening 1 is in its sum."""
    return Position(
        own=own,
        enemy=enemy,
        player=player,
        throw=0,
        playing=0,
        rest=ones,
        ones=ones,
        twos=0,
        threes=0,
        fours=0,
        fives=0,
        used=0,
        advanced=0,
        turns=turns,
    )


@rule
def turn(rules: Rules, position: Position) -> int:
    """CHANCE while throwing, else the player."""
    return position.player if position.throw or position.playing else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is, throws included."""
    return position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """The chances of four sticks (section 0)."""
    return NO_CHANCE if position.throw or position.playing else THROW


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position without its count of turns."""
    return Position(
        own=position.own,
        enemy=position.enemy,
        player=position.player,
        throw=position.throw,
        playing=position.playing,
        rest=position.rest,
        ones=position.ones,
        twos=position.twos,
        threes=position.threes,
        fours=position.fours,
        fives=position.fives,
        used=position.used,
        advanced=position.advanced,
        turns=0,
    )


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """False: games with throws have no repetition rule (section 0)."""
    return False


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """True, so that no history is kept: games with throws have no repetition rule (section 0)."""
    return True


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome: a player who has borne off all pawns wins (C49); else the cap (C88)."""
    if not position.enemy:
        return ended(other(position.player), End.ALL_OFF)
    if not position.own:
        return ended(position.player, End.ALL_OFF)
    if rules.max_turns and position.turns >= rules.max_turns:
        return ended(DRAW, Halt.CAP)
    return ONGOING


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """0: the booklet gives no points."""
    return 0


# --- Shares --------------------------------------------------------------------------------------------------------


class Shares(NamedTuple):
    """The shares that are allowed: for a pawn before 26, for one on 26..30, and to bear a pawn off."""

    before: int
    houses: int
    off: int


@rule
def whole_throws(position: Position) -> int:
    """The values of the throws of this turn that no share has used up as a whole, as a set of shares."""
    return (
        int(position.ones > 0) << 1
        | int(position.twos > 0) << 2
        | int(position.threes > 0) << 3
        | int(position.fours > 0) << 4
        | int(position.fives > 0) << 5
    )


@rule
def allowed_shares(rules: Rules, position: Position) -> Shares:
    """The shares that are allowed now: any part of the rest, or whole throws (SG-1, SG-14, C57)."""
    any_part = (2 << min(position.rest, LONGEST_SHARE)) - 2
    whole = whole_throws(position) & any_part
    before = whole if rules.split_mode == SplitMode.BY_THROW else any_part
    houses = whole if rules.no_split_in_houses else before
    return Shares(before, houses, whole if rules.exit_by == ExitBy.WHOLE_THROW else houses)


@rule
def single_share(throw: int) -> Shares:
    """The shares of a throw that is played at once: the throw alone (C53)."""
    return Shares(1 << throw, 1 << throw, 1 << throw)


@rule
def uses_whole_throw(rules: Rules, pawn: int, square: int) -> bool:
    """Does a share use up a whole throw of its value (SG-14, C57, C60)?"""
    if rules.split_mode == SplitMode.BY_THROW or (rules.no_split_in_houses and pawn >= STOP):
        return True
    return square == OFF and rules.exit_by == ExitBy.WHOLE_THROW


@rule
def unused_pawns(rules: Rules, position: Position) -> int:
    """The pawns that may take a share: each once, or any number of times (SG-3, C59)."""
    return position.own & ~position.used if rules.one_share_per_pawn else position.own


@rule
def direct_pawns(rules: Rules, position: Position, throw: int) -> int:
    """The pawns that may play a throw at once: those on 26..30 a 1, 4 or 5, the last pawn any throw (C52)."""
    if rules.last_pawn_direct and position.own.bit_count() == 1:
        return position.own
    if rules.direct_in_houses and THROW_AGAIN >> throw & 1:
        return position.own & HOUSES
    return 0
