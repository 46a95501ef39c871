"""How actions and positions of Seti-Beth are written.

Actions: `a1-b3` (move), `a1xb2` (conquer a figure), `pass`.

A position, for example: `hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 -`.
"""

from ibau.core.form import Form, whose_turn
from ibau.core.letters import Lettered, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
from ibau.games.seti.form import END, FIGURES, QUIET, arrived, figure_fields, figures, rows, square_names
from ibau.games.seti.sentences import side

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


# --- Positions --------------------------------------------------------------------------------------------------------


def sets(position: Position) -> Sets:
    """The squares of each letter."""
    return figures(position.own, position.enemy, position.pharaohs)


FORM = Form(
    "Seti-Beth",
    Position,
    Lettered(rows(FILES), NAMES, FIGURES, sets, figure_fields).squares(),
    (whose_turn(side(FIRST), side(SECOND)), arrived(NAMES), QUIET, END),
)
