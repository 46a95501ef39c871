"""Seti-Beth: five files, no ships; conquered figures leave the game (rulings.md section 2).

Squares are described in figures.py.  Actions:  50 * from + to;  PASS.
"""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from ibau.core.bits import Group, index, members, nth_bit
from ibau.core.chance import NO_CHANCE, Weights
from ibau.core.options import choice
from ibau.core.outcome import FIRST, ONGOING, other
from ibau.core.phrase import N_
from ibau.games.seti.beth.rulesets import Pharaohs, SetupTwo
from ibau.games.seti.ends import End, end_of
from ibau.games.seti.figures import goal_row, reach_5
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

FILES = 5
SQUARES = 50
BOARD = (1 << SQUARES) - 1

PASS = SQUARES * SQUARES
ACTIONS = PASS + 1
MOST_GROUPS = 7  # of moves: six figures, and PASS


class Rules(NamedTuple):
    """The options in force."""

    no_progress_plies: Annotated[int, NO_PROGRESS]
    pharaoh_diagonal: Annotated[bool, PHARAOH_DIAGONAL]
    pharaohs: Annotated[Pharaohs, choice(N_("How many pharaohs each player has."), "BETH-1, S0 §9")]
    priest_orthogonal: Annotated[bool, PRIEST_ORTHOGONAL]
    repetition: Annotated[Repetition, REPETITION]
    setup_two: Annotated[
        SetupTwo,
        choice(
            N_("How two pharaohs and four high priests are set up; has no effect with one pharaoh."),
            "BETH-3, C12, S0 §9",
        ),
    ]
    stalemate: Annotated[Stalemate, STALEMATE]


class Position(NamedTuple):
    """A position from the side of the player to act."""

    own: int  # the squares of the figures of the player to act
    enemy: int
    pharaohs: int  # of both sides; the other figures are priests
    player: int
    pending: int  # the enemy figure that has arrived and must be conquered now, or 0
    quiet: int  # plies since the last conquest (C8)
    end: int  # End.GOAL if an arrival was not answered, else ONGOING


class Move(NamedTuple):
    """What an action does; a square is a single bit, 0 for none, as all are for PASS."""

    player: int
    source: int  # the square that a figure leaves
    arrival: int  # its new square
    taken: int  # the enemy figure that it conquers there
    again: int  # 0: the other player is next


class Moves(NamedTuple):
    """The legal moves by their parts: own figures, target squares, and options; PASS as 0 or 1."""

    figures: int
    targets: int
    pharaohs: int
    pharaoh_diagonal: int
    priest_orthogonal: int
    passes: int


# --- Start, turns and chance ---------------------------------------------------------------------------------------


@rule
def start(rules: Rules) -> Position:
    """The start, white to act; the setup depends on the number of pharaohs (BETH-1, BETH-2, BETH-3)."""
    if rules.pharaohs == Pharaohs.ONE:
        white, brown, pharaohs = 0b11111, 0b11111 << 45, 0b00100 | 0b00100 << 45
    elif rules.setup_two == SetupTwo.DOUBLE_ROW:
        white, brown = 0b01110_01110, 0b01110_01110 << 40
        pharaohs = 0b00100_00100 | 0b00100_00100 << 40
    else:
        white, brown = 0b00100_11111, 0b11111_00100 << 40
        pharaohs = 0b00100_00100 | 0b00100_00100 << 40
    return Position(own=white, enemy=brown, pharaohs=pharaohs, player=FIRST, pending=0, quiet=0, end=ONGOING)


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
    """The position as it is compared for repetition: board, player and pending (C9)."""
    return position._replace(quiet=0, end=ONGOING)


@rule
def occurs(rules: Rules, position: Position) -> bool:
    """Does repetition count?  Then each position does, even the start and one with a pending arrival (C6, C9)."""
    return rules.repetition == Repetition.THREEFOLD_DRAW


@rule
def irreversible(rules: Rules, position: Position) -> bool:
    """Was the last ply a conquest (BETH-4, C8), or an arrival, which a conquest answers (SETI-13)?"""
    return position.quiet == 0 or position.pending != 0


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def moves(rules: Rules, position: Position) -> Moves:
    """All legal moves of figures, none onto an own figure; PASS with `stalemate=pass` if there is no other."""
    return Moves(
        figures=position.own,
        targets=BOARD & ~position.own,
        pharaohs=position.pharaohs,
        pharaoh_diagonal=rules.pharaoh_diagonal,
        priest_orthogonal=rules.priest_orthogonal,
        passes=int(rules.stalemate == Stalemate.PASS and not can_move(rules, position)),
    )


