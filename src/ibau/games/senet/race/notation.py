"""The race's actions as text.

Actions: `t1` … `t4` `t6` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `28-off`, `pass`.
"""

from ibau.core.contract import Notation
from ibau.games.senet.race.rules import BACKWARD, PASS, Position, Rules
from ibau.games.senet.track import LAST, SIX_SCALE


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw:
        return f"t{SIX_SCALE[action]}"
    if action == PASS:
        return "pass"
    source, arrival = source_and_arrival(position, action)
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{'x' if position.enemy >> arrival & 1 else '-'}{arrival}"


def source_and_arrival(position: Position, action: int) -> tuple[int, int]:
    """Where a move starts and where it leads, before the water carries the pawn on."""
    if action >= BACKWARD:
        return action - BACKWARD, action - BACKWARD - position.throw
    return action, action + position.throw


NOTATION = Notation(action_text)
