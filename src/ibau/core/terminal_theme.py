"""How a game looks in a terminal, and its measures on paper, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Material(NamedTuple):
    """Colours of a board: background, lines between squares, and text.

    The contrast of pieces of both colours and of text is at least 3 to 1, even in terminals with 256 or 16 colours.
    """

    ground: str
    line: str
    ink: str


class Glyph(NamedTuple):
    """A character, and its replacement in ASCII."""

    letter: str
    plain: str


class TerminalTheme(NamedTuple):
    """Colours and characters of a game in a terminal, where they differ from the defaults of the terminal."""

    material: Material | None = None
    marks: Mapping[str, Glyph] = {}  # by the `mark` of a Square
    pieces: Mapping[tuple[str, str], tuple[Glyph, Glyph]] = {}  # of the first and second seat, by kind and side

    @property
    def glyphs(self) -> Iterator[Glyph]:
        """All glyphs of the theme."""
        yield from self.marks.values()
        for pair in self.pieces.values():
            yield from pair


DEFAULT_THEME = TerminalTheme()


@dataclass(frozen=True, slots=True)
class Kit:
    """The board and pieces of a game as printed, to be cut out."""

    square: float = 2.4  # the side of a square in cm: comfortable, and a board ten squares wide fits on one sheet
    two_coloured: bool = False  # have pieces the other side's colour on their backs?
    under: tuple[str, ...] = ()  # kinds of pieces on which others may stand


DEFAULT_KIT = Kit()
