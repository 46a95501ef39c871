"""Actions of Seti-Beth as text.

Actions: `a1-b3` (move), `a1xb2` (conquer a figure), `pass`.
"""

from ibau.core.contract import Notation
from ibau.core.outcome import FIRST
from ibau.games.seti.beth.rules import PASS, SQUARES, Position, Rules
from ibau.games.seti.parts import square_names

NAMES = square_names("abcde")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    source, target = divmod(action, SQUARES)
    return f"{NAMES[source]}{'x' if position.enemy >> target & 1 else '-'}{NAMES[target]}"


def sides(position: Position) -> tuple[int, int, int]:
    """White and brown figures, pharaohs."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs
    return position.enemy, position.own, position.pharaohs


NOTATION = Notation(action_text)
