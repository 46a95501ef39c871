"""What players look at in both Seti games."""

from ibau.core.bits import index
from ibau.core.game import Evaluation
from ibau.core.outcome import FIRST, other
from ibau.core.rule import rule
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import RANKS, goal_row, rank_of, reach_3, reach_5
from ibau.games.seti.inputs import ALEPH_BITS, BETH_BITS, aleph_inputs, aleph_reach, beth_inputs, beth_reach

ARRIVED = 950  # an arrival that cannot be conquered has won
FIGURE = 150
RANK = 9
SAFE = 25
SHIP = 20
FACED = 100  # for an arrival that threatens and could not be conquered

CAPTURE, ARRIVAL, ANSWER = 2, 3, 4  # urgent actions; while an arrival waits for its answer, every other one is 1


@rule
def judge_aleph(rules: aleph.Rules, position: aleph.Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: arrivals, figures, their way, ships."""
    if position.pending:
        value = FIGURE if aleph_can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(3, position.own, position.player))
        value -= RANK * (ranks_gone(3, position.enemy, other(position.player)))
        value -= FACED * int(aleph_faces_arrival(rules, position))
        ships = position.own_ships | position.enemy_ships
        value += SAFE * ((position.own & ships).bit_count() - (position.enemy & ships).bit_count())
        value += SHIP * (position.own_reserve + position.own_ships.bit_count() - aleph.SHIPS)
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def judge_beth(rules: beth.Rules, position: beth.Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: arrivals, figures, their way."""
    if position.pending:
        value = FIGURE if beth_can_conquer(rules, position, position.pending) else -ARRIVED
    else:
        value = FIGURE * (position.own.bit_count() - position.enemy.bit_count())
        value += RANK * (ranks_gone(5, position.own, position.player))
        value -= RANK * (ranks_gone(5, position.enemy, other(position.player)))
        value -= FACED * int(beth_faces_arrival(rules, position))
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
def aleph_faces_arrival(rules: aleph.Rules, position: aleph.Position) -> bool:
    """Could the opponent arrive next where no figure here would conquer him?  On a ship of his nobody can."""
    opponent = other(position.player)
    near = position.enemy & ranks_before_goal(3, opponent)
    goals = aleph_reach(rules, near, position.pharaohs) & goal_row(3, opponent) & ~position.enemy
    goals &= ~(position.own & (position.own_ships | position.enemy_ships))
    return goals != 0 and goals & ~(aleph_reach(rules, position.own, position.pharaohs) & ~position.enemy_ships) != 0


@rule
def beth_faces_arrival(rules: beth.Rules, position: beth.Position) -> bool:
    """Could the opponent arrive next where no figure here would conquer him?"""
    opponent = other(position.player)
    near = position.enemy & ranks_before_goal(5, opponent)
    goals = beth_reach(rules, near, position.pharaohs) & goal_row(5, opponent) & ~position.enemy
    return goals != 0 and goals & ~beth_reach(rules, position.own, position.pharaohs) != 0


@rule
def ranks_before_goal(files: int, player: int) -> int:
    """The two ranks from which a player's figures can arrive."""
    return rank_of(files, 8) | rank_of(files, 9) if player == FIRST else rank_of(files, 2) | rank_of(files, 3)


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
