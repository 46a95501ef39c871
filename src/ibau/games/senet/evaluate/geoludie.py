"""What players look at in the Geoludie game."""

from ibau.core.game import Evaluation
from ibau.core.outcome import FIRST
from ibau.core.rule import rule
from ibau.games.senet.evaluate.steps import squares_travelled
from ibau.games.senet.geoludie.position import PAWNS, Position, Rules
from ibau.games.senet.track import HOUSES, LAST, protected

STEPS_FOR_A_SURE_WIN = 120  # so many steps ahead count as won
SAFE_PAWN = 3  # in steps
IN_THE_HOUSES = 2  # in steps: past the stop on 26, where every pawn loses time
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


EVALUATION = Evaluation(judge)
