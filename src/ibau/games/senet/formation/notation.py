"""The formation game's actions as text.

Actions: `lot1` `lot2`, `t1` … `t5` (throw), `+27` (enter), `14-11`, `14x11` (hit), `stay`, `pass`.
"""

from ibau.core.contract import Notation
from ibau.games.senet.formation.rules import BEFORE_LOT, ENTER, STAY, Position, Rules, source_and_arrival


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if position.throw <= 0:
        return f"{'lot' if position.throw == BEFORE_LOT else 't'}{action + 1}"
    if action > ENTER:
        return "stay" if action == STAY else "pass"
    source, arrival = source_and_arrival(position, action)
    if not source:
        return f"+{arrival}"
    return f"{source}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


NOTATION = Notation(action_text)
