"""Actions, such as `take2`."""

from ibau.core.contract import Notation
from ibau.core.outcome import CHANCE

from .rules import Position, Rules


def action_text(rules: Rules, position: Position, action: int) -> str:
    return f"lot{action + 1}" if position.player == CHANCE else f"take{action + 1}"


NOTATION = Notation(action_text)