@rule
def can_move(rules: Rules, position: Position) -> bool:
    """Has the player any move?"""
    figures = position.own
    while figures:
        figure = figures & -figures
        if reach_5(figure, position.pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal) & ~position.own:
            return True
        figures ^= figure
    return False


@rule
def targets_of(moves: Moves, figure: int) -> int:
    """The squares to which a figure may go."""
    return reach_5(figure, moves.pharaohs, moves.pharaoh_diagonal, moves.priest_orthogonal) & moves.targets


@rule
def count(moves: Moves) -> int:
    """The number of moves."""
    total = moves.passes
    figures = moves.figures
    while figures:
        figure = figures & -figures
        total += targets_of(moves, figure).bit_count()
        figures ^= figure
    return total


@rule
def nth(moves: Moves, n: int) -> int:
    """The n-th move as an action, n from 0."""
    figures = moves.figures
    while figures:
        figure = figures & -figures
        targets = targets_of(moves, figure)
        size = targets.bit_count()
        if n < size:
            return SQUARES * index(figure) + index(nth_bit(targets, n))
        n -= size
        figures ^= figure
    return PASS


@rule
def groups(moves: Moves) -> int:
    """The number of groups: one per figure, and one for PASS."""
    return moves.figures.bit_count() + moves.passes


@rule
def group(moves: Moves, n: int) -> Group:
    """The moves of the n-th figure, n from 0; PASS after the last."""
    figure = nth_bit(moves.figures, n)
    if not figure:
        return Group(PASS, 1, 1)
    return Group(SQUARES * index(figure), 1, targets_of(moves, figure))


# --- Play ----------------------------------------------------------------------------------------------------------


@rule
def play(rules: Rules, position: Position, action: int) -> Position:
    """The position after a move or PASS."""
    if action == PASS:
        return next_player(position, 0, False)
    source, target = 1 << action // SQUARES, 1 << action % SQUARES
    enemy = position.enemy & ~target  # a conquered figure leaves the game (BETH-4)
    pharaohs = position.pharaohs & ~(source | target)
    if position.pharaohs & source:
        pharaohs |= target
    after = position._replace(own=position.own ^ source | target, enemy=enemy, pharaohs=pharaohs)
    return next_player(after, target, enemy != position.enemy)


@rule
def next_player(position: Position, arrival: int, conquest: bool) -> Position:
    """The position for the next player: an unanswered arrival has won (SETI-13), a new one is pending (1.3.1, C13)."""
    unanswered = position.pending & ~arrival
    return position._replace(
        own=position.enemy,
        enemy=position.own,
        player=other(position.player),
        pending=arrival & goal_row(FILES, position.player),
        quiet=0 if conquest else position.quiet + 1,
        end=End.GOAL.value if unanswered else ONGOING,
    )


# --- Decoded moves -------------------------------------------------------------------------------------------------


@rule
def decode(rules: Rules, position: Position, action: int) -> Move:
    """What an action does: a move or PASS."""
    source, arrival = (0, 0) if action == PASS else (1 << action // SQUARES, 1 << action % SQUARES)
    return Move(player=position.player, source=source, arrival=arrival, taken=position.enemy & arrival, again=0)


# --- Ends ----------------------------------------------------------------------------------------------------------


@rule
def outcome(rules: Rules, position: Position, occurrences: int) -> int:
    """The outcome (C7)."""
    blocked = rules.stalemate != Stalemate.PASS and not can_move(rules, position)
    return end_of(rules, position, occurrences, blocked)


@rule
def score(rules: Rules, position: Position, seat: int) -> int:
    """0: Seti gives no points (1.3)."""
    return 0


def list_moves(moves: Moves) -> Iterator[int]:
    """All moves, in the order of `nth`; faster by figure than by group."""
    for source in members(moves.figures):
        for target in members(targets_of(moves, 1 << source)):
            yield SQUARES * source + target
    if moves.passes:
        yield PASS
