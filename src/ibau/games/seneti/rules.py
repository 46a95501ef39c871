"""Seneti by its author's leaflet (rulings.md section 3).

Squares and their values are drawn in board.py.  A stack is a few bits of the word `stacks`: a 1, then one bit a stone
from the bottom up, 0 for FIRST's and 1 for SECOND's; so an empty stack is 1, and white below black is 0b101.  A covered
stone is always open, because only open stones can be landed on (3.3); so one set, `closed`, tells the sides of all.

Actions:  ENTER + to;  EXIT + from;  MOVE + 21 * from + to.
"""

from typing import NamedTuple

from ibau.core.bits import index, nth_bit
from ibau.core.chance import LOT, NO_CHANCE, Weights
from ibau.core.outcome import CAP, CHANCE, DRAW, FIRST, IMMOBILE, ONGOING, REPETITION, SECOND, ended, other
from ibau.core.rule import rule
from ibau.games.seneti.board import MUSEUM_VALUES, NO_UTURN, PARITY_VALUES, SIMPLE, STACKS
from ibau.games.seneti.paths import (
    ANY_13,
    END,
    FREE_4,
    FREE_5,
    FREE_MOVES,
    FREE_STARTS,
    NO_UTURN_4,
    NO_UTURN_5,
    NO_UTURN_MOVES,
    NO_UTURN_STARTS,
    PARITY_13,
    SIMPLE_4,
    SIMPLE_5,
    SIMPLE_MOVES,
    SIMPLE_STARTS,
)

STONES = 7  # of each player

ENTER = 0
EXIT = 21
MOVE = 42
ACTIONS = MOVE + 21 * 21

MUSEUM, PARITY = range(2)  # bridge
BY_LOT, FIRST_STARTS, SECOND_STARTS = range(3)  # first_player
THREEFOLD_DRAW, NO_REPETITION = range(2)  # repetition
THREE_ONLY, ANY = range(2)  # rosette_doubling

# Where each square's stack begins in `stacks`: one bit more than it can hold, for the 1 below (13 and 14: up to four).
WIDTHS = tuple(5 if n in (13, 14) else value and value + 1 for n, value in enumerate(MUSEUM_VALUES))
OFFSETS = tuple(sum(WIDTHS[:n]) for n in range(21))
MASKS = tuple((1 << width) - 1 for width in WIDTHS)
EMPTY = sum(1 << offset for offset, width in zip(OFFSETS, WIDTHS, strict=True) if width)


class Rules(NamedTuple):
    """The options in force, in the order of rulesets.py."""

    access_counts: int
    bridge: int
    first_player: int
    max_plies: int
    path_rule: int
    repetition: int
    rosette_doubling: int


class Position(NamedTuple):
    """A position as its player to act sees it."""

    stacks: int  # all stones on the board, see above
    own: int  # squares whose top stone belongs to the player to act
    enemy: int
    closed: int  # squares whose top stone is closed
    full: int  # squares that hold as many stones as they are worth
    own_hand: int  # stones off the board, all closed
    enemy_hand: int
    player: int
    begun: int  # 0 before the lot
    plies: int


class Moves(NamedTuple):
    """Entries and exits as sets of squares; what the moves of stones are made of."""

    entries: int  # squares a stone in hand may enter on
    exits: int  # own stones that may leave
    stones: int  # own stones that are the top of their stack
    closed: int
    landing: int  # squares a stone may end on
    path_rule: int
    bridge: int
    doubling: int


# --- The frame -----------------------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """All stones off the board; the lot decides who begins unless `first_player` does (3.2, C21)."""
    player = SECOND if rules.first_player == SECOND_STARTS else FIRST
    return Position(EMPTY, 0, 0, 0, 0, STONES, STONES, player, int(rules.first_player != BY_LOT), 0)


@rule
def turn(rules: Rules, position: Position) -> int:
    """A player, or CHANCE at the lot."""
    return position.player if position.begun else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """Whose turn it is; the lot is nobody's."""
    return position.player if position.begun else CHANCE


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """The lot is even (3.2)."""
    return NO_CHANCE if position.begun else LOT


