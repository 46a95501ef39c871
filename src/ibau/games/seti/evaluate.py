"""What players look at in both Seti games."""

from ibau.core.bits import index
from ibau.core.game import Evaluation
from ibau.core.outcome import FIRST, other
from ibau.core.rule import rule
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import RANKS, goal_row, reach_3, reach_5
from ibau.games.seti.inputs import ALEPH_BITS, BETH_BITS, aleph_inputs, beth_inputs

ARRIVED = 950  # an arrival that cannot be conquered has won
FIGURE = 150
RANK = 9
SAFE = 25
SHIP = 20

CAPTURE, ARRIVAL, ANSWER = 2, 3, 4  # urgent actions; while an arrival waits for its answer, every other one is 1


@rule
def judge_aleph(rules: aleph.Rules, position: aleph.Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: an arrival, figures, their way, ships."""
    if position.pending:
        value = FIGURE if aleph_can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(3, position.own, position.player))
        value -= RANK * (ranks_gone(3, position.enemy, other(position.player)))
        ships = position.own_ships | position.enemy_ships
        value += SAFE * ((position.own & ships).bit_count() - (position.enemy & ships).bit_count())
        value += SHIP * (position.own_reserve + position.own_ships.bit_count() - aleph.SHIPS)
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def judge_beth(rules: beth.Rules, position: beth.Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: an arrival, figures, their way."""
    if position.pending:
        value = FIGURE if beth_can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(5, position.own, position.player))
        value -= RANK * (ranks_gone(5, position.enemy, other(position.player)))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def ranks_gone(files: int, figures: int, player: int) -> int:
    """How many ranks a side's figures stand before its start row, added up."""
    total = 0
    while figures:
        figure = figures & -figures
        rank = index(figure) // files
        total += rank if player == FIRST else RANKS - 1 - rank
        figures ^= figure
    return total


@rule
def aleph_can_conquer(rules: aleph.Rules, position: aleph.Position, target: int) -> bool:
    """Can the player to act conquer the figure on a square?"""
    if target & (position.own_ships | position.enemy_ships):
        return False
    figures = position.own
    while figures:
        figure = figures & -figures
        if reach_3(figure, position.pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal) & target:
            return True
        figures ^= figure
    return False


@rule
def beth_can_conquer(rules: beth.Rules, position: beth.Position, target: int) -> bool:
    """Can the player to act conquer the figure on a square?"""
    figures = position.own
    while figures:
        figure = figures & -figures
        if reach_5(figure, position.pharaohs, rules.pharaoh_diagonal, rules.priest_orthogonal) & target:
            return True
        figures ^= figure
    return False


@rule
def aleph_urgency(rules: aleph.Rules, position: aleph.Position, action: int) -> int:
    """Conquests of figures and arrivals."""
    if action < aleph.MOVE or action == aleph.PASS:
        return int(position.pending != 0)
    _, target, _ = aleph.parts(action)
    return move_urgency(position.enemy & target, target, goal_row(3, position.player), position.pending)


@rule
def beth_urgency(rules: beth.Rules, position: beth.Position, action: int) -> int:
    """Conquests and arrivals."""
    if action == beth.PASS:
        return int(position.pending != 0)
    target = 1 << action % beth.SQUARES
    return move_urgency(position.enemy & target, target, goal_row(5, position.player), position.pending)


@rule
def move_urgency(conquered: int, target: int, goal: int, pending: int) -> int:
    """How urgent a figure's move is."""
    if pending:
        return ANSWER if conquered == pending else 1
    if target & goal:
        return ARRIVAL
    return CAPTURE if conquered else 0


ALEPH_EVALUATION = Evaluation(judge_aleph, aleph_urgency, aleph_inputs, ALEPH_BITS)
BETH_EVALUATION = Evaluation(judge_beth, beth_urgency, beth_inputs, BETH_BITS)
