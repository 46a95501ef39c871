"""What players look at in Seti-Beth."""

from ibau.core.bits import choice
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, squares
from ibau.core.outcome import FIRST, other
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
from ibau.games.seti.figures import RANKS, goal_row, reach_5, seen_from_above
from ibau.games.seti.worth import (
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


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: arrivals, figures, their way."""
    if position.pending:
        value = FIGURE if can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(FILES, position.own, position.player))
        value -= RANK * (ranks_gone(FILES, position.enemy, other(position.player)))
        value -= FACED * int(faces_arrival(rules, position))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def faces_arrival(rules: Rules, position: Position) -> bool:
    """Could the opponent arrive next where no figure here would conquer the arrival?"""
    opponent = other(position.player)
    near = position.enemy & ranks_before_goal(FILES, opponent)
    arrivals = reached_by(rules, near, position.pharaohs) & goal_row(FILES, opponent) & ~position.enemy
    return arrivals != 0 and arrivals & ~reached_by(rules, position.own, position.pharaohs) != 0


@rule
def can_conquer(rules: Rules, position: Position, target: int) -> bool:
    """Can the player to act conquer the figure on a square?"""
    return reached_by(rules, position.own, position.pharaohs) & target != 0


@rule
def reached_by(rules: Rules, figures: int, pharaohs: int) -> int:
    """All squares that some figures reach."""
    found = 0
    while figures:
        figure = figures & -figures
        found |= reach_5(figure, pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal)
        figures ^= figure
    return found


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """Conquests and arrivals."""
    if action == PASS:
        return int(position.pending != 0)
    target = 1 << action % SQUARES
    return move_urgency(position.enemy & target, target, goal_row(FILES, position.player), position.pending)


BOARDS = (
    "own priests",
    "own pharaohs",
    "enemy priests",
    "enemy pharaohs",
    "own attacked figures",
    "own defended figures",
    "enemy attacked figures",
    "enemy defended figures",
)
FEATURES = (
    *((squares(name, cells(FILES)),) for name in BOARDS),
    (*both_numbers("figures", COUNTS), *reached_goals(FILES)),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
    own, enemy, pharaohs = position.own, position.enemy, position.pharaohs
    pending = position.pending
    if position.player != FIRST:
        own, enemy = seen_from_above(FILES, own), seen_from_above(FILES, enemy)
        pharaohs, pending = seen_from_above(FILES, pharaohs), seen_from_above(FILES, pending)
    attacked = reached_by(rules, enemy, pharaohs)
    reached = reached_by(rules, own, pharaohs)
    return (
        own & ~pharaohs,
        own & pharaohs,
        enemy & ~pharaohs,
        enemy & pharaohs,
        own & attacked,
        own & reached,
        enemy & reached,
        enemy & attacked,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | goals(FILES, reached & ~own, attacked & ~enemy) << 2 * COUNTS
        | arrival(pending, reached) << 2 * COUNTS + 2 * FILES,
    )


EVALUATION = Evaluation(judge, urgency, inputs, FEATURES, grid=(RANKS, FILES), turned=True)
