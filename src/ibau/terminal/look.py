"""How things look in a terminal: materials, marks and pieces, told apart by shape as well as by colour."""

from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

from ibau.core.face import Piece
from ibau.core.outcome import FIRST


class Material(NamedTuple):
    """Colours of a board: the ground, the lines between the squares, and writing on it."""

    ground: str
    line: str
    ink: str


MATERIALS = {
    "seega": Material("#c8ae7d", "#937747", "#5e4a28"),  # sand
    "senet": Material("#2f7479", "#5fa6a4", "#b9dcd6"),  # faience
    "seti": Material("#cdb288", "#a1835a", "#5d4930"),  # limewood
    "ur": Material("#3d5288", "#7c90c4", "#cdd6ef"),  # lapis lazuli
}
WOOD = Material("#a8794a", "#7c5530", "#f0dfc4")
IVORY, EBONY = "bold #fffbea", "bold #1b120a"

MARKS = {
    "centre": "◇",
    "eyes": "∞",
    "five": "∷",
    "gate": "⊓",
    "goal": "◎",
    "panels": "▤",
    "refuge": "⌂",
    "rosette": "❋",
    "squares": "▦",
    "sun": "☉",
    "water": "≈",
    "zigzag": "≷",
}
OTHER_MARK = "*"

GLYPHS = {  # by kind and side: the first seat's, the second seat's
    ("piece", ""): "○●",
    ("stone", "closed"): "○●",
    ("stone", "open"): "⊙◉",
    ("pharaoh", ""): "♔♚",
    ("priest", ""): "♗♝",
    ("ship", ""): "▽▼",
}

BARS = "▁▂▃▄▅▆▇█"

LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by their arms: 1 north, 2 south, 4 west, 8 east

# Where the terminal knows ASCII only.
PLAIN = str.maketrans(
    {
        **dict.fromkeys("╵╷│", "|"),
        **dict.fromkeys("╴╶─", "-"),
        **dict.fromkeys("┘┐┤└┌├┴┬┼", "+"),
        **dict.fromkeys(MARKS.values(), OTHER_MARK),
        **dict(zip("○●⊙◉♔♚♗♝▽▼▮▯…→−", "oxOXKQPBvV#-~>-", strict=True)),  # noqa: RUF001 - a minus is meant
        **dict(zip(BARS, "12345678", strict=True)),
    }
)


def material_of(kind: str) -> Material:
    """What a kind of board is made of; wood where nothing is known."""
    return MATERIALS.get(kind, WOOD)


def mark_sign(mark: str) -> str:
    """The sign of a square's mark, '' for none."""
    return MARKS.get(mark, OTHER_MARK) if mark else ""


def piece_glyph(piece: Piece) -> str:
    """One letter for a piece; unknown kinds by their initial, small for the first seat."""
    known = GLYPHS.get((piece.kind, piece.side))
    if known:
        return known[piece.seat]
    initial = piece.kind[:1] or "?"
    return initial.lower() if piece.seat == FIRST else initial.upper()


def piece_style(seat: int) -> str:
    return IVORY if seat == FIRST else EBONY


def plainly(line: Text, encoding: str) -> Text:
    """A line as a terminal of this encoding can show it."""
    if not encoding.lower().startswith("utf"):
        line.plain = line.plain.translate(PLAIN)
    return line


def trimmed(out: Console, block: RenderableType) -> Text:
    """What a console shows of a block, without the blanks that fill its lines up; to be printed as it is."""
    lines = out.render_lines(block, pad=False)
    texts = [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]
    for text in texts:
        text.rstrip()
    return Text("\n").join(texts)
