"""Seneti by its author's leaflet (rulings.md section 3).

Squares and their values are described in board.py.  A stack is a few bits of `stacks`: a 1, then one bit per stone from
the bottom up, 0 for FIRST's and 1 for SECOND's; so an empty stack is 1, and white below black is 0b101.  A covered
stone is always open, because only open stones can be landed on (3.3); so the set `closed` of squares is sufficient.

Actions:  ENTER + to;  EXIT + from;  MOVE + 21 * from + to.

A set of actions is eight words of 63 bits: action n is bit n % 63 of word n // 63.  A word has three rows with a bit
per square, on which an entry or a move ends, or an exit begins:

               bits 0..20    21..41    42..62
    hand       entries       exits     -
    from_1     from 1 *      2         3 *        * is a rosette, on which no stone rests
    from_4     4             5         6
    from_7     7             8         9
    from_10    10            11 *      12
    from_13    13            14        15 *
    from_16    16            17 *      18
    from_19    19            20        -
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, nth_bit
from ibau.core.chance import LOT, NO_CHANCE, Weights
from ibau.core.options import choice, switch, whole_number
from ibau.core.outcome import CHANCE, DRAW, FIRST, ONGOING, SECOND, Halt, ended, other
from ibau.core.phrase import N_
from ibau.games.seneti.board import BOARD, MUSEUM_VALUES, PARITY_VALUES, STACKS
from ibau.games.seneti.paths import (
    ANY_13,
    FROM_1,
    FROM_4,
    FROM_7,
    FROM_10,
    FROM_13,
    FROM_16,
    FROM_19,
    IN_4,
    IN_5,
    PARITY_13,
    ROW,
    STONE,
    reached,
)
from ibau.games.seneti.rulesets import Bridge, FirstPlayer, PathRule, Repetition, RosetteDoubling
from ibau.machine.rule import rule

STONES = 7  # of each player

ENTER = 0
EXIT = 21
MOVE = 42
ACTIONS = MOVE + 21 * 21
MOST_GROUPS = 8  # of moves

WORD = 3 * ROW  # actions of a word
EACH_ROW = 1 | 1 << ROW | 1 << 2 * ROW  # times a set of squares: that set in each row

# The place of each square's stack in `stacks`: a bit per stone it can hold (13 and 14: up to four), and the 1 below.
WIDTHS = tuple(5 if n in (13, 14) else value and value + 1 for n, value in enumerate(MUSEUM_VALUES))
OFFSETS = tuple(sum(WIDTHS[:n]) for n in range(21))
MASKS = tuple((1 << width) - 1 for width in WIDTHS)
EMPTY = sum(1 << offset for offset, width in zip(OFFSETS, WIDTHS, strict=True) if width)


class End(IntEnum):
    """Kinds of ends of Seneti."""

    IMMOBILE = 10


class Kind(IntEnum):
    """Kinds of actions."""

    LOT = 0
    ENTER = 1
    EXIT = 2
    MOVE = 3


class Rules(NamedTuple):
    """The options in force."""

    access_counts: Annotated[
        bool,
        switch(
            N_("The access square counts as the first of the five steps in, and as the last but one on the way out."),
            "SENETI-4, SENETI-5, C16, S1",
            default=True,
        ),
    ]
    bridge: Annotated[Bridge, choice(N_("Which symbols the two bridge squares 13 and 14 bear."), "SENETI-1, S1")]
    first_player: Annotated[FirstPlayer, choice(N_("Who begins."), "S1, C21")]
    max_plies: Annotated[
        int,
        whole_number(
            N_("The game is a draw after this many moves; 0 means never."),
            "C19",
            default="1000",
            sample_values=("40", "0"),
            is_addition=True,
        ),
    ]
    path_rule: Annotated[PathRule, choice(N_("How a stone may walk."), "SENETI-3, C14, C15, S1")]
    repetition: Annotated[
        Repetition, choice(N_("What happens when a position occurs for the third time."), "C20", is_addition=True)
    ]
    rosette_doubling: Annotated[
        RosetteDoubling,
        choice(
            N_("From which squares a count that would end on a rosette is doubled."),
            "SENETI-6, SENETI-7, C17, S1",
        ),
    ]


class Position(NamedTuple):
    """A position from the side of the player to act."""

    stacks: int  # all stones on the board, described above
    own: int  # squares whose top stone belongs to the player to act
    enemy: int
    closed: int  # squares whose top stone is closed
    full: int  # squares with as many stones as their value
    own_hand: int  # the number of stones in hand, all closed
    enemy_hand: int
    player: int
    begun: int  # 0 before lots are drawn
    plies: int


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int  # who acts, or is chosen by lot
    source: int  # the square that a stone leaves, 0 for the hand
    arrival: int  # its new square, 0 for the hand
    taken: int  # the enemy stone that it covers there
    closed: int  # 1 if the stone is closed afterwards, as all in hand are
    again: int  # 1 if the chosen player is to act afterwards: after the lot


class Board(NamedTuple):
    """The fields of a position that a ply changes on the board."""

    stacks: int
    own: int
    enemy: int
    closed: int
    full: int


class Moves(NamedTuple):
    """A set of actions, described above."""

    hand: int
    from_1: int
    from_4: int
    from_7: int
    from_10: int
    from_13: int
    from_16: int
    from_19: int


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The empty board, before lots are drawn unless `first_player` decides who begins (3.2, C21)."""
    player = SECOND if rules.first_player == FirstPlayer.SECOND else FIRST
    return empty_board(player, int(rules.first_player != FirstPlayer.LOT))


