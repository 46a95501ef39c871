"""What a board looks like, as data from which the browser, the terminal and the rules pages draw without any rules.

Places are texts: a square is named as in the notation ("c3", "27"), an area next to the board by its kind and seat:
"hand:first" (pieces still to enter), "off:second" (borne off), "captured:first" (pieces that seat has lost).
"""

from dataclasses import dataclass
from typing import Literal

Throws = Literal["", "sticks", "coins"]  # what is thrown; "" in a game without throws


@dataclass(frozen=True, slots=True)
class Square:
    """One square; x grows to the right, y downwards, in units of one square."""

    name: str  # in the notation: "c3", "27"
    x: float  # of its centre, from the left
    y: float  # of its centre, from the top
    mark: str = ""  # what is drawn on it, a name that the screens know: "water", "centre"
    label: str = ""  # its name in words, a text of the catalogues: "house of water"
    start: int | None = None  # the seat whose start row it is part of
    effects: tuple[str, ...] = ()  # what it does under these rules, sentences of the catalogues


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A board and the areas next to it."""

    kind: str  # the kind of board: "seega", "senet"
    width: float  # in units of one square
    height: float  # in units of one square
    squares: tuple[Square, ...]  # all of them
    areas: tuple[str, ...]  # places next to the board that this game uses
    track: tuple[str, ...] = ()  # squares in the order of travel, where there is one
    throws: Throws = ""  # what is thrown: "sticks", "coins", "" in a game without throws
    first: str = ""  # the look of the first seat's pieces, a name that the screens know: "light", "cone"
    second: str = ""  # the look of the second seat's pieces

    def __repr__(self) -> str:
        return f"<Board {self.kind}: {len(self.squares)} squares>"

    @property
    def places(self) -> frozenset[str]:
        """The names of all squares and areas."""
        return frozenset((*(square.name for square in self.squares), *self.areas))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a place; several on one square are listed from the bottom up."""

    place: str  # the name of a square or area
    seat: int  # the owner, 0 or 1
    kind: str = "piece"  # the kind of piece: "piece", "pharaoh"
    side: str = ""  # the face that is up, where it matters: "open", "closed"


@dataclass(frozen=True, slots=True)
class Travel:
    """The path of a piece that moves: the places it visits, from where it stood to where it ends."""

    path: tuple[str, ...]  # the names of squares and areas
    seat: int  # the owner at the start, 0 or 1
    kind: str = "piece"  # the kind of piece: "piece", "pharaoh"
    becomes: str = ""  # its side or owner at the end, if that changes
