"""How things look in a terminal: materials, marks and pieces, told apart by shape as well as by colour."""

from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ibau.core.face import Piece
from ibau.core.outcome import FIRST, SECOND


class Material(NamedTuple):
    """Colours of a board: the ground, the lines between the squares, and writing on it.

    Pieces of either colour and writing stand out by 3 to 1 at least, also where a terminal knows 256 or 16 colours.
    """

    ground: str
    line: str
    ink: str


MATERIALS = {
    "seega": Material("#a98546", "#74582a", "#2a1e0a"),  # sand
    "senet": Material("#2f7479", "#5fa6a4", "#dcf1ec"),  # faience
    "seti": Material("#ab7f50", "#775632", "#2b1c0b"),  # limewood
    "ur": Material("#4e67a6", "#8c9fd0", "#eef1fb"),  # lapis lazuli
}
WOOD = Material("#a8794a", "#73502c", "#22150a")
IVORY, EBONY = "bold #fffbea", "bold #1b120a"

MARKS = {  # the sign of each, and what stands for it where the terminal knows ASCII only
    "centre": ("◇", "*"),
    "eyes": ("∞", "%"),
    "five": ("∷", ":"),
    "gate": ("⊓", "^"),
    "goal": ("◎", "@"),
    "good": ("♡", "&"),
    "panels": ("▤", "="),
    "rebirth": ("☥", "!"),
    "refuge": ("⌂", "^"),
    "rosette": ("❋", "*"),
    "squares": ("▦", "#"),
    "sun": ("☉", "*"),
    "three": ("≡", "#"),
    "two": ("=", "="),
    "water": ("≈", "~"),
    "zigzag": ("≷", "~"),
}
OTHER_MARK = "*", "*"

GLYPHS = {  # by kind and side: the first seat's, the second seat's
    ("piece", ""): "○●",
    ("stone", "closed"): "○●",
    ("stone", "open"): "⊙◉",
    ("pharaoh", ""): "♔♚",
    ("priest", ""): "♗♝",
    ("ship", ""): "▽▼",
}

LONGEST_ROW = 1000  # columns of a table
BARS = "▁▂▃▄▅▆▇█"

LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by their arms: 1 north, 2 south, 4 west, 8 east

# Where the terminal does not know a letter.
PLAIN = str.maketrans(
    {
        **dict.fromkeys("╵╷│", "|"),
        **dict.fromkeys("╴╶─", "-"),
        **dict.fromkeys("┘┐┤└┌├┴┬┼", "+"),
        **dict(MARKS.values()),
        **dict(zip("○●⊙◉♔♚♗♝▽▼▮▯━→×−–’", "oxOXKQPBvV#-->x--'", strict=True)),  # noqa: RUF001 - they are meant
        **dict(zip(BARS, "12345678", strict=True)),
        "…": "...",
        "½": "1/2",
        "«": '"',
        "»": '"',
        "„": '"',
        "“": '"',
        "”": '"',
        "§": "section ",
        "œ": "oe",
        "ß": "ss",
    }
)


def material_of(kind: str) -> Material:
    """What a kind of board is made of; wood where nothing is known."""
    return MATERIALS.get(kind, WOOD)


def mark_sign(mark: str) -> str:
    """The sign of a square's mark, '' for none."""
    return MARKS.get(mark, OTHER_MARK)[0] if mark else ""


def piece_glyph(piece: Piece, *, coloured: bool) -> str:
    """One letter for a piece, filled where colours tell the seats apart; unknown kinds by their initial."""
    known = GLYPHS.get((piece.kind, piece.side))
    if known:
        return known[SECOND if coloured else piece.seat]
    initial = piece.kind[:1] or "?"
    return initial.lower() if piece.seat == FIRST else initial.upper()


def piece_style(seat: int) -> str:
    return IVORY if seat == FIRST else EBONY


def show(out: Console, block: RenderableType) -> None:
    """Print a block without the blanks that fill its lines up."""
    _print_trimmed(out, block, out.options)


def show_whole(out: Console, table: Table) -> None:
    """Print a table of figures, of which nothing is cut: rather its lines are longer than those of the console."""
    room = out.options.update(width=LONGEST_ROW)
    _print_trimmed(out, table, out.options.update(width=max(out.width, out.measure(table, options=room).maximum)))


def _print_trimmed(out: Console, block: RenderableType, options: ConsoleOptions) -> None:
    lines = out.render_lines(block, options, pad=False)
    texts = [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]
    for text in texts:
        text.rstrip()
    out.print(Text("\n").join(texts), soft_wrap=True)
