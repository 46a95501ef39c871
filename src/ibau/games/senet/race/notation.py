"""The race's actions as text.

Actions: `t1` … `t4` `t6` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `28-off`, `pass`.
"""

from ibau.core.contract import Notation
from ibau.games.senet.race.rules import PASS, Position, Rules, source_and_arrival
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


NOTATION = Notation(action_text)
