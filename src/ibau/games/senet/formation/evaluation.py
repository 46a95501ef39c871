"""Evaluation of the formation game, inputs of its network, and bounds on games.

The lowest free squares are filled first: the pawns of a side that are not on its squares are assigned, in ascending
order, to its free squares, in ascending order.  The cost of a side is the number of steps that they need, less a bonus
for each square filled.  A pawn below the lowest square left for it is stranded: it has to be hit and to enter again.

If settled pawns are safe, a pawn that can be hit has a cost too, and so has a pawn in hand: players that take this into
account win nine of ten games against players that do not, and their games end.  If settled pawns can be hit, such
players would hit each other for ever; so there a pawn in hand has no cost, both sides build, and most games of players
that look only one ply ahead end.
"""

from typing import NamedTuple

from ibau.core.bits import index, one_hot, value_bucket
from ibau.core.chance import SIXTEENTHS, THROW
from ibau.core.contract import Evaluation
from ibau.core.features import number_feature, number_pair
from ibau.core.outcome import FIRST, NOBODY, other
from ibau.games.senet.formation.rules import NEVER_HIT, ODD, PAWNS, Position, Rules, targets
from ibau.games.senet.formation.rulesets import ExtraThrows
from ibau.games.senet.progress import GRID, SEEN, pair_of_boards
from ibau.games.senet.track import BOARD, LAST
from ibau.machine.rule import rule


class Weights(NamedTuple):
    """Bonuses and costs of a side, in thirds of a step."""

    settled: int  # the bonus for a pawn on a square of its side
    in_order: int  # the further bonus if all lower squares of its side are filled
    stranded: int  # the cost of a stranded pawn: more than the gain by hitting a settled one, if that is possible
    in_hand: int  # the cost of a pawn in hand
    leading: int
    exposed: int  # the cost of a pawn that can be hit, times the probability


CAN_BE_HIT = Weights(settled=80, in_order=5, stranded=190, in_hand=-30, leading=10, exposed=0)
SAFE = Weights(settled=210, in_order=15, stranded=0, in_hand=35, leading=30, exposed=30)
PLAYED_ON = Weights(settled=80, in_order=5, stranded=9000, in_hand=-30, leading=0, exposed=0)  # no more hits
STEP = 3
HALF_WON = 180  # the lead that is worth half a formation
COUNTS, THROWS, PARTS = PAWNS + 1, 6, 41  # the numbers of values of features: pawns, throws, evaluations
WON = 900  # the value of a formation, to which that of the other side's distance is added


@rule
def evaluate(rules: Rules, position: Position) -> int:
    """The value of a position for FIRST, in thousandths of a win."""
    return weighed(rules, position, SAFE if rules.settled_safe else CAN_BE_HIT)


