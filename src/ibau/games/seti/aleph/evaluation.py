"""Evaluation of Seti-Aleph, inputs of its network, bounds on games, and its symmetry."""

from ibau.core.bits import one_hot
from ibau.core.contract import Evaluation, Symmetry
from ibau.core.features import number_pair, squares_pair
from ibau.core.outcome import FIRST, other
from ibau.games.seti.aleph.rules import FILES, MOVE, PASS, SHIPS, SQUARES, Position, Rules, move_action, parts
from ibau.games.seti.figures import RANKS, goal_row, mirrored, mirrored_square, reach_3, seen_from_above
from ibau.games.seti.options import Repetition
from ibau.games.seti.piece_values import (
    ARRIVED,
    COUNTS,
    FACED,
    FIGURE,
    RANK,
    arrival,
    cells,
    goals,
    move_urgency,
    ranks_before_goal,
    ranks_gone,
    reached_goals,
)
from ibau.machine.rule import rule

SAFE = 25  # per figure on a ship
SHIP = 20  # per ship


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win: arrivals, figures, their ranks, ships."""
    if position.pending:
        value = FIGURE if can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(FILES, position.own, position.player))
        value -= RANK * (ranks_gone(FILES, position.enemy, other(position.player)))
        value -= FACED * int(faces_arrival(rules, position))
        ships = position.own_ships | position.enemy_ships
        value += SAFE * ((position.own & ships).bit_count() - (position.enemy & ships).bit_count())
        value += SHIP * (position.own_reserve + position.own_ships.bit_count() - SHIPS)
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def faces_arrival(rules: Rules, position: Position) -> bool:
    """Can the opponent arrive next on a square, not an own ship, where the player to act could not conquer it?"""
    opponent = other(position.player)
    near = position.enemy & ranks_before_goal(FILES, opponent)
    arrivals = reached_by(rules, near, position.pharaohs) & goal_row(FILES, opponent) & ~position.enemy
    arrivals &= ~(position.own & (position.own_ships | position.enemy_ships))
    if not arrivals:
        return False
    answered = reached_by(rules, position.own, position.pharaohs) & ~position.enemy_ships
    return arrivals & ~answered != 0


@rule
def can_conquer(rules: Rules, position: Position, target: int) -> bool:
    """Can the player to act conquer the figure on a square?"""
    if target & (position.own_ships | position.enemy_ships):
        return False
    return reached_by(rules, position.own, position.pharaohs) & target != 0


@rule
def reached_by(rules: Rules, figures: int, pharaohs: int) -> int:
    """The squares that any of the figures reaches."""
    found = 0
    while figures:
        figure = figures & -figures
        found |= reach_3(figure, pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal)
        figures ^= figure
    return found


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """The urgency of an action: conquests of figures and arrivals."""
    if action < MOVE or action == PASS:
        return int(position.pending != 0)
    _, target, _ = parts(action)
    return move_urgency(position.enemy & target, target, goal_row(FILES, position.player), position.pending)


CELLS = cells(FILES)
FEATURES = (
    squares_pair("priests", CELLS),
    squares_pair("pharaohs", CELLS),
    squares_pair("ships", CELLS),
    squares_pair("attacked figures", CELLS),
    squares_pair("defended figures", CELLS),
    (*number_pair("figures", COUNTS), *number_pair("ships in reserve", COUNTS), *reached_goals(FILES)),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    own, enemy, pharaohs = position.own, position.enemy, position.pharaohs
    own_ships, enemy_ships, pending = position.own_ships, position.enemy_ships, position.pending
    if position.player != FIRST:
        own, enemy = seen_from_above(FILES, own), seen_from_above(FILES, enemy)
        own_ships, enemy_ships = seen_from_above(FILES, own_ships), seen_from_above(FILES, enemy_ships)
        pharaohs, pending = seen_from_above(FILES, pharaohs), seen_from_above(FILES, pending)
    attacked = reached_by(rules, enemy, pharaohs)
    reached = reached_by(rules, own, pharaohs)
    safe = own_ships | enemy_ships
    return (
        own & ~pharaohs | (enemy & ~pharaohs) << SQUARES,
        own & pharaohs | (enemy & pharaohs) << SQUARES,
        own_ships | enemy_ships << SQUARES,
        own & attacked & ~safe | (enemy & reached & ~safe) << SQUARES,
        own & reached | (enemy & attacked) << SQUARES,
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | one_hot(position.own_reserve, COUNTS) << 2 * COUNTS
        | one_hot(position.enemy_reserve, COUNTS) << 3 * COUNTS
        | goals(FILES, reached & ~own, attacked & ~enemy) << 4 * COUNTS
        | arrival(pending, reached & ~safe) << 4 * COUNTS + 2 * FILES,
    )


EVALUATION = Evaluation(evaluate, urgency, inputs, FEATURES, grid=(RANKS, FILES), flipped=True)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """None: conquests restart the count (C8) and can be reversed."""
    return None


def repeatable_positions(rules: Rules) -> int | None:
    """The most positions that can recur: those of a whole game, which has no bound."""
    return 0 if rules.repetition == Repetition.OFF else None


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        own=mirrored(FILES, position.own),
        enemy=mirrored(FILES, position.enemy),
        pharaohs=mirrored(FILES, position.pharaohs),
        own_ships=mirrored(FILES, position.own_ships),
        enemy_ships=mirrored(FILES, position.enemy_ships),
        pending=mirrored(FILES, position.pending),
    )


def _mirrored_action(action: int) -> int:
    if action == PASS:
        return action
    if action < MOVE:
        return action // SQUARES * SQUARES + mirrored_square(FILES, action % SQUARES)
    source, target, reentry = parts(action)
    return move_action(mirrored(FILES, source), mirrored(FILES, target), mirrored(FILES, reentry))


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)
