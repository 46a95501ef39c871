"""The Geoludie game's actions as text.

Actions: `t1` … `t5` (throw), `14-18` (forward, or back: the numbers tell), `14x18` (hit), `20~23` and `20~x23` (forward
and then back, ending on 23), `28-off`, `keep`, `pass`.
"""

from ibau.core.contract import Notation
from ibau.games.senet.geoludie.position import BOUNCE, KEEP, Position, Rules, source_and_arrival
from ibau.games.senet.track import LAST


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if not position.throw and not position.playing:
        return f"t{action + 1}"
    if action >= KEEP:
        return "keep" if action == KEEP else "pass"
    source, arrival = source_and_arrival(action)
    hit = "x" if position.enemy >> arrival & 1 else ""
    if action >= BOUNCE:
        return f"{source}~{hit}{arrival}"
    if arrival > LAST:
        return f"{source}-off"
    return f"{source}{hit or '-'}{arrival}"


NOTATION = Notation(action_text)
