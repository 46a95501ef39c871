"""What players look at in the Geoludie game."""

from ibau.core.bits import choice, judgement
from ibau.core.contract import Evaluation
from ibau.core.features import both_numbers, numbers, squares
from ibau.core.outcome import FIRST
from ibau.games.senet.geoludie.position import PAWNS, Position, Rules, whole_throws
from ibau.games.senet.steps import GRID, SEEN, TRACK_CELLS, pair_of_boards, squares_travelled
from ibau.games.senet.track import HOUSES, LAST, protected
from ibau.machine.rule import rule

STEPS_FOR_A_SURE_WIN = 120  # a lead of this many steps counts as won
SAFE_PAWN = 3  # in steps
IN_THE_HOUSES = 2  # in steps: past the stop on 26, where every pawn loses time
COUNTS, THROWS, RESTS, PARTS = PAWNS + 1, 6, 20, 41  # numbers of pawns, throws, rests and judgements told apart
BORNE_OFF = 8  # in steps, beside the way itself: the exact throw has been found


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: steps still to go, safe pawns, pawns borne off."""
    lead = progress(rules, position.own) - progress(rules, position.enemy)
    value = min(max(999 * lead // STEPS_FOR_A_SURE_WIN, -999), 999)
    return value if position.player == FIRST else -value


@rule
def progress(rules: Rules, pawns: int) -> int:
    """Steps that a side has travelled, with a bonus for pawns that stand beside another, in the houses, or are off."""
    off = PAWNS - pawns.bit_count()
    safe = protected(pawns, rules.corner_adjacency).bit_count()
    houses = (pawns & HOUSES).bit_count()
    return squares_travelled(pawns) + SAFE_PAWN * safe + IN_THE_HOUSES * houses + (LAST + 1 + BORNE_OFF) * off


FEATURES = (
    pair_of_boards("pawns"),
    pair_of_boards("protected pawns"),
    (squares("pawns that have had a share", TRACK_CELLS),),
    (
        *both_numbers("pawns on the board", COUNTS),
        numbers("throw", THROWS),  # to be played at once
        numbers("throws of the sum", THROWS),
        numbers("sharing out"),
        numbers("rest of the sum", RESTS),
    ),
    (numbers("judgement", PARTS),),
)


@rule
def inputs(rules: Rules, position: Position) -> tuple[int, ...]:
    """A position as bits; see FEATURES."""
    own, enemy, corners = position.own, position.enemy, rules.corner_adjacency
    value = judge(rules, position)
    return (
        own | enemy << SEEN,
        protected(own, corners) | protected(enemy, corners) << SEEN,
        position.used,
        choice(own.bit_count(), COUNTS)
        | choice(enemy.bit_count(), COUNTS) << COUNTS
        | choice(position.throw, THROWS) << 2 * COUNTS
        | whole_throws(position) << 2 * COUNTS + THROWS
        | position.playing << 2 * COUNTS + 2 * THROWS
        | choice(position.rest, RESTS) << 2 * COUNTS + 2 * THROWS + 1,
        judgement(value if position.player == FIRST else -value, PARTS),
    )


EVALUATION = Evaluation(judge, inputs=inputs, features=FEATURES, grid=GRID)