@rule
def weighed(rules: Rules, position: Position, weights: Weights) -> int:
    """The value of a position for FIRST, by weights."""
    rival = other(position.player)
    own = cost(weights, position.own, aims(position.leader, position.player))
    if position.winner != NOBODY:
        far = own + PAWNS * (weights.settled + weights.in_order)
        value = -min(WON + far // 16, 999)  # the player on throw is the loser
    else:
        enemy = cost(weights, position.enemy, aims(position.leader, rival))
        own += danger(rules, position.own, position.enemy, aims(position.leader, position.player), weights.exposed)
        enemy += danger(rules, position.enemy, position.own, aims(position.leader, rival), weights.exposed)
        lead = enemy - own + leading(position.leader, position.player, weights.leading)
        value = WON * lead // (abs(lead) + HALF_WON)
    return value if position.player == FIRST else -value


@rule
def aims(leader: int, player: int) -> int:
    """A player's targets; before there is a leader, the odd squares for both."""
    return ODD if leader == NOBODY else targets(leader, player)


@rule
def leading(leader: int, player: int, worth: int) -> int:
    """The bonus `worth` of the leader, its negative for the other player, 0 without a leader."""
    if leader == NOBODY:
        return 0
    return worth if leader == player else -worth


@rule
def cost(weights: Weights, pawns: int, squares: int) -> int:
    """The cost of a side: the steps to a formation of its pawns on `squares`, less the bonuses."""
    free = pawns & ~squares
    empty = squares & ~pawns
    filled = squares & pawns
    in_order = filled & (empty & -empty) - 1
    total = -weights.settled * filled.bit_count() - weights.in_order * in_order.bit_count()
    while empty:
        square = empty & -empty
        pawn = free & -free
        free ^= pawn
        if pawn and pawn < square:
            total += weights.stranded
        else:
            total += STEP * (index(pawn) - index(square)) if pawn else weights.in_hand
            empty ^= square
    return total


@rule
def danger(rules: Rules, pawns: int, enemy: int, squares: int, exposed: int) -> int:
    """The cost of the pawns that the enemy can hit, each times the probability of the throw."""
    at_risk = pawns & BOARD & ~NEVER_HIT
    if rules.settled_safe:
        at_risk &= ~squares
    sixteenths = (
        THROW.first * (at_risk & enemy >> 1).bit_count()
        + THROW.second * (at_risk & enemy >> 2).bit_count()
        + THROW.third * (at_risk & enemy >> 3).bit_count()
        + THROW.fourth * (at_risk & enemy >> 4).bit_count()
        + THROW.fifth * (at_risk & enemy >> 5).bit_count()
    )
    return exposed * sixteenths // SIXTEENTHS


FEATURES = (
    pair_of_boards("pawns under way"),  # not on squares of their side
    pair_of_boards("pawns settled"),
    pair_of_boards("squares to fill"),
    (
        *number_pair("pawns on the board", COUNTS),
        number_feature("throw", THROWS),
        *number_pair("lead"),
        *number_pair("formation is complete"),
        number_feature("entry squares to be filled"),
    ),
    (number_feature("evaluation", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits, described by FEATURES."""
    own, enemy, rival = position.own, position.enemy, other(position.player)
    own_aims, enemy_aims = aims(position.leader, position.player), aims(position.leader, rival)
    value = evaluate(rules, position)
    return (
        own & ~own_aims | (enemy & ~enemy_aims) << SEEN,
        own & own_aims | (enemy & enemy_aims) << SEEN,
        own_aims & ~own | (enemy_aims & ~enemy) << SEEN,
        one_hot(own.bit_count(), COUNTS)
        | one_hot(enemy.bit_count(), COUNTS) << COUNTS
        | one_hot(max(position.throw, 0), THROWS) << 2 * COUNTS
        | int(position.leader == position.player) << 2 * COUNTS + THROWS
        | int(position.leader == rival) << 2 * COUNTS + THROWS + 1
        | int(position.winner == position.player) << 2 * COUNTS + THROWS + 2
        | int(position.winner == rival) << 2 * COUNTS + THROWS + 3
        | position.filling << 2 * COUNTS + THROWS + 4,
        value_bucket(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(evaluate, inputs=inputs, features=FEATURES, grid=GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """The most actions: the lot, and a throw and a ply for each throw of all turns (C88).

    Within a turn pawns only come nearer to 1, so extra throws (C83) cannot outnumber the steps of all ten pawns.
    """
    if not rules.max_turns:
        return None
    throws = 1 if rules.extra_throws == ExtraThrows.NONE else PAWNS * LAST + 1
    return 1 + 2 * throws * rules.max_turns


def actions_left(rules: Rules, position: Position) -> int | None:
    """The cost of the loser after the other formation (SA2-15), negative at the end; None before that."""
    if position.winner == NOBODY:
        return None
    return cost(PLAYED_ON, position.own, aims(position.leader, position.player))


def network_applies(rules: Rules) -> bool:
    """Are settled pawns safe, as in the games that it was trained with?"""
    return bool(rules.settled_safe)


def gives_points(rules: Rules) -> bool:
    """True: a formation always gives points (C85)."""
    return True
