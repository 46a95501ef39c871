"""Seega's actions as text.

Actions: `lot1` `lot2`, `c2` (place), `c2-c3` (step), `stop`, `pass`.
"""

from ibau.core.bits import index, members
from ibau.core.contract import Notation
from ibau.core.outcome import FIRST
from ibau.games.seega.rules import BEFORE_LOT, STOP, Position, Rules, squares_of

SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")


def square_name(bit: int) -> str:
    """The name of a set of one square; "" of none."""
    return SQUARES[index(bit)] if bit else ""


def square_names(squares: int) -> str:
    """The names of a set of squares, with commas between them."""
    return ", ".join(SQUARES[n] for n in members(squares))


def _squares_text(action: int) -> str:
    source, arrival = squares_of(action)
    return f"{square_name(source)}-{square_name(arrival)}" if source else square_name(arrival)


ACTION_TEXTS = (*map(_squares_text, range(STOP)), "stop", "pass")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    return f"lot{action + 1}" if position.placed == BEFORE_LOT else ACTION_TEXTS[action]


def light_and_dark(position: Position) -> tuple[int, int]:
    """The pieces of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own, position.enemy
    return position.enemy, position.own


NOTATION = Notation(action_text)
