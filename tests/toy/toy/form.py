"""How actions are written, such as `take2`, and heaps, such as `9 chance`."""

from collections.abc import Sequence

from ibau.core.board import Piece
from ibau.core.errors import PositionError
from ibau.core.form import PLAIN_PIECE, Fields, Form, Meaning, Squares, whose_turn
from ibau.core.outcome import CHANCE
from ibau.core.phrase import Phrase

from .rules import Position, Rules


def action_text(rules: Rules, position: Position, action: int) -> str:
    return f"lot{action + 1}" if position.player == CHANCE else f"take{action + 1}"


def read(rules: Rules, text: str) -> Fields:
    if not text.isdecimal() or int(text) > rules.counters:
        raise PositionError(f"{text!r}: write how many of the {rules.counters} counters are left.")
    return {"counters": int(text)}


def text(position: Position) -> str:
    return str(position.counters)


def set_up(pieces: Sequence[Piece]) -> str:
    return str(len(pieces))


FORM = Form(
    "heap",
    Position,
    Squares((PLAIN_PIECE,), "how many counters are left", read, text, set_up),
    (whose_turn(Phrase("Left"), Phrase("Right"), Meaning("chance", {"player": CHANCE}, Phrase("nobody yet"))),),
    sides=(),
)
