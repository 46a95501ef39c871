"""Seega by the Geoludie booklet (rulings.md section 7).

A set of squares is an int with a bit per square:

    rank 5   20 21 22 23 24
    rank 4   15 16 17 18 19
    rank 3   10 11 12 13 14      12 is the centre, c3
    rank 2    5  6  7  8  9
    rank 1    0  1  2  3  4
              a  b  c  d  e

Actions:  0..24 place on that square;  25 + 4 * square + direction  step;  STOP  a chain;  PASS.
"""

from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, members, nth_bit
from ibau.core.chance import LOT, NO_CHANCE, Weights
from ibau.core.options import choice, switch, whole_number
from ibau.core.outcome import CHANCE, DRAW, FIRST, ONGOING, SECOND, Halt, ended, other
from ibau.core.phrase import N_
from ibau.games.seega.rulesets import BlockedRule, Chain, FirstMover, FirstPlayer, Repetition, SmallVictory
from ibau.machine.rule import rule

BOARD = (1 << 25) - 1
CENTRE = 1 << 12
FILE_A = 0b00001_00001_00001_00001_00001
FILE_E = FILE_A << 4
INNER_RANKS = 0b00000_00001_00001_00001_00000  # where the full ranks 2, 3, 4 begin
INNER_FILES = 0b01110  # where the full files b, c, d begin
RANK = 0b11111

PIECES = 12  # of each player
ALL_PLACED = 2 * PIECES
BEFORE_LOT = -1

SOUTH, NORTH, WEST, EAST = range(4)
STEP = 25
STOP = STEP + 100
PASS = STOP + 1
ACTIONS = PASS + 1
MOST_GROUPS = 4  # of moves
HALF = 13  # squares whose steps fit into one word


class End(IntEnum):
    """Kinds of ends of Seega."""

    MAJOR = 10
    GRAND = 11
    SMALL = 12
    IMMOBILE = 13


class Kind(IntEnum):
    """Kinds of actions."""

    LOT = 0
    PLACE = 1
    STEP = 2
    STOP = 3
    PASS = 4


class Rules(NamedTuple):
    """The options in force."""

    blocked_rule: Annotated[BlockedRule, choice(N_("What happens when a player cannot move any piece."), "SEEGA-9, S4")]
    capture_in_placement: Annotated[
        bool, switch(N_("Pieces can be captured while the board is being filled."), "SEEGA-11, S4", default=False)
    ]
    centre_captures: Annotated[bool, switch(N_("A piece on the centre helps to capture."), "SEEGA-8, S4", default=True)]
    centre_refuge: Annotated[bool, switch(N_("A piece on the centre cannot be captured."), "SEEGA-8, S4", default=True)]
    chain: Annotated[Chain, choice(N_("Whether a piece that captured goes on capturing."), "SEEGA-5, S4")]
    first_mover: Annotated[FirstMover, choice(N_("Who moves first once the board is filled."), "SEEGA-2, S4")]
    first_player: Annotated[FirstPlayer, choice(N_("Who places first."), "SEEGA-1, C23")]
    forced_capture: Annotated[bool, switch(N_("A player who can capture must capture."), "SEEGA-4, S4", default=True)]
    grand_victory: Annotated[
        bool,
        switch(
            N_("When the game cannot go on, the player with more pieces wins; without this rule it is a draw."),
            "SEEGA-16, S4",
            default=True,
        ),
    ]
    max_turns: Annotated[
        int,
        whole_number(
            N_("The game ends after this many turns; 0 means never."),
            "C36",
            default="0",
            sample_values=("60", "15"),
            is_addition=True,
        ),
    ]
    no_progress_plies: Annotated[
        int,
        whole_number(
            N_("The game ends after this many moves in a row without a capture; 0 means never."),
            "SEEGA-16, C33",
            default="40",
            sample_values=("12", "4", "0"),
            is_addition=True,
        ),
    ]
    repetition: Annotated[
        Repetition, choice(N_("What happens when a position occurs for the third time."), "C40", is_addition=True)
    ]
    small_victory: Annotated[
        SmallVictory,
        choice(N_("What a line of one side's pieces across the board does."), "SEEGA-12, SEEGA-14, S4"),
    ]


class Position(NamedTuple):
    """A position from the side of the player to act."""

    own: int  # the squares of the pieces of the player to act
    enemy: int
    player: int  # to act
    placed: int  # pieces placed by both; BEFORE_LOT, then 0..24
    runner: int  # the piece in the middle of a chain, or 0
    waiting: int  # 1 while the other player has passed and waits for a move to be opened (C40)
    quiet: int  # plies without capture (C33)
    turns: int  # finished turns (C36)
    end: int  # End.SMALL or End.GRAND if the last ply caused it, else ONGOING


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int  # who acts, or is chosen by lot
    source: int  # of a step
    arrival: int  # of a step or placement
    taken: int  # the captured pieces
    again: int  # 1 if the same player is to act afterwards


