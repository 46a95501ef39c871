"""What the marks on a board mean, by the labels of its face."""

from rich.text import Text

from ibau.core.face import Board
from ibau.core.look import Look
from ibau.core.phrase import Translate
from ibau.terminal.look import mark_sign

BETWEEN = "   "


def legend(board: Board, look: Look, translate: Translate, columns: int) -> Text:
    """Every mark and its meaning, as many in a line as it has room for; empty for a board without marks."""
    labels: dict[str, dict[str, str]] = {}
    for square in board.squares:
        if square.mark:
            labels.setdefault(square.mark, {})[square.name] = translate(square.label)
    lines: list[str] = []
    for mark, squares in labels.items():
        meaning = f"{mark_sign(look, mark)} {_meaning(squares)}"
        if lines and len(lines[-1] + BETWEEN + meaning) <= columns:
            lines[-1] += BETWEEN + meaning
        else:
            lines.append(meaning)
    return Text("\n".join(lines))


def _meaning(squares: dict[str, str]) -> str:
    """What squares of one mark are called, with their names where they are called differently."""
    if len(set(squares.values())) == 1:
        return next(iter(squares.values()))
    return ", ".join(f"{name} {label}" for name, label in squares.items())
