"""Evaluation of Seneti, inputs of its network, bounds on games, and its symmetry."""

from ibau.core.bits import members, thermometer
from ibau.core.contract import Evaluation, Symmetry
from ibau.core.features import ENEMY, NOWHERE, OWN, Feature, number_pair, squares, squares_pair
from ibau.core.outcome import FIRST
from ibau.games.seneti.board import PLACES, ROWS, SQUARES
from ibau.games.seneti.rules import (
    EMPTY,
    EXIT,
    MASKS,
    MOVE,
    OFFSETS,
    STONES,
    WIDTHS,
    Position,
    Rules,
    connected,
    landing_squares,
)
from ibau.games.seneti.rulesets import Repetition
from ibau.machine.rule import rule

FREEDOM = 14  # per open stone, which can act and be passed over
TOP = 10  # per stack with a side's stone on top
DOORS = 6  # per square on which a stone can enter

NUMBERS = 21  # bits of a set of squares, 0 included
STACKS = OFFSETS[-1] + WIDTHS[-1]  # bits of all stacks
HIGHEST = sum(1 << offset + width - 1 for offset, width in zip(OFFSETS, WIDTHS, strict=True) if width)
TALLEST = max(WIDTHS) - 1


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: room counts, as a player who cannot act loses."""
    own_open = (position.own & ~position.closed).bit_count()
    enemy_open = (position.enemy & ~position.closed).bit_count()
    value = FREEDOM * (own_open - enemy_open)
    value += TOP * (position.own.bit_count() - position.enemy.bit_count())
    doors = (connected(rules, position.closed) & landing_squares(position)).bit_count()
    value += DOORS * doors * (int(position.own_hand > 0) - int(position.enemy_hand > 0))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


def _cell(square: int) -> int:
    row, column = PLACES[square]
    return len(ROWS[0]) * row + column


def _stack_cells() -> tuple[int, ...]:
    """A plane per depth, with the tops of all stacks on the first."""
    cells = [NOWHERE] * STACKS
    for square in PLACES:
        for depth in range(WIDTHS[square] - 1):
            cells[OFFSETS[square] + depth] = len(ROWS) * len(ROWS[0]) * depth + _cell(square)
    return tuple(cells)


GRID = (len(ROWS), len(ROWS[0]))
CELLS = (NOWHERE, *map(_cell, sorted(PLACES)))
FEATURES = (
    (Feature(OWN + "stones from the top down", STACKS, TALLEST, _stack_cells()),),
    (Feature(ENEMY + "stones from the top down", STACKS, TALLEST, _stack_cells()),),
    squares_pair("closed stones", CELLS),
    (squares("full squares", CELLS), squares("doors", CELLS)),  # doors are squares on which a stone can enter
    squares_pair("open stones that could leave", CELLS),
    number_pair("hand", STONES),  # in thermometer code
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    stones = stones_in(position.stacks)
    own = position.stacks if position.player != FIRST else ~position.stacks
    ways = connected(rules, position.closed)
    leaving = ways & ~position.closed
    return (
        stones & own,
        stones & ~own,
        position.own & position.closed | (position.enemy & position.closed) << NUMBERS,
        position.full | (ways & landing_squares(position)) << NUMBERS,
        leaving & position.own | (leaving & position.enemy) << NUMBERS,
        thermometer(position.own_hand) | thermometer(position.enemy_hand) << STONES,
    )


@rule
def stones_in(stacks: int) -> int:
    """The bits of all stacks that are stones: those below the highest 1 of each stack."""
    filled = stacks
    for _ in range(TALLEST):
        filled |= filled >> 1 & ~HIGHEST
    return (filled & ~EMPTY) >> 1


EVALUATION = Evaluation(evaluate, inputs=inputs, features=FEATURES, grid=GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """The most actions: the lot, and the plies up to the cap (C19)."""
    return rules.max_plies + 1 if rules.max_plies else None


def repeatable_positions(rules: Rules) -> int | None:
    """The most positions that can recur: those of a whole game (C20)."""
    return longest_game(rules) if rules.repetition == Repetition.THREEFOLD_DRAW else 0


MIRRORED = (0, *(row[2 - row.index(square)] for square in SQUARES for row in ROWS if square in row))


def _mirrored_squares(squares: int) -> int:
    return sum(1 << MIRRORED[n] for n in members(squares))


def _mirrored_stacks(stacks: int) -> int:
    mirrored = EMPTY
    for square in SQUARES:
        if WIDTHS[square]:
            stack = stacks >> OFFSETS[square] & MASKS[square]
            mirrored ^= (stack ^ 1) << OFFSETS[MIRRORED[square]]
    return mirrored


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        stacks=_mirrored_stacks(position.stacks),
        own=_mirrored_squares(position.own),
        enemy=_mirrored_squares(position.enemy),
        closed=_mirrored_squares(position.closed),
        full=_mirrored_squares(position.full),
    )


def _mirrored_action(action: int) -> int:
    if action < MOVE:
        return action // EXIT * EXIT + MIRRORED[action % EXIT]
    source, target = divmod(action - MOVE, 21)
    return MOVE + 21 * MIRRORED[source] + MIRRORED[target]


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)