class Moves(NamedTuple):
    """Squares to place on, pieces that can step in each direction, and STOP and PASS as 0 or 1."""

    places: int
    south: int
    north: int
    west: int
    east: int
    stop: int
    passes: int


NO_MOVES = Moves(places=0, south=0, north=0, west=0, east=0, stop=0, passes=0)


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The empty board, before lots are drawn unless `first_player` decides who places first (SEEGA-1, C23)."""
    placed = BEFORE_LOT if rules.first_player == FirstPlayer.LOT else 0
    player = SECOND if rules.first_player == FirstPlayer.SECOND else FIRST
    return empty_board(player, placed)


@rule
def empty_board(player: int, placed: int) -> Position:
    """The position before the first placement."""
    return Position(own=0, enemy=0, player=player, placed=placed, runner=0, waiting=0, quiet=0, turns=0, end=ONGOING)


@rule
def turn(rules: Rules, position: Position) -> int:
    """FIRST or SECOND, or CHANCE when lots are drawn."""
    return CHANCE if position.placed == BEFORE_LOT else position.player


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is; CHANCE when lots are drawn."""
    return CHANCE if position.placed == BEFORE_LOT else position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """Equal chances of both lots (SEEGA-1)."""
    return LOT if position.placed == BEFORE_LOT else NO_CHANCE


@rule
def placing(position: Position) -> bool:
    """Is it the placing phase?"""
    return position.placed < ALL_PLACED


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position as it is compared for repetition: board, player, chain and waiting, without counters (C40)."""
    return Position(
        own=position.own,
        enemy=position.enemy,
        player=position.player,
        placed=position.placed,
        runner=position.runner,
        waiting=position.waiting,
        quiet=0,
        turns=0,
        end=ONGOING,
    )


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Is it a decision of the movement phase, which counts as an occurrence (C40)?"""
    return rules.repetition == Repetition.THREEFOLD_COUNT and not placing(position)


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """Was the last ply a capture (C33), so that no earlier position can recur?"""
    return position.quiet == 0


# --- The board -----------------------------------------------------------------------------------------------------


@rule
def step(squares: int, direction: int) -> int:
    """A set of squares shifted by one step in a direction, without those that leave the board."""
    if direction == SOUTH:
        return squares >> 5
    if direction == NORTH:
        return squares << 5 & BOARD
    if direction == WEST:
        return (squares & ~FILE_A) >> 1
    return (squares & ~FILE_E) << 1


@rule
def back(squares: int, direction: int) -> int:
    """A set of squares shifted by one step against a direction."""
    return step(squares, direction ^ 1)


@rule
def neighbours(squares: int) -> int:
    """The orthogonal neighbours of a set of squares (7.1)."""
    return squares >> 5 | squares << 5 & BOARD | (squares & ~FILE_A) >> 1 | (squares & ~FILE_E) << 1


@rule
def empty_squares(position: Position) -> int:
    """All squares without a piece."""
    return BOARD & ~(position.own | position.enemy)


@rule
def can_step(pieces: int, empty: int) -> bool:
    """Has a piece an empty neighbour?"""
    return neighbours(pieces) & empty != 0


# --- Capture -------------------------------------------------------------------------------------------------------


@rule
def prey(rules: Rules, enemy: int) -> int:
    """Enemies that can be captured: the centre is a refuge (SEEGA-8)."""
    return enemy & ~CENTRE if rules.centre_refuge else enemy


@rule
def partners(rules: Rules, own: int) -> int:
    """Own pieces that help to capture; whether one on the centre does is an option (SEEGA-8, C28)."""
    return own if rules.centre_captures else own & ~CENTRE


@rule
def captured_by(rules: Rules, arrival: int, own: int, enemy: int) -> int:
    """Enemies between the arriving piece and another own piece, in a straight line (7.3, SEEGA-7)."""
    victims = prey(rules, enemy)
    helpers = partners(rules, own)
    taken = 0
    for direction in range(4):
        victim = step(arrival, direction) & victims
        if step(victim, direction) & helpers:
            taken |= victim
    return taken


@rule
def capturing_squares(rules: Rules, own: int, enemy: int) -> int:
    """The squares on which an arriving own piece captures."""
    victims = prey(rules, enemy)
    helpers = partners(rules, own)
    found = 0
    for direction in range(4):
        found |= back(victims & back(helpers, direction), direction)
    return found


