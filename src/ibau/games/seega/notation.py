"""Seega's actions as text.

Actions: `lot1` `lot2`, `c2` (place), `c2-c3` (step), `stop`, `pass`.
"""

from ibau.core.bits import index
from ibau.core.contract import Notation
from ibau.core.outcome import FIRST
from ibau.games.seega.rules import BEFORE_LOT, STEP, STOP, Position, Rules, step

SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")


def square_name(bit: int) -> str:
    """The name of a set of one square."""
    return SQUARES[index(bit)]


def _step_text(action: int) -> str:
    source, direction = divmod(action - STEP, 4)
    arrival = step(1 << source, direction)
    return f"{SQUARES[source]}-{square_name(arrival)}" if arrival else ""


ACTION_TEXTS = (*SQUARES, *map(_step_text, range(STEP, STOP)), "stop", "pass")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    return f"lot{action + 1}" if position.placed == BEFORE_LOT else ACTION_TEXTS[action]


def light_and_dark(position: Position) -> tuple[int, int]:
    """The pieces of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own, position.enemy
    return position.enemy, position.own


NOTATION = Notation(action_text)
