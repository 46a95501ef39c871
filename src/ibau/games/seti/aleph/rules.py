"""Seti-Aleph: three files, figures that change sides, and ships (rulings.md section 1).

Squares are described in figures.py.  Actions:

    PLACE + square;  LIFT + square;  MOVE + from << 10 | to << 5 | re-entry square + 1, or 0 without one;  PASS
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, members, nth_bit
from ibau.core.chance import NO_CHANCE, Weights
from ibau.core.options import choice, switch
from ibau.core.outcome import FIRST, ONGOING, other
from ibau.core.phrase import N_
from ibau.games.seti.aleph.rulesets import ReentryChoice, ShipRows, ShipUnder
from ibau.games.seti.ends import End, end_of
from ibau.games.seti.figures import RANKS, goal_row, rank_of, reach_3
from ibau.games.seti.options import (
    NO_PROGRESS,
    PHARAOH_DIAGONAL,
    PRIEST_ORTHOGONAL,
    REPETITION,
    STALEMATE,
    Repetition,
    Stalemate,
)
from ibau.machine.rule import rule

FILES = 3
SQUARES = 30
BOARD = (1 << SQUARES) - 1
END_ROWS = 0b111 | 0b111 << 27
MIDDLE_FILE = 0o2222222222
SHIPS = 3  # in each reserve at the start

WHITE_START = 0b111
BROWN_START = 0b111 << 27
PHARAOHS_START = 0b010 | 0b010 << 27

PLACE = 0
LIFT = SQUARES
MOVE = 2 * SQUARES
PASS = MOVE + (1 << 15)
ACTIONS = PASS + 1
MOST_GROUPS = 2 + (1 + FILES) * 6  # of moves: ships, six figures, and PASS


class Kind(IntEnum):
    """Kinds of actions."""

    PLACE = 0
    LIFT = 1
    MOVE = 2
    PASS = 3


class Rules(NamedTuple):
    """The options in force."""

    no_progress_plies: Annotated[int, NO_PROGRESS]
    pharaoh_diagonal: Annotated[bool, PHARAOH_DIAGONAL]
    priest_orthogonal: Annotated[bool, PRIEST_ORTHOGONAL]
    reentry_choice: Annotated[
        ReentryChoice,
        choice(N_("Where a conquered figure re-enters on its conqueror's start row."), "SETI-8, C3, S0 §6"),
    ]
    repetition: Annotated[Repetition, REPETITION]
    ship_rows: Annotated[ShipRows, choice(N_("Where no death ship may be placed."), "SETI-5, C5, S0 §5c")]
    ship_under: Annotated[ShipUnder, choice(N_("Under whose figure a death ship may be placed."), "SETI-4, C4, S0 §5c")]
    stalemate: Annotated[Stalemate, STALEMATE]
    step_onto_ship: Annotated[
        bool, switch(N_("A figure may step onto a lone ship of its own side."), "SETI-6, S0 §5c", default=True)
    ]


class Position(NamedTuple):
    """A position from the side of the player to act."""

    own: int  # the squares of the figures of the player to act
    enemy: int
    pharaohs: int  # of both sides; the other figures are priests
    own_ships: int  # on the board
    enemy_ships: int
    own_reserve: int  # the number of ships next to the board
    enemy_reserve: int
    player: int
    pending: int  # the enemy figure that has arrived and must be conquered now, or 0
    quiet: int  # plies since the last conquest (C8)
    end: int  # End.GOAL if an arrival was not answered, else ONGOING


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none."""

    kind: int
    player: int
    source: int  # the square that a figure leaves
    arrival: int  # its new square
    taken: int  # the enemy figure that it conquers there
    reentry: int  # the square where that figure re-enters, on the player's side
    ship: int  # the ship that is placed, lifted or conquered
    again: int  # 0: the other player is next