@rule
def can_capture(rules: Rules, piece: int, own: int, enemy: int) -> bool:
    """Can a piece capture by a step?"""
    return can_step(piece, BOARD & ~(own | enemy) & capturing_squares(rules, own, enemy))


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: placements, steps, STOP within a chain, or PASS."""
    if placing(position):
        return NO_MOVES._replace(places=empty_squares(position) & ~CENTRE)
    if position.runner:
        return chain_steps(rules, position)
    return steps_or_pass(rules, position)


@rule
def chain_steps(rules: Rules, position: Position) -> Moves:
    """The piece that captured goes on capturing (SEEGA-5, SEEGA-6), or may stop (C27)."""
    targets = empty_squares(position) & capturing_squares(rules, position.own, position.enemy)
    return steps(position.runner, targets, stop=int(rules.chain == Chain.OPTIONAL))


@rule
def steps_or_pass(rules: Rules, position: Position) -> Moves:
    """Steps to a neighbouring empty square, captures first (SEEGA-4); a blocked player passes (SEEGA-9)."""
    empty = empty_squares(position)
    if not can_step(position.own, empty):
        return NO_MOVES._replace(passes=1)
    if opening_is_due(rules, position):
        return steps(opening_pieces(position), empty)
    if rules.forced_capture:
        captures = empty & capturing_squares(rules, position.own, position.enemy)
        if can_step(position.own, captures):
            return steps(position.own, captures)
    return steps(position.own, empty)


@rule
def steps(pieces: int, targets: int, stop: int = 0) -> Moves:
    """The pieces that reach a target, by direction; and STOP."""
    return Moves(
        places=0,
        south=pieces & back(targets, SOUTH),
        north=pieces & back(targets, NORTH),
        west=pieces & back(targets, WEST),
        east=pieces & back(targets, EAST),
        stop=stop,
        passes=0,
    )


@rule
def opening_is_due(rules: Rules, position: Position) -> bool:
    """Must the player open a move for the other one, who has passed (SEEGA-9 `must_open`)?"""
    return position.waiting != 0 and rules.blocked_rule == BlockedRule.MUST_OPEN


@rule
def opening_pieces(position: Position) -> int:
    """Own pieces next to a blocked enemy, whose steps open a move for it, and no others do (C41)."""
    return position.own & neighbours(position.enemy)


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    return (
        moves.places.bit_count()
        + moves.south.bit_count()
        + moves.north.bit_count()
        + moves.west.bit_count()
        + moves.east.bit_count()
        + moves.stop
        + moves.passes
    )


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0."""
    if moves.places:
        return index(nth_bit(moves.places, n))
    for direction in range(4):
        pieces = moves[1 + direction]
        size = pieces.bit_count()
        if n < size:
            return STEP + 4 * index(nth_bit(pieces, n)) + direction
        n -= size
    return STOP if moves.stop else PASS


@rule
def groups(moves: Moves) -> int:
    """Four groups: placements, steps from the first HALF squares, from the others, and STOP and PASS."""
    return MOST_GROUPS


@rule
def group(moves: Moves, n: int) -> Group:
    """The n-th group, n from 0."""
    if n == 0:
        return Group(0, 1, moves.places)
    if n == 1:
        return Group(STEP, 1, steps_from(moves, 0))
    if n == 2:
        return Group(STEP + 4 * HALF, 1, steps_from(moves, HALF))
    return Group(STOP, 1, moves.stop | moves.passes << 1)


@rule
def steps_from(moves: Moves, square: int) -> int:
    """The steps from HALF squares, beginning with `square`, four bits per square: south, north, west, east."""
    steps = 0
    for direction in range(4):
        steps |= every_fourth_bit(moves[1 + direction] >> square & (1 << HALF) - 1) << direction
    return steps