@rule
def empty_board(player: int, begun: int) -> Position:
    """The position before the first entry."""
    return Position(
        stacks=EMPTY,
        own=0,
        enemy=0,
        closed=0,
        full=0,
        own_hand=STONES,
        enemy_hand=STONES,
        player=player,
        begun=begun,
        plies=0,
    )


@rule
def turn(rules: Rules, position: Position) -> int:
    """FIRST or SECOND, or CHANCE when lots are drawn."""
    return position.player if position.begun else CHANCE


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is; CHANCE when lots are drawn."""
    return position.player if position.begun else CHANCE


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """Equal chances of both lots (3.2)."""
    return NO_CHANCE if position.begun else LOT


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position as it is compared for repetition: stacks with sides, hands and player, without the ply count."""
    return Position(
        stacks=position.stacks,
        own=position.own,
        enemy=position.enemy,
        closed=position.closed,
        full=position.full,
        own_hand=position.own_hand,
        enemy_hand=position.enemy_hand,
        player=position.player,
        begun=1,
        plies=0,
    )


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Is it a decision, each of which counts as an occurrence (C20)?"""
    return rules.repetition == Repetition.THREEFOLD_DRAW and position.begun != 0


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """False: every stone can return to where it was."""
    return False


# --- The board -----------------------------------------------------------------------------------------------------


@rule
def value_of(rules: Rules, square: int) -> int:
    """The value of a square: the steps of a move from it, and the most stones on it (SENETI-1, SENETI-11)."""
    return PARITY_VALUES[square] if rules.bridge == Bridge.PARITY else MUSEUM_VALUES[square]


@rule
def stack_on(stacks: int, square: int) -> int:
    """The stack of a square: a 1, then the owners of its stones from the bottom up."""
    return stacks >> OFFSETS[square] & MASKS[square]


@rule
def landing_squares(position: Position) -> int:
    """The squares a stone may end on: no rosette, no closed stone, not full (3.3, SENETI-11)."""
    return STACKS & ~position.closed & ~position.full


@rule
def connected(rules: Rules, closed: int) -> int:
    """The squares with a passable path from outside, for entries and, reversed, for exits (SENETI-4, SENETI-5)."""
    if rules.access_counts:
        return reached(rules.path_rule, IN_4, closed)
    return reached(rules.path_rule, IN_5, closed)


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: entries, exits and moves on the board; there is no passing (3.3)."""
    path_rule = rules.path_rule
    missing = position.closed | (BOARD & ~position.own) << STONE
    landing = landing_squares(position) * EACH_ROW
    return Moves(
        hand=entries_and_exits(rules, position),
        from_1=reached(path_rule, FROM_1, missing) & landing,
        from_4=reached(path_rule, FROM_4, missing) & landing,
        from_7=reached(path_rule, FROM_7, missing) & landing,
        from_10=reached(path_rule, FROM_10, missing) & landing,
        from_13=reached_from_13(rules, missing) & landing,
        from_16=reached(path_rule, FROM_16, missing) & landing,
        from_19=reached(path_rule, FROM_19, missing) & landing,
    )


@rule
def entries_and_exits(rules: Rules, position: Position) -> int:
    """The legal entries of stones in hand, and exits of open stones (3.3), as a word."""
    ways = connected(rules, position.closed)
    entries = ways & landing_squares(position) if position.own_hand else 0
    exits = ways & position.own & ~position.closed
    return entries << ENTER | exits << EXIT


