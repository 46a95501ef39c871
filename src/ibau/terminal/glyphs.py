"""How things look in a terminal: materials, marks and pieces, distinct in shape as well as in colour."""

import functools
from itertools import chain

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from ibau.core.board import Piece
from ibau.core.outcome import FIRST, SECOND
from ibau.core.terminal_theme import Glyph, Material, TerminalTheme
from ibau.games import systems

WOOD = Material(ground="#a8794a", line="#73502c", ink="#22150a")
IVORY, EBONY = "bold #fffbea", "bold #1b120a"
OTHER_MARK_GLYPH = Glyph("*", "*")
PIECES = {("piece", ""): (Glyph("○", "o"), Glyph("●", "x"))}

LONGEST_ROW = 1000  # columns of a table
BARS = "▁▂▃▄▅▆▇█"

LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # indexed by their arms: 1 north, 2 south, 4 west, 8 east

PLAIN = {  # substitutes for characters that a terminal cannot show
    **dict.fromkeys("╵╷│", "|"),
    **dict.fromkeys("╴╶─", "-"),
    **dict.fromkeys("┘┐┤└┌├┴┬┼", "+"),
    **dict(zip("▮▯━→×−–·’", "#-->x---'", strict=True)),  # noqa: RUF001 - they are meant
    **dict(zip(BARS, "12345678", strict=True)),
    "…": "...",
    "½": "1/2",
    "«": '"',
    "»": '"',
    "„": '"',
    "“": '"',
    "”": '"',
    "§": "section ",
    "°": "~",  # our reading of a rule
    "\u2060": "",  # the word joiner, which is invisible
    "œ": "oe",
    "ß": "ss",
}


@functools.cache
def plain_letters() -> dict[int, str]:
    """A table for `str.translate` to ASCII, for our own characters and those of all games."""
    games = (sign for system in systems().values() for sign in system.terminal_theme.glyphs)
    return str.maketrans(PLAIN | dict(chain(*PIECES.values(), games)))


def material_of(theme: TerminalTheme) -> Material:
    """The material of a game's board, by default wood."""
    return theme.material or WOOD


def mark_glyph(theme: TerminalTheme, mark: str) -> str:
    """The character of a square's mark, '' for none."""
    return theme.marks.get(mark, OTHER_MARK_GLYPH).letter if mark else ""


def piece_glyph(theme: TerminalTheme, piece: Piece, *, coloured: bool) -> str:
    """The character of a piece, filled if colours tell the seats apart; unknown kinds by their initial."""
    known = {**PIECES, **theme.pieces}.get((piece.kind, piece.side))
    if known:
        return known[SECOND if coloured else piece.seat].letter
    initial = piece.kind[:1] or "?"
    return initial.lower() if piece.seat == FIRST else initial.upper()


def piece_style(seat: int) -> str:
    return IVORY if seat == FIRST else EBONY


def print_block(out: Console, block: RenderableType) -> None:
    """Print a block without trailing blanks."""
    _print_trimmed(out, block, out.options)


def print_table(out: Console, table: Table) -> None:
    """Print a table without cutting or wrapping cells, if need be wider than the console."""
    needed = out.measure(table, options=out.options.update(width=LONGEST_ROW)).maximum
    _print_trimmed(out, table, out.options.update(width=max(out.width, needed)))


def _print_trimmed(out: Console, block: RenderableType, options: ConsoleOptions) -> None:
    lines = out.render_lines(block, options, pad=False)
    texts = [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]
    for text in texts:
        text.rstrip()
    out.print(Text("\n").join(texts), soft_wrap=True)