@rule
def every_fourth_bit(bits: int) -> int:
    """Move bit n to 4n, for HALF bits."""
    bits = (bits | bits << 24) & 0x000000FF000000FF
    bits = (bits | bits << 12) & 0x000F000F000F000F
    bits = (bits | bits << 6) & 0x0303030303030303
    return (bits | bits << 3) & 0x1111111111111111


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after an action: a lot, a placement, a step, STOP or PASS."""
    if position.placed == BEFORE_LOT:
        return empty_board(action, 0)
    if action < STEP:
        return place(rules, position, 1 << action)
    if action < STOP:
        return move(rules, position, 1 << (action - STEP >> 2), action - STEP & 3)
    if action == STOP:
        return end_of_turn(rules, position, position.own, position.enemy, position.quiet + 1)
    return pass_turn(rules, position)


@rule
def place(rules: Rules, position: Position, square: int) -> Position:
    """Place a piece; a turn is two placements (SEEGA-19, C24)."""
    own = position.own | square
    enemy = position.enemy
    if rules.capture_in_placement:
        enemy &= ~captured_by(rules, square, own, enemy)  # SEEGA-11
    placed = position.placed + 1
    goes_on = placed % 2 == 1 or (placed == ALL_PLACED and rules.first_mover == FirstMover.LAST_PLACER)  # SEEGA-2
    over = int(not goes_on)  # and counted (C36)
    to_act, to_wait = (enemy, own) if over else (own, enemy)
    return position._replace(
        own=to_act, enemy=to_wait, player=position.player ^ over, placed=placed, turns=position.turns + over
    )


@rule
def move(rules: Rules, position: Position, source: int, direction: int) -> Position:
    """Step and capture; the turn goes on while the same piece can capture (7.2, SEEGA-5, C26)."""
    arrival = step(source, direction)
    own = position.own ^ source | arrival
    taken = captured_by(rules, arrival, own, position.enemy)
    enemy = position.enemy ^ taken
    quiet = 0 if taken else position.quiet + 1
    if taken and rules.chain != Chain.NONE and can_capture(rules, arrival, own, enemy):
        return position._replace(own=own, enemy=enemy, runner=arrival, quiet=quiet, end=ONGOING)
    return end_of_turn(rules, position, own, enemy, quiet)


@rule
def end_of_turn(rules: Rules, position: Position, own: int, enemy: int, quiet: int) -> Position:
    """Check for a small victory (C39), and pass the turn on unless the other player stays blocked (C31)."""
    end = End.SMALL.value if has_small_victory(rules, own, enemy) else ONGOING
    stays_blocked = position.waiting != 0 and not can_step(enemy, BOARD & ~(own | enemy))
    waiting = int(stays_blocked and rules.blocked_rule == BlockedRule.EXTRA_TURNS)
    over = int(not waiting)  # and counted (C36)
    to_act, to_wait = (enemy, own) if over else (own, enemy)
    return Position(
        own=to_act,
        enemy=to_wait,
        player=position.player ^ over,
        placed=ALL_PLACED,
        runner=0,
        waiting=waiting,
        quiet=quiet,
        turns=position.turns + over,
        end=end,
    )


@rule
def pass_turn(rules: Rules, position: Position) -> Position:
    """A blocked player passes; if the other player cannot open a move, the game is over (SEEGA-9, C29)."""
    waiting = int(rules.blocked_rule == BlockedRule.MUST_OPEN or rules.blocked_rule == BlockedRule.EXTRA_TURNS)
    end = End.GRAND.value if rules.blocked_rule == BlockedRule.MUST_OPEN and not can_open(position) else ONGOING
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        player=other(position.player),
        waiting=waiting,
        quiet=position.quiet + 1,
        turns=position.turns + 1,
        end=end,
    )


@rule
def can_open(position: Position) -> bool:
    """Can the other player open a move for the player to act (SEEGA-9)?"""
    return can_step(position.enemy & neighbours(position.own), empty_squares(position))


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does; captures and the next turn are found by `play`."""
    if position.placed == BEFORE_LOT:
        return Move(Kind.LOT.value, player=action, source=0, arrival=0, taken=0, again=1)
    source, arrival = squares_of(action)
    after = play(rules, position, action)
    again = after.player == position.player
    return Move(
        kind=kind_of(action),
        player=position.player,
        source=source,
        arrival=arrival,
        taken=position.enemy ^ (after.enemy if again else after.own),
        again=int(again),
    )


@rule
def kind_of(action: int) -> int:
    """The kind of an action, except a lot."""
    if action < STEP:
        return Kind.PLACE.value
    if action < STOP:
        return Kind.STEP.value
    return Kind.STOP.value if action == STOP else Kind.PASS.value


@rule
def squares_of(action: int) -> tuple[int, int]:
    """The source and arrival of a step; 0 and the square of a placement; 0 and 0 for STOP and PASS."""
    if action < STEP:
        return 0, 1 << action
    if action >= STOP:
        return 0, 0
    source = 1 << (action - STEP >> 2)
    return source, step(source, action - STEP & 3)


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def has_small_victory(rules: Rules, own: int, enemy: int) -> bool:
    """Has the mover a wall that wins (SEEGA-12)?"""
    if rules.small_victory == SmallVictory.OFF:
        return False
    if rules.small_victory == SmallVictory.FLOOD:
        return sealed_squares(own, enemy).bit_count() >= 3
    if not has_dividing_line(own, enemy):
        return False
    return rules.small_victory == SmallVictory.LITERAL or own.bit_count() > enemy.bit_count()


