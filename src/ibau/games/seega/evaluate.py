"""What players look at in Seega."""

from ibau.core.outcome import FIRST
from ibau.core.rule import rule
from ibau.games.seega.rules import (
    BOARD,
    CENTRE,
    STEP,
    STOP,
    Position,
    Rules,
    captured_by,
    capturing_squares,
    neighbours,
    placing,
    step,
)

PIECE = 700  # shared out among the pieces on the board: one piece more weighs the more the fewer there are
THREAT = 12
ROOM = 4
HEART = 10


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: pieces, threats, room to move and the centre."""
    own, enemy = position.own, position.enemy
    empty = BOARD & ~(own | enemy)
    value = THREAT * (threats(rules, own, enemy, empty) - threats(rules, enemy, own, empty))
    if not placing(position):
        pieces = own.bit_count() + enemy.bit_count()
        value += PIECE * (own.bit_count() - enemy.bit_count()) // max(pieces, 1)
        value += ROOM * (room(own, empty) - room(enemy, empty))
        value += HEART * (int(own & CENTRE != 0) - int(enemy & CENTRE != 0))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value


@rule
def threats(rules: Rules, own: int, enemy: int, empty: int) -> int:
    """Squares on which one of these pieces could capture by its next step."""
    return (capturing_squares(rules, own, enemy) & empty & neighbours(own)).bit_count()


@rule
def room(pieces: int, empty: int) -> int:
    """Empty squares beside these pieces."""
    return (neighbours(pieces) & empty).bit_count()


@rule
def urgency(rules: Rules, position: Position, action: int) -> int:
    """How many pieces a step captures."""
    if not STEP <= action < STOP:
        return 0
    source = 1 << (action - STEP >> 2)
    arrival = step(source, action - STEP & 3)
    return captured_by(rules, arrival, position.own ^ source | arrival, position.enemy).bit_count()
