"""What players of the formation game go by: how good a position is, and how long a game can be.

Fill the lowest free squares first: a side's pawns that do not fill a square are meant, from the lowest up, for its free
squares, from the lowest up.  The cost of a side is the steps this still takes, less for each square filled.  A pawn
below the lowest square it could be meant for is stranded: it has to be hit and to enter again.

A pawn in hand costs no steps, as if it could wait for ever.  So hitting a pawn that is still on its way gains nothing,
both sides build, and their games end: two players who look one ply ahead form within the 3000 turns of the cap in about
98 of 100 games, in a median of 700 turns.  Steps for pawns in hand would make a stronger player, who lives on hits; two
of those hit each other back in every second game until the cap.
"""

from ibau.core.bits import choice, index, judgement
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, numbers
from ibau.core.outcome import FIRST, NOBODY, other
from ibau.games.senet.formation.rules import ODD, PAWNS, Position, Rules, targets
from ibau.games.senet.formation.rulesets import ExtraThrows
from ibau.games.senet.steps import GRID, SEEN, pair_of_boards
from ibau.games.senet.track import LAST
from ibau.machine.rule import rule

STEP = 3
SETTLED = 80  # for a pawn that fills one of its squares
IN_ORDER = 5  # for a pawn that does, with all lower squares of its side filled
STRANDED = 190  # more than hitting a pawn on its square gains
IN_HAND = -30
LEADING = 10
HALF_WON = 180  # a lead of this much is worth half a formation
COUNTS, THROWS, PARTS = PAWNS + 1, 6, 41  # how many numbers of pawns, throws and judgements are told apart
WON = 900  # what a formation is worth; the rest tells how far the other still has to go


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win."""
    stranded = 0 if rules.settled_safe else STRANDED  # nobody strands a pawn to hit one that cannot be hit
    own = cost(position.own, aims(position.leader, position.player), stranded)
    if position.winner != NOBODY:
        value = -min(WON + (own + PAWNS * (SETTLED + IN_ORDER)) // 16, 999)  # the player on throw is the loser
    else:
        enemy = cost(position.enemy, aims(position.leader, other(position.player)), stranded)
        lead = enemy - own + leading(position.leader, position.player)
        value = WON * lead // (abs(lead) + HALF_WON)
    return value if position.player == FIRST else -value


@rule
def aims(leader: int, player: int) -> int:
    """A player's targets; before there is a leader both race for the odd squares."""
    return ODD if leader == NOBODY else targets(leader, player)


@rule
def leading(leader: int, player: int) -> int:
    """What it is worth to a player to be the leader or not."""
    if leader == NOBODY:
        return 0
    return LEADING if leader == player else -LEADING


@rule
def cost(pawns: int, squares: int, stranded: int) -> int:
    """What these pawns, and those in hand, still need for a formation on these squares."""
    free = pawns & ~squares
    empty = squares & ~pawns
    filled = squares & pawns
    total = -SETTLED * filled.bit_count() - IN_ORDER * (filled & (empty & -empty) - 1).bit_count()
    while empty:
        square = empty & -empty
        pawn = free & -free
        free ^= pawn
        if pawn and pawn < square:
            total += stranded
        else:
            total += STEP * (index(pawn) - index(square)) if pawn else IN_HAND
            empty ^= square
    return total


FEATURES = (
    pair_of_boards("pawns under way"),  # that do not fill one of their side's squares
    pair_of_boards("pawns settled"),
    pair_of_boards("squares to fill"),
    (
        *both_numbers("pawns on the board", COUNTS),
        numbers("throw", THROWS),
        *both_numbers("lead"),
        *both_numbers("formation stands"),
        numbers("entry squares to be filled"),
    ),
    (numbers("judgement", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
    own, enemy, rival = position.own, position.enemy, other(position.player)
    own_aims, enemy_aims = aims(position.leader, position.player), aims(position.leader, rival)
    value = judge(rules, position)
    return (
        own & ~own_aims | (enemy & ~enemy_aims) << SEEN,
        own & own_aims | (enemy & enemy_aims) << SEEN,
        own_aims & ~own | (enemy_aims & ~enemy) << SEEN,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | choice(max(position.throw, 0), THROWS) << 2 * COUNTS
        | int(position.leader == position.player) << 2 * COUNTS + THROWS
        | int(position.leader == rival) << 2 * COUNTS + THROWS + 1
        | int(position.winner == position.player) << 2 * COUNTS + THROWS + 2
        | int(position.winner == rival) << 2 * COUNTS + THROWS + 3
        | position.filling << 2 * COUNTS + THROWS + 4,
        judgement(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(judge, inputs=inputs, features=FEATURES, grid=GRID)


# --- Facts ------------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """Most actions: the lot, and throws and plies of all turns (C88).

    Within a turn pawns only come nearer to 1, so extra throws (C83) cannot outnumber the steps of all ten pawns.
    """
    if not rules.max_turns:
        return None
    throws = 1 if rules.extra_throws == ExtraThrows.NONE else PAWNS * LAST + 1
    return 1 + 2 * throws * rules.max_turns


def memory(rules: Rules) -> int | None:
    """None is needed: games with throws have no repetition rule (section 0)."""
    return 0


def scored(rules: Rules) -> bool:
    """A formation always gives points (C85)."""
    return True
