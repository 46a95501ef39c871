"""How a game looks where there are only letters and colours, and how it is printed to be cut out, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Material(NamedTuple):
    """Colours of a board: the ground, the lines between the squares, and writing on it.

    Pieces of either colour and writing stand out by 3 to 1 at least, also where a terminal knows 256 or 16 colours.
    """

    ground: str
    line: str
    ink: str


class Glyph(NamedTuple):
    """A letter, and what stands for it where only ASCII is known."""

    letter: str
    plain: str


class TerminalTheme(NamedTuple):
    """What is special about a game; the terminal has something of its own for what is not named here."""

    material: Material | None = None
    marks: Mapping[str, Glyph] = {}  # by the marks of the face's squares
    pieces: Mapping[tuple[str, str], tuple[Glyph, Glyph]] = {}  # by kind and side: the first seat's, the second seat's

    @property
    def glyphs(self) -> Iterator[Glyph]:
        """All signs of the look."""
        yield from self.marks.values()
        for pair in self.pieces.values():
            yield from pair


DEFAULT_THEME = TerminalTheme()


@dataclass(frozen=True, slots=True)
class Kit:
    """What is special about a game on paper."""

    square: float = 2.4  # the side of a square in cm: comfortable, and a board of ten lies on one sheet
    two_coloured: bool = False  # do pieces show the other side's colour on their backs?
    under: tuple[str, ...] = ()  # kinds of pieces on which others may stand


DEFAULT_KIT = Kit()
