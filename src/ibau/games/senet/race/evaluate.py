"""What players look at in the race."""

from ibau.core.bits import choice, judgement
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, numbers
from ibau.core.outcome import FIRST
from ibau.games.senet.race.rules import PAWNS, Position, Rules
from ibau.games.senet.steps import GRID, SEEN, pair_of_boards, squares_travelled
from ibau.games.senet.track import HOUSES, LAST, protected, walls
from ibau.machine.rule import rule

STEPS_FOR_A_SURE_WIN = 120  # a lead of this many steps counts as won
SAFE_PAWN = 4  # in steps
BORNE_OFF = 6  # in steps, beside the way itself
WAITING_ROOMS = 1 << 26 | 1 << 28  # refuges whose pawns leave with one throw; 29 is none, in trials
COUNTS, THROWS, PARTS = PAWNS + 1, 7, 41  # how many numbers of pawns, throws and judgements are told apart
WAITING = 25  # in steps: with it a player that looks one ply ahead wins 54 of 100 games against one without


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: steps to go, pawns safe, waiting to leave and off."""
    lead = progress(rules, position.own) - progress(rules, position.enemy)
    value = min(max(999 * lead // STEPS_FOR_A_SURE_WIN, -999), 999)
    return value if position.player == FIRST else -value


@rule
def progress(rules: Rules, pawns: int) -> int:
    """Steps that a side has travelled, with a bonus for pawns that nobody can hit or that have left."""
    off = PAWNS - pawns.bit_count()
    safe = (pawns & HOUSES | protected(pawns, rules.corner_adjacency)).bit_count()
    waiting = (pawns & WAITING_ROOMS).bit_count()
    return squares_travelled(pawns) + (LAST + BORNE_OFF) * off + SAFE_PAWN * (safe + off) + WAITING * waiting


FEATURES = (
    pair_of_boards("pawns"),
    pair_of_boards("protected pawns"),
    pair_of_boards("walls"),
    (
        *both_numbers("pawns on the board", COUNTS),
        numbers("throw", THROWS),
        *both_numbers("first throw to come"),
    ),
    (numbers("judgement", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
    own, enemy, corners = position.own, position.enemy, rules.corner_adjacency
    fresh_own = position.fresh & int(position.player == FIRST)
    value = judge(rules, position)
    return (
        own | enemy << SEEN,
        protected(own, corners) | protected(enemy, corners) << SEEN,
        walls(own, corners) | walls(enemy, corners) << SEEN,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | choice(position.throw, THROWS) << 2 * COUNTS
        | fresh_own << 2 * COUNTS + THROWS
        | (position.fresh ^ fresh_own) << 2 * COUNTS + THROWS + 1,
        judgement(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(judge, inputs=inputs, features=FEATURES, grid=GRID)
