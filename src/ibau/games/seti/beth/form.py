"""The text of actions and positions of Seti-Beth.

Actions: `a1-b3` (move), `a1xb2` (conquer a figure), `pass`.

A position, for example: `hhphh/5/5/5/5/5/5/5/5/HHPHH first - 0 -`.
"""

from ibau.core.form import UNREACHABLE, Form, whose_turn
from ibau.core.letter_board import LetterBoard, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.beth.rules import FILES, PASS, SQUARES, Position, Rules
from ibau.games.seti.beth.rulesets import Pharaohs
from ibau.games.seti.form import (
    END,
    FIGURES,
    QUIET,
    arrivals_differ,
    arrived,
    figure_fields,
    figures,
    rows,
    square_names,
)
from ibau.games.seti.sentences import side

NAMES = square_names("abcde")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    source, target = divmod(action, SQUARES)
    return f"{NAMES[source]}{'x' if position.enemy >> target & 1 else '-'}{NAMES[target]}"


def sides(position: Position) -> tuple[int, int, int]:
    """The squares of white and brown figures, and of pharaohs."""
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
    LetterBoard(rows(FILES), NAMES, FIGURES, sets, figure_fields).squares(),
    (whose_turn(side(FIRST), side(SECOND)), arrived(NAMES), QUIET, END),
)

PRIESTS = 4


def miscounted(rules: Rules, position: Position) -> Phrase | None:
    """The board is empty, or a side has more than one pharaoh (by option two) or four priests (BETH-1, BETH-4)."""
    white, brown, pharaohs = sides(position)
    if not white | brown:
        return Phrase(N_("There is no figure on the board."))
    most = 1 if rules.pharaohs == Pharaohs.ONE else 2
    for player, pieces in ((FIRST, white), (SECOND, brown)):
        kings = (pieces & pharaohs).bit_count()
        priests = pieces.bit_count() - kings
        if kings > most or priests > PRIESTS:
            values = {"side": side(player), "pharaohs": kings, "priests": priests, "most": most}
            return Phrase(TOO_MANY, values)
    return None


TOO_MANY = N_("{side} has {pharaohs} pharaohs and {priests} high priests; each side has {most} and 4 at the start.")


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """An arrival that contradicts the words (SETI-13)."""
    return UNREACHABLE if arrivals_differ(FILES, position, position.enemy) else None


IMPOSSIBLE = (miscounted, contradictory)
