"""How a game looks where there are only letters and colours, as data; a terminal draws with it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Material(NamedTuple):
    """Colours of a board: the ground, the lines between the squares, and writing on it.

    Pieces of either colour and writing stand out by 3 to 1 at least, also where a terminal knows 256 or 16 colours.
    """

    ground: str
    line: str
    ink: str


class Sign(NamedTuple):
    """A letter, and what stands for it where only ASCII is known."""

    letter: str
    plain: str


class Look(NamedTuple):
    """What is special about a game; the terminal has something of its own for what is not named here."""

    material: Material | None = None
    marks: Mapping[str, Sign] = {}  # by the marks of the face's squares
    pieces: Mapping[tuple[str, str], tuple[Sign, Sign]] = {}  # by kind and side: the first seat's, the second seat's

    @property
    def signs(self) -> Iterator[Sign]:
        """All signs of the look."""
        yield from self.marks.values()
        for pair in self.pieces.values():
            yield from pair


USUAL = Look()