@rule
def key(rules: Rules, position: Position) -> Position:
    """What makes two positions the same: stacks with their order and sides, hands, player; no count of plies."""
    return Position(
        position.stacks,
        position.own,
        position.enemy,
        position.closed,
        position.full,
        position.own_hand,
        position.enemy_hand,
        position.player,
        1,
        0,
    )


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Every decision counts, from the first one after the lot (C20)."""
    return rules.repetition == THREEFOLD_DRAW and position.begun != 0


# --- The board -----------------------------------------------------------------------------------------------------


@rule
def value_of(rules: Rules, square: int) -> int:
    """How far a stone goes from a square, and how many stones the square holds (SENETI-1, SENETI-11)."""
    return PARITY_VALUES[square] if rules.bridge == PARITY else MUSEUM_VALUES[square]


@rule
def stack_on(position: Position, square: int) -> int:
    """The stones on a square: a 1, then their owners from the bottom up."""
    return position.stacks >> OFFSETS[square] & MASKS[square]


@rule
def landing_squares(position: Position) -> int:
    """Squares a stone may end on: no rosette, no closed stone, room for one more (3.3, SENETI-11)."""
    return STACKS & ~position.closed & ~position.full


@rule
def connected(rules: Rules, closed: int) -> int:
    """Squares with an open way to the outside, for entering and, walked backwards, for leaving (SENETI-4, SENETI-5)."""
    found = 0
    for n in range(entrances(rules)):
        way = entrance(rules, n)
        if way >> 5 & closed == 0:
            found |= 1 << (way & END)
    return found


@rule
def entrances(rules: Rules) -> int:
    """How many ways lead into the board under these rules."""
    if rules.path_rule == SIMPLE:
        return len(SIMPLE_4) if rules.access_counts else len(SIMPLE_5)
    if rules.path_rule == NO_UTURN:
        return len(NO_UTURN_4) if rules.access_counts else len(NO_UTURN_5)
    return len(FREE_4) if rules.access_counts else len(FREE_5)


@rule
def entrance(rules: Rules, n: int) -> int:
    """One of those ways, an entry of paths.py."""
    if rules.path_rule == SIMPLE:
        return SIMPLE_4[n] if rules.access_counts else SIMPLE_5[n]
    if rules.path_rule == NO_UTURN:
        return NO_UTURN_4[n] if rules.access_counts else NO_UTURN_5[n]
    return FREE_4[n] if rules.access_counts else FREE_5[n]


@rule
def field_of(square: int, bridge: int, doubling: int) -> int:
    """Which field of paths.py holds a square's moves (SENETI-1, SENETI-6)."""
    if square != 13 and square != 14:
        return square
    if bridge == PARITY:
        return PARITY_13 + square - 13
    return ANY_13 + square - 13 if doubling == ANY else square


@rule
def starts(path_rule: int, field: int) -> int:
    """Where a field's moves begin."""
    if path_rule == SIMPLE:
        return SIMPLE_STARTS[field]
    return NO_UTURN_STARTS[field] if path_rule == NO_UTURN else FREE_STARTS[field]


@rule
def path(path_rule: int, n: int) -> int:
    """One path of a move, an entry of paths.py."""
    if path_rule == SIMPLE:
        return SIMPLE_MOVES[n]
    return NO_UTURN_MOVES[n] if path_rule == NO_UTURN else FREE_MOVES[n]


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """Entries, exits and moves; there is no passing (3.3)."""
    ways = connected(rules, position.closed)
    landing = landing_squares(position)
    return Moves(
        ways & landing if position.own_hand else 0,
        ways & position.own & ~position.closed,
        position.own,
        position.closed,
        landing,
        rules.path_rule,
        rules.bridge,
        rules.rosette_doubling,
    )


@rule
def targets_of(moves: Moves, stone: int) -> int:
    """Where a stone may move: exactly its square's value, no closed stone on the way (SENETI-9, SENETI-10).

    The stone is lifted first: it does not bar its own path.
    """
    field = field_of(index(stone), moves.bridge, moves.doubling)
    closed = moves.closed & ~stone
    found = 0
    for n in range(starts(moves.path_rule, field), starts(moves.path_rule, field + 1)):
        way = path(moves.path_rule, n)
        if way >> 5 & closed == 0:
            found |= 1 << (way & END)
    return found & moves.landing