class Moves(NamedTuple):
    """The legal moves by their parts, and the options that they depend on; PASS as 0 or 1."""

    places: int  # squares for a ship from the reserve
    lifts: int  # own ships
    figures: int  # own figures
    targets: int  # squares to which they may go without conquering a figure
    prey: int  # enemy figures that they may conquer
    occupied: int  # squares with a figure or a ship
    ships: int  # squares with a ship
    pharaohs: int
    player: int
    pharaoh_diagonal: int
    priest_orthogonal: int
    middle_first: int
    passes: int


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The start: three figures on each start row, ships in reserve, white to act (1.1)."""
    return Position(
        own=WHITE_START,
        enemy=BROWN_START,
        pharaohs=PHARAOHS_START,
        own_ships=0,
        enemy_ships=0,
        own_reserve=SHIPS,
        enemy_reserve=SHIPS,
        player=FIRST,
        pending=0,
        quiet=0,
        end=ONGOING,
    )


@rule
def turn(rules: Rules, position: Position) -> int:
    """The player to act; there is no chance."""
    return position.player


@rule
def actor(rules: Rules, position: Position) -> int:
    """The player whose turn it is."""
    return position.player


@rule
def chances(rules: Rules, position: Position) -> Weights:
    """No chances: white always begins (C12)."""
    return NO_CHANCE


@rule
def key(rules: Rules, position: Position) -> Position:
    """The position as it is compared for repetition: board, reserves, player and pending (C9)."""
    return position._replace(quiet=0, end=ONGOING)


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Does repetition count?  Then each position does, even the start and one with a pending arrival (C6, C9)."""
    return rules.repetition == Repetition.THREEFOLD_DRAW


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """False: every conquest can be reversed."""
    return False


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves: ships placed or lifted, figures moved; PASS with `stalemate=pass` if there is no other (1.2)."""
    ships = position.own_ships | position.enemy_ships
    return Moves(
        places=placing_squares(rules, position),
        lifts=position.own_ships,
        figures=position.own,
        targets=quiet_targets(rules, position),
        prey=position.enemy & ~ships,
        occupied=position.own | position.enemy | ships,
        ships=ships,
        pharaohs=position.pharaohs,
        player=position.player,
        pharaoh_diagonal=rules.pharaoh_diagonal,
        priest_orthogonal=rules.priest_orthogonal,
        middle_first=int(rules.reentry_choice == ReentryChoice.MIDDLE_FIRST),
        passes=int(rules.stalemate == Stalemate.PASS and not can_act(rules, position)),
    )


@rule
def placing_squares(rules: Rules, position: Position) -> int:
    """Where a ship may be placed: not on a ship or a goal row (SETI-5, C5), by option under any figure (SETI-4, C4)."""
    if not position.own_reserve:
        return 0
    squares = BOARD & ~(position.own_ships | position.enemy_ships)
    squares &= ~(END_ROWS if rules.ship_rows == ShipRows.NOT_END_ROWS else goal_row(FILES, position.player))
    return squares if rules.ship_under == ShipUnder.ANY else squares & ~position.enemy


@rule
def quiet_targets(rules: Rules, position: Position) -> int:
    """The squares without a figure; a lone enemy ship there is conquered, an own one stepped onto (SETI-6)."""
    free = BOARD & ~(position.own | position.enemy)
    return free if rules.step_onto_ship else free & ~position.own_ships


@rule
def can_act(rules: Rules, position: Position) -> bool:
    """Has the player any legal move except PASS?"""
    if position.own_ships or placing_squares(rules, position):
        return True
    targets = quiet_targets(rules, position) | position.enemy & ~position.enemy_ships
    figures = position.own
    while figures:
        figure = figures & -figures
        if reach_3(figure, position.pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal) & targets:
            return True
        figures ^= figure
    return False


@rule
def reach(moves: Moves, figure: int) -> int:
    """The squares that a figure reaches."""
    return reach_3(figure, moves.pharaohs, moves.pharaoh_diagonal, moves.priest_orthogonal)


@rule
def reentry_squares(moves: Moves, figure: int) -> int:
    """Where a figure that is conquered by `figure` may re-enter (SETI-8, SETI-9, SETI-11, C1, C2, C3).

    The square that the conqueror leaves counts as empty unless there is a ship on it.
    """
    empty = BOARD & ~(moves.occupied & ~(figure & ~moves.ships))
    if not moves.middle_first:
        row = empty & rank_of(FILES, 1 if moves.player == FIRST else RANKS)
        if row:
            return row
    for step in range(RANKS):
        row = empty & rank_of(FILES, step + 1 if moves.player == FIRST else RANKS - step)
        if row:
            return row & MIDDLE_FILE or row
    return 0


@rule
def count(moves: Moves) -> int:
    """The number of moves; the conquest of a figure counts once per re-entry square."""
    total = moves.places.bit_count() + moves.lifts.bit_count() + moves.passes
    figures = moves.figures
    while figures:
        figure = figures & -figures
        squares = reach(moves, figure)
        total += (squares & moves.targets).bit_count()
        if squares & moves.prey:
            total += (squares & moves.prey).bit_count() * reentry_squares(moves, figure).bit_count()
        figures ^= figure
    return total


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0."""
    size = moves.places.bit_count()
    if n < size:
        return PLACE + index(nth_bit(moves.places, n))
    n -= size
    size = moves.lifts.bit_count()
    if n < size:
        return LIFT + index(nth_bit(moves.lifts, n))
    n -= size
    figures = moves.figures
    while figures:
        figure = figures & -figures
        targets = reach(moves, figure) & moves.targets
        size = targets.bit_count()
        if n < size:
            return move_action(figure, nth_bit(targets, n), 0)
        n -= size
        prey = reach(moves, figure) & moves.prey
        if prey:
            squares = reentry_squares(moves, figure)
            size = squares.bit_count()
            while prey:
                if n < size:
                    return move_action(figure, prey & -prey, nth_bit(squares, n))
                n -= size
                prey &= prey - 1
        figures ^= figure
    return PASS


@rule
def groups(moves: Moves) -> int:
    """The number of groups: ships; per figure its quiet moves, and its conquests per re-entry square; PASS."""
    return 1 + (1 + FILES) * moves.figures.bit_count() + moves.passes