@rule
def reached_from_13(rules: Rules, missing: int) -> int:
    """Where the paths from 13 and 14 lead, by the options of the bridge and of doubling (SENETI-1, SENETI-6)."""
    if rules.bridge == Bridge.PARITY:
        return reached(rules.path_rule, PARITY_13, missing)
    if rules.rosette_doubling == RosetteDoubling.ANY:
        return reached(rules.path_rule, ANY_13, missing)
    return reached(rules.path_rule, FROM_13, missing)


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    total = 0
    for actions in moves:
        total += actions.bit_count()
    return total


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0."""
    for word, actions in enumerate(moves):
        here = actions.bit_count()
        if n < here:
            return WORD * word + index(nth_bit(actions, n))
        n -= here
    return -1


@rule
def groups(moves: Moves) -> int:
    """The number of groups: one per word."""
    return MOST_GROUPS


@rule
def group(moves: Moves, n: int) -> Group:
    """The actions of a word."""
    return Group(WORD * n, 1, moves[n])


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a lot, an entry, an exit or a move."""
    if not position.begun:
        return empty_board(action, 1)
    player = position.player
    board = Board(
        stacks=position.stacks, own=position.own, enemy=position.enemy, closed=position.closed, full=position.full
    )
    if action < EXIT:
        return next_player(position, put(rules, board, player, action - ENTER, 0), -1)
    if action < MOVE:
        return next_player(position, lift(board, player, action - EXIT), 1)
    source, target = (action - MOVE) // 21, (action - MOVE) % 21
    closes = int(position.closed >> source & 1 == 0)  # every ply turns the stone (SENETI-13)
    return next_player(position, put(rules, lift(board, player, source), player, target, closes), 0)


@rule
def lift(board: Board, player: int, square: int) -> Board:
    """Take the player's top stone off a square; the stone below, always open, is the new top (SENETI-16)."""
    stack = stack_on(board.stacks, square)
    below = stack >> 1
    place = 1 << square
    uncovered = place if below > 1 else 0
    own_below = uncovered if below & 1 == player else 0
    return Board(
        stacks=board.stacks ^ (stack ^ below) << OFFSETS[square],
        own=board.own & ~place | own_below,
        enemy=board.enemy | uncovered & ~own_below,
        closed=board.closed & ~place,
        full=board.full & ~place,
    )


@rule
def put(rules: Rules, board: Board, player: int, square: int, closed: int) -> Board:
    """Put a stone of the player on top of a square's stack."""
    stack = stack_on(board.stacks, square)
    higher = stack << 1 | player
    place = 1 << square
    full = place if higher.bit_length() - 1 == value_of(rules, square) else 0
    return Board(
        stacks=board.stacks ^ (stack ^ higher) << OFFSETS[square],
        own=board.own | place,
        enemy=board.enemy & ~place,
        closed=board.closed | (place if closed else 0),
        full=board.full | full,
    )


@rule
def next_player(position: Position, board: Board, to_hand: int) -> Position:
    """The position for the next player; `to_hand` is the change of the number of stones in the last one's hand."""
    return Position(
        stacks=board.stacks,
        own=board.enemy,
        enemy=board.own,
        closed=board.closed,
        full=board.full,
        own_hand=position.enemy_hand,
        enemy_hand=position.own_hand + to_hand,
        player=other(position.player),
        begun=1,
        plies=position.plies + 1,
    )


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does: a lot, an entry, an exit or a move."""
    if not position.begun:
        return Move(Kind.LOT.value, player=action, source=0, arrival=0, taken=0, closed=0, again=1)
    start, end = source_and_arrival(action)
    source, arrival = 1 << start & BOARD, 1 << end & BOARD
    closes = source & ~position.closed if arrival else source  # every ply turns the stone (SENETI-13)
    return Move(
        kind=kind_of(action),
        player=position.player,
        source=source,
        arrival=arrival,
        taken=position.enemy & arrival,
        closed=int(closes != 0),
        again=0,
    )


@rule
def kind_of(action: int) -> int:
    """The kind of a player's action."""
    if action < EXIT:
        return Kind.ENTER.value
    return Kind.EXIT.value if action < MOVE else Kind.MOVE.value


@rule
def source_and_arrival(action: int) -> tuple[int, int]:
    """The numbers of a stone's old and new square, 0 for the hand."""
    if action < EXIT:
        return 0, action - ENTER
    if action < MOVE:
        return action - EXIT, 0
    return (action - MOVE) // 21, (action - MOVE) % 21


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome, checking the kinds of ends in the order of C18 (SENETI-14)."""
    if not position.begun:
        return ONGOING
    if not can_act(rules, position):
        return ended(other(position.player), End.IMMOBILE)  # 3.4
    if occurrences >= 3:
        return ended(DRAW, Halt.REPETITION)
    if rules.max_plies and position.plies >= rules.max_plies:
        return ended(DRAW, Halt.CAP)
    return ONGOING


@rule
def can_act(rules: Rules, position: Position) -> bool:
    """Has the player any legal move?  Entries and exits are checked first, as there is nearly always one."""
    return entries_and_exits(rules, position) != 0 or count(moves(rules, position)) > 0


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """0: Seneti gives no points (3.4)."""
    return 0
