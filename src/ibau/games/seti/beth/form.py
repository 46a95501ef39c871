"""How positions of Seti-Beth are written, for example `hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 -`."""

from ibau.core.form import Form, whose_turn
from ibau.core.letters import Lettered, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.games.seti.beth.notation import NAMES
from ibau.games.seti.beth.rules import FILES, Position
from ibau.games.seti.form import END, FIGURES, QUIET, arrived, figure_fields, figures, rows
from ibau.games.seti.sentences import side


def sets(position: Position) -> Sets:
    """The squares of each letter."""
    return figures(position.own, position.enemy, position.pharaohs)


FORM = Form(
    "Seti-Beth",
    Position,
    Lettered(rows(FILES), NAMES, FIGURES, sets, figure_fields).squares(),
    (whose_turn(side(FIRST), side(SECOND)), arrived(NAMES), QUIET, END),
)
