"""Actions `take2`, and positions such as `9 chance`."""

from ibau.core.contract import Notation
from ibau.core.errors import PositionError
from ibau.core.outcome import CHANCE, SEATS

from .rules import Position, Rules


def action_text(rules: Rules, position: Position, action: int) -> str:
    return f"lot{action + 1}" if position.player == CHANCE else f"take{action + 1}"


def position_text(rules: Rules, position: Position) -> str:
    return f"{position.counters} {SEATS[position.player]}"


def read_position(rules: Rules, text: str) -> Position:
    counters, _, player = text.partition(" ")
    if not counters.isdigit() or int(counters) > rules.counters or player not in SEATS[:3]:
        raise PositionError(f"{text!r}: write the counters and whose turn it is.")
    return Position(int(counters), SEATS.index(player))


NOTATION = Notation(action_text, position_text, read_position)