@rule
def group(moves: Moves, n: int) -> Group:
    """The n-th group, n from 0: ships placed and lifted; the targets or the prey of a figure; PASS."""
    if n == 0:
        return Group(PLACE, 1, moves.places | moves.lifts << LIFT)
    figure, kind = nth_bit(moves.figures, (n - 1) // (1 + FILES)), (n - 1) % (1 + FILES)
    if not figure:
        return Group(PASS, 1, 1)
    squares = reach(moves, figure)
    if kind == 0:
        return Group(move_action(figure, 1, 0), 32, squares & moves.targets)
    prey = squares & moves.prey
    reentry = nth_bit(reentry_squares(moves, figure), kind - 1) if prey else 0
    return Group(move_action(figure, 1, reentry), 32, prey if reentry else 0)


@rule
def move_action(source: int, target: int, reentry: int) -> int:
    """The action of a move by its squares, single bits; `reentry` is 0 unless a figure is conquered."""
    return MOVE + (index(source) << 10 | index(target) << 5 | reentry.bit_length())


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a ship is placed or lifted, a figure moved, or PASS."""
    if action < MOVE:
        return place_or_lift(position, action)
    if action == PASS:
        return next_player(position, 0, False)
    source, target, reentry = parts(action)
    return move(position, source, target, reentry)


@rule
def parts(action: int) -> tuple[int, int, int]:
    """The source, target and re-entry square of a move, as single bits; the last is 0 without a re-entry."""
    squares = action - MOVE
    return 1 << (squares >> 10), 1 << (squares >> 5 & 31), 1 << (squares & 31) >> 1


@rule
def place_or_lift(position: Position, action: int) -> Position:
    """The position after a ship is placed or lifted (SETI-16)."""
    placed = action < LIFT
    ship = 1 << (action if placed else action - LIFT)
    reserve = position.own_reserve + (-1 if placed else 1)
    return next_player(position._replace(own_ships=position.own_ships ^ ship, own_reserve=reserve), 0, False)


@rule
def move(position: Position, source: int, target: int, reentry: int) -> Position:
    """The position after a figure moves, and conquers a figure, which re-enters (SETI-10), or a lone ship (SETI-12)."""
    turned = position.enemy & target
    ship = position.enemy_ships & target
    pharaohs = position.pharaohs & ~(source | target)
    if position.pharaohs & source:
        pharaohs |= target
    if position.pharaohs & turned:
        pharaohs |= reentry
    after = position._replace(
        own=position.own ^ source | target | reentry,
        enemy=position.enemy ^ turned,
        pharaohs=pharaohs,
        enemy_ships=position.enemy_ships ^ ship,
        own_reserve=position.own_reserve + int(ship != 0),
    )
    return next_player(after, target, turned | ship != 0)


@rule
def next_player(position: Position, arrival: int, conquest: bool) -> Position:
    """The position for the next player: an unanswered arrival has won (SETI-13), a new one is pending (1.3.1, C13)."""
    unanswered = position.pending & ~arrival
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        own_ships=position.enemy_ships,
        enemy_ships=position.own_ships,
        own_reserve=position.enemy_reserve,
        enemy_reserve=position.own_reserve,
        player=other(position.player),
        pending=arrival & goal_row(FILES, position.player),
        quiet=0 if conquest else position.quiet + 1,
        end=End.GOAL.value if unanswered else ONGOING,
    )


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does: a ship is placed or lifted, a figure moved, or PASS."""
    player = position.player
    if action < LIFT:
        return ship_move(Kind.PLACE.value, player, 1 << action - PLACE)
    if action < MOVE:
        return ship_move(Kind.LIFT.value, player, 1 << action - LIFT)
    if action == PASS:
        return ship_move(Kind.PASS.value, player, 0)
    source, target, reentry = parts(action)
    return Move(
        kind=Kind.MOVE.value,
        player=player,
        source=source,
        arrival=target,
        taken=position.enemy & target,
        reentry=reentry,
        ship=position.enemy_ships & target,
        again=0,
    )


@rule
def ship_move(kind: int, player: int, ship: int) -> Move:
    """The decoded move of an action with a ship, or PASS."""
    return Move(kind, player, source=0, arrival=0, taken=0, reentry=0, ship=ship, again=0)


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome (C7)."""
    blocked = rules.stalemate != Stalemate.PASS and not can_act(rules, position)
    return end_of(rules, position, occurrences, blocked)


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """0: Seti gives no points (1.3)."""
    return 0


def list_moves(moves: Moves) -> Iterator[int]:
    """All moves, in the order of `nth`: by conquered figure, while groups are by re-entry square."""
    yield from (PLACE + square for square in members(moves.places))
    yield from (LIFT + square for square in members(moves.lifts))
    for source in members(moves.figures):
        figure = 1 << source
        squares, base = reach(moves, figure), MOVE + (source << 10)
        for target in members(squares & moves.targets):
            yield base + (target << 5)
        if prey := squares & moves.prey:
            again = tuple(members(reentry_squares(moves, figure)))
            yield from (base + (target << 5 | square + 1) for target in members(prey) for square in again)
    if moves.passes:
        yield PASS