@rule
def has_dividing_line(own: int, enemy: int) -> bool:
    """A full inner rank or file with no enemy on one of its sides (7.4, SEEGA-13, SEEGA-15a)."""
    ranks = own & own >> 1 & own >> 2 & own >> 3 & own >> 4 & INNER_RANKS
    files = own & own >> 5 & own >> 10 & own >> 15 & own >> 20 & INNER_FILES
    if not ranks | files:
        return False
    while ranks:
        first = ranks & -ranks  # the line's square on file a; everything below it comes before the line
        if not enemy & (first - 1) or not enemy & ~((first << 5) - 1):
            return True
        ranks ^= first
    while files:
        foot = files & -files  # the line's square on rank 1
        if not enemy & FILE_A * (foot - 1) or not enemy & FILE_A * (RANK & ~(2 * foot - 1)):
            return True
        files ^= foot
    return False


@rule
def sealed_squares(own: int, enemy: int) -> int:
    """Empty squares that the enemy, spreading over squares not held by the mover, cannot reach (C32)."""
    reached = enemy
    wider = enemy | neighbours(enemy) & ~own
    while wider != reached:
        reached = wider
        wider = reached | neighbours(reached) & ~own
    return BOARD & ~own & ~reached


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome, checking the kinds of ends in the order of C34."""
    if placing(position):
        return outcome_while_placing(rules, position)
    if not position.own or not position.enemy:
        return ended(position.player if position.own else other(position.player), End.MAJOR)
    if position.runner:
        return ONGOING
    if position.end:
        return more_pieces_wins(rules, position, position.end)
    if rules.grand_victory and position.own.bit_count() == 1 and position.enemy.bit_count() == 1:
        return ended(DRAW, End.GRAND)
    if rules.blocked_rule == BlockedRule.LOSS and not can_step(position.own, empty_squares(position)):
        return ended(other(position.player), End.IMMOBILE)  # C30
    if occurrences >= 3:
        return more_pieces_wins(rules, position, Halt.REPETITION)
    if rules.no_progress_plies and position.quiet >= rules.no_progress_plies:
        return more_pieces_wins(rules, position, Halt.NO_PROGRESS)
    if rules.max_turns and position.turns >= rules.max_turns:
        return more_pieces_wins(rules, position, Halt.CAP)
    return ONGOING


@rule
def outcome_while_placing(rules: Rules, position: Position) -> int:
    """The outcome while placing: a side without pieces on the board and in hand (C37), or the cap."""
    if position.placed == ALL_PLACED - 1 and not position.enemy:
        return ended(position.player, End.MAJOR)
    if rules.max_turns and position.turns >= rules.max_turns:
        return more_pieces_wins(rules, position, Halt.CAP)
    return ONGOING


@rule
def more_pieces_wins(rules: Rules, position: Position, end: int) -> int:
    """The outcome by the count of pieces (SEEGA-14, SEEGA-18), with those in hand (C38); a draw by option (C35)."""
    if end != End.SMALL and not rules.grand_victory:
        return ended(DRAW, end)
    own = position.own.bit_count() + in_hand(position, position.player)
    enemy = position.enemy.bit_count() + in_hand(position, other(position.player))
    if own == enemy:
        return ended(DRAW, end)
    return ended(position.player if own > enemy else other(position.player), end)


@rule
def in_hand(position: Position, player: int) -> int:
    """The number of pieces a player has still to place: turns of two alternate, and the player to act is next."""
    if not 0 <= position.placed < ALL_PLACED:
        return 0
    left = ALL_PLACED - position.placed
    full_turns = (left + 1) // 2  # turns of two that are still to come, the one begun included
    his_turns = (full_turns + 1) // 2 if player == position.player else full_turns // 2
    begun = left % 2 if player == position.player else 0
    return 2 * his_turns - begun


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """0: Seega gives no points (SEEGA-17)."""
    return 0


def list_moves(moves: Moves) -> list[int]:
    """All moves, in the order of `nth`: by directions, while groups are by squares."""
    actions = list(members(moves.places))
    for direction, pieces in enumerate((moves.south, moves.north, moves.west, moves.east)):
        actions += [STEP + 4 * square + direction for square in members(pieces)]
    return actions + [STOP] * moves.stop + [PASS] * moves.passes