@rule
def count(moves: Moves) -> int:
    """How many moves there are."""
    total = moves.entries.bit_count() + moves.exits.bit_count()
    stones = moves.stones
    while stones:
        stone = stones & -stones
        total += targets_of(moves, stone).bit_count()
        stones ^= stone
    return total


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action."""
    size = moves.entries.bit_count()
    if n < size:
        return ENTER + index(nth_bit(moves.entries, n))
    n -= size
    size = moves.exits.bit_count()
    if n < size:
        return EXIT + index(nth_bit(moves.exits, n))
    n -= size
    stones = moves.stones
    while stones:
        stone = stones & -stones
        targets = targets_of(moves, stone)
        size = targets.bit_count()
        if n < size:
            return MOVE + 21 * index(stone) + index(nth_bit(targets, n))
        n -= size
        stones ^= stone
    return -1


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after the lot, an entry, an exit or a move."""
    if not position.begun:
        return Position(EMPTY, 0, 0, 0, 0, STONES, STONES, action, 1, 0)
    if action < EXIT:
        return next_player(put(rules, hand_changed(position, -1), action - ENTER, 0))
    if action < MOVE:
        return next_player(lift(hand_changed(position, 1), action - EXIT))
    source, target = (action - MOVE) // 21, (action - MOVE) % 21
    closes = int(position.closed >> source & 1 == 0)  # every ply turns the stone (SENETI-13)
    return next_player(put(rules, lift(position, source), target, closes))


@rule
def hand_changed(position: Position, by: int) -> Position:
    """One stone more or fewer in the player's hand."""
    return Position(
        position.stacks,
        position.own,
        position.enemy,
        position.closed,
        position.full,
        position.own_hand + by,
        position.enemy_hand,
        position.player,
        1,
        position.plies,
    )


@rule
def lift(position: Position, square: int) -> Position:
    """Take the player's top stone off a square; what it covered, always open, comes to light (SENETI-16)."""
    stack = stack_on(position, square)
    below = stack >> 1
    place = 1 << square
    uncovered = place if below > 1 else 0
    own_below = uncovered if below & 1 == position.player else 0
    return Position(
        position.stacks ^ (stack ^ below) << OFFSETS[square],
        position.own & ~place | own_below,
        position.enemy | uncovered & ~own_below,
        position.closed & ~place,
        position.full & ~place,
        position.own_hand,
        position.enemy_hand,
        position.player,
        1,
        position.plies,
    )


@rule
def put(rules: Rules, position: Position, square: int, closed: int) -> Position:
    """Put a stone of the player on top of a square."""
    stack = stack_on(position, square)
    higher = stack << 1 | position.player
    place = 1 << square
    full = place if higher.bit_length() - 1 == value_of(rules, square) else 0
    return Position(
        position.stacks ^ (stack ^ higher) << OFFSETS[square],
        position.own | place,
        position.enemy & ~place,
        position.closed | (place if closed else 0),
        position.full | full,
        position.own_hand,
        position.enemy_hand,
        position.player,
        1,
        position.plies,
    )


@rule
def next_player(position: Position) -> Position:
    """Hand over after a ply."""
    return Position(
        position.stacks,
        position.enemy,
        position.own,
        position.closed,
        position.full,
        position.enemy_hand,
        position.own_hand,
        other(position.player),
        1,
        position.plies + 1,
    )


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """Whether the game is over, who won and how, in the order of C18 (SENETI-14)."""
    if not position.begun:
        return ONGOING
    if not can_act(rules, position):
        return ended(other(position.player), IMMOBILE)  # 3.4
    if occurrences >= 3:
        return ended(DRAW, REPETITION)
    if rules.max_plies and position.plies >= rules.max_plies:
        return ended(DRAW, CAP)
    return ONGOING


@rule
def can_act(rules: Rules, position: Position) -> bool:
    """Has the player to act any legal ply?"""
    entering = landing_squares(position) if position.own_hand else 0
    leaving = position.own & ~position.closed
    for n in range(entrances(rules)):
        way = entrance(rules, n)
        if way >> 5 & position.closed == 0 and (entering | leaving) >> (way & END) & 1:
            return True
    return can_move(rules, position)


@rule
def can_move(rules: Rules, position: Position) -> bool:
    """Has any own stone on the board a move?"""
    moves = Moves(
        0,
        0,
        position.own,
        position.closed,
        landing_squares(position),
        rules.path_rule,
        rules.bridge,
        rules.rosette_doubling,
    )
    return count(moves) > 0


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """Seneti gives no points (3.4)."""
    return 0
