"""What a board looks like, as data.  Browser, terminal and rules pages all draw from it; none of them knows a rule.

Places are named by text: a square by its name in the notation ("c3", "27"), everything beside the board by area and
seat: "hand:first" (pieces still to enter), "off:second" (borne off), "captured:first" (pieces that seat has lost).
"""

from dataclasses import dataclass
from typing import Literal

Throws = Literal["", "sticks", "coins"]  # what is thrown, "" where nothing is


@dataclass(frozen=True, slots=True)
class Square:
    """One square; x grows to the right, y downwards, in units of one square."""

    name: str
    x: float  # of its centre, from the left
    y: float  # of its centre, from the top
    mark: str = ""  # what is drawn on it, a name that the screens know: "water", "centre"
    label: str = ""  # what it is called aloud, a text of the catalogues: "house of water"
    start: int | None = None  # the seat whose start row it is part of
    effects: tuple[str, ...] = ()  # what it does under these rules, sentences of the catalogues


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A board and what lies beside it."""

    kind: str  # which object it is: "seega", "senet"
    width: float  # in units of the coordinates of its squares
    height: float  # in the same
    squares: tuple[Square, ...]
    areas: tuple[str, ...]  # places beside the board that this game uses
    track: tuple[str, ...] = ()  # squares in the order of travel, where there is one
    throws: Throws = ""
    first: str = ""  # the pieces' look by seat, names that the screens know: "light", "cone"
    second: str = ""

    def __repr__(self) -> str:
        return f"<Board {self.kind}: {len(self.squares)} squares>"

    @property
    def places(self) -> frozenset[str]:
        """The squares and what lies beside them."""
        return frozenset((*(square.name for square in self.squares), *self.areas))


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a place; several on one square are listed from the bottom up."""

    place: str
    seat: int  # the owner
    kind: str = "piece"
    side: str = ""  # the face that is up, where it matters: "open", "closed"


@dataclass(frozen=True, slots=True)
class Travel:
    """One piece on its way: the places it visits, the first where it stood, the last where it comes to stand."""

    path: tuple[str, ...]
    seat: int  # the owner when it starts
    kind: str = "piece"
    becomes: str = ""  # the side or owner it shows at the end, where that changes
