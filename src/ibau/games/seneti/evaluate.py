"""What players look at in Seneti."""

from ibau.core.outcome import FIRST
from ibau.core.rule import rule
from ibau.games.seneti.rules import Position, Rules, connected, landing_squares

FREEDOM = 14  # for each open stone, which can act and be walked over
TOP = 10  # for each stack that a side rules
DOORS = 6  # for each square on which the opponent could still enter


@rule
def judge(rules: Rules, position: Position) -> int:
    """How good a position is for FIRST, in thousandths of a win: whoever cannot act loses, so room to act counts."""
    own_open = (position.own & ~position.closed).bit_count()
    enemy_open = (position.enemy & ~position.closed).bit_count()
    value = FREEDOM * (own_open - enemy_open)
    value += TOP * (position.own.bit_count() - position.enemy.bit_count())
    doors = (connected(rules, position.closed) & landing_squares(position)).bit_count()
    value += DOORS * doors * (int(position.own_hand > 0) - int(position.enemy_hand > 0))
    value = min(max(value, -999), 999)
    return value if position.player == FIRST else -value
