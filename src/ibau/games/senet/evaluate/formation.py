"""What players look at in the formation game: fill the lowest free target first.

A side's pawns, from the lowest up, are meant for its targets, from the lowest up; a pawn in hand stands on square 31.
The cost of a side is the steps this still takes.  A pawn below the target it would be meant for is stranded: it has to
be hit and to enter again, so another pawn is meant for that target.
"""

from ibau.core.bits import index
from ibau.core.game import Evaluation
from ibau.core.outcome import FIRST, NOBODY, other
from ibau.core.rule import rule
from ibau.games.senet.formation import ODD, Position, Rules, targets

STEPS_FOR_A_SURE_WIN = 150
ENTRY = 31  # where a pawn in hand stands, so to speak
STRANDED = 12  # steps that a stranded pawn costs, beside those of the pawn that takes its place
SETTLED = 8  # steps that a pawn is worth which fills a target with all lower targets filled
LEADING = 8  # steps that leading is worth
WON = 900  # what a formation is worth; the rest tells how far the other still has to go


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win."""
    own = cost(position.own, aims(position.leader, position.player))
    if position.winner != NOBODY:
        value = -min(WON + own // 4, 999)  # the player on throw is the loser
    else:
        enemy = cost(position.enemy, aims(position.leader, other(position.player)))
        lead = enemy - own + leading(position.leader, position.player)
        value = min(max(WON * lead // STEPS_FOR_A_SURE_WIN, -WON), WON)
    return value if position.player == FIRST else -value


@rule
def aims(leader: int, player: int) -> int:
    """A player's targets; before there is a leader both race for the odd squares."""
    return ODD if leader == NOBODY else targets(leader, player)


@rule
def leading(leader: int, player: int) -> int:
    """What it is worth to a player, in steps, to be the leader or not."""
    if leader == NOBODY:
        return 0
    return LEADING if leader == player else -LEADING


@rule
def cost(pawns: int, squares: int) -> int:
    """Steps from these pawns, and those in hand, to a formation on these squares."""
    steps = -SETTLED * (pawns & squares).bit_count()
    free = pawns & ~squares
    squares &= ~pawns
    while squares:
        target = squares & -squares
        pawn = free & -free
        free ^= pawn
        if pawn and pawn < target:
            steps += STRANDED
        else:
            steps += (index(pawn) if pawn else ENTRY) - index(target)
            squares ^= target
    return steps


EVALUATION = Evaluation(judge)
