"""Actions of Seti-Aleph as text.

Actions: `a1-b3` (move), `a1xb2` (conquer a lone ship), `a1xb2=c1` (conquer a figure, which re-enters on c1), `+b4`
`-b4` (place, lift a death ship), `pass`.
"""

from ibau.core.bits import index
from ibau.core.contract import Notation
from ibau.core.outcome import FIRST
from ibau.games.seti.aleph.rules import LIFT, MOVE, PASS, Position, Rules, parts
from ibau.games.seti.parts import square_names

NAMES = square_names("abc")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    if action < LIFT:
        return f"+{NAMES[action]}"
    if action < MOVE:
        return f"-{NAMES[action - LIFT]}"
    source, target, reentry = parts(action)
    conquest = target & (position.enemy | position.enemy_ships)
    text = f"{NAMES[index(source)]}{'x' if conquest else '-'}{NAMES[index(target)]}"
    return f"{text}={NAMES[index(reentry)]}" if reentry else text


def sides(position: Position) -> tuple[int, int, int, int, int]:
    """White and brown figures, pharaohs, white and brown ships."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs, position.own_ships, position.enemy_ships
    return position.enemy, position.own, position.pharaohs, position.enemy_ships, position.own_ships


NOTATION = Notation(action_text)
