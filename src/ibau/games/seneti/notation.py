"""Seneti's actions as text.

Actions: `lot1` `lot2`, `+12` (bring a stone in), `4-12` (move), `12-off` (take out).
"""

from ibau.core.contract import Notation
from ibau.core.outcome import FIRST
from ibau.games.seneti.rules import Position, Rules, source_and_arrival, stack_on


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.begun:
        return f"lot{action + 1}"
    source, arrival = source_and_arrival(action)
    return f"{source}-{arrival or 'off'}" if source else f"+{arrival}"


def owners(position: Position, square: int) -> tuple[int, ...]:
    """The owners of the stones on a square, from the bottom up."""
    stack = stack_on(position.stacks, square)
    height = max(stack.bit_length() - 1, 0)
    return tuple(stack >> n & 1 for n in reversed(range(height)))


def hands(position: Position) -> tuple[int, int]:
    """Stones in hand of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own_hand, position.enemy_hand
    return position.enemy_hand, position.own_hand


NOTATION = Notation(action_text)
