"""The parts that boards are drawn from: grounds, marks and pieces as markup of SVG, in every theme.

The build draws them once, by the components of the browser page (client/symbols), into symbols.json beside this file.
In them the ids begin with OWN, which stands for a name that no other picture on a page has, and DEPTH marks what only
makes a thing of a picture: shadows, and the edges of boards and stones.
"""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from ibau.core.board import Board, Piece
from ibau.core.errors import IbauError, join_names

OWN = "~"
DEPTH = ' data-depth=""'
BUILD = "python scripts/client.py"


class DrawingError(IbauError):
    """Something that cannot be drawn, or not in the way that is asked for."""


class Heap(Struct, frozen=True):
    """How pieces that were taken lie in a tray, left and right by turns."""

    pitch: float
    aside: float


class Lengths(Struct, frozen=True):
    """The measures of the page's layout, in hundredths of a square but for `small`."""

    square: float
    tray: float  # how deep a tray is
    strip: float  # and the strip in it that pieces lie on
    gap: float  # between board and tray
    inset: float  # from the end of a tray to the middle of the first piece in it
    pitch: float  # between two pieces in a tray that has room
    heap: Heap  # of pieces taken
    storey: float  # how much higher each piece of a stack lies
    small: float  # the scale of pieces in a tray


class Place(Struct, frozen=True):
    """A square as grounds know it."""

    name: str
    x: float
    y: float
    mark: str
    start: int | None


class Shape(Struct, frozen=True):
    """What a ground depends on."""

    width: float
    height: float
    squares: tuple[Place, ...]
    track: tuple[str, ...]


class Ground(Struct, frozen=True):
    """A board with nothing on it."""

    bare: str
    coordinates: str


class Trace(Struct, frozen=True):
    """A layer of what a move leaves behind."""

    way: str  # the attributes of a path
    start: str
    end: str


class Layer(Struct, frozen=True):
    """A rectangle of the strip of a tray."""

    inset: float  # how much smaller it is at every side
    x: float  # how far it is moved
    y: float
    drawn: str  # its attributes


class ThemeDrawings(Struct, frozen=True):
    """The parts of a kind of board in one theme."""

    page: str  # the colour of the page behind it
    ink: str  # what is written there
    quiet: str  # the same, of what matters less
    shadow: str  # the steps of a filter; "" without a shadow
    grounds: list[list[Ground]]  # for each shape: as it is, and turned a quarter
    marks: dict[str, str]
    pieces: dict[str, list[tuple[str, str, str]]]  # the variants of each: on a square, on a stack, beside the board
    trace: list[Trace]  # in layers
    tray: list[Layer]
    goals: list[str]  # what marks a square that a seat has to fill, by seat
    urgent: str  # the ring around a piece that calls for an answer
    filters: str  # that the parts refer to


class BoardKind(Struct, frozen=True):
    """A kind of board: what is the same in all themes, and its looks in each."""

    margin: float  # the rim of the board around its squares
    variants: int
    urgent: list[str]  # the kinds of pieces that call for an answer on the other seat's start row
    names: dict[str, str]  # what pieces are called aloud, texts of the catalogues
    shapes: list[Shape]
    looks: dict[str, ThemeDrawings]

    def shape_of(self, board: Board) -> int:
        """Which of the shapes a board has."""
        drawn = self.looks["light"].marks  # those that a ground does not show
        squares = tuple(
            Place(square.name, square.x, square.y, "" if square.mark in drawn else square.mark, square.start)
            for square in board.squares
        )
        shape = Shape(board.width, board.height, squares, board.track)
        if shape not in self.shapes:
            raise DrawingError(f"No ground of the kind {board.kind!r} has the squares of this board.")
        return self.shapes.index(shape)


Alphabet = dict[str, tuple[int, str]]  # of each letter how far it reaches, and its outline, in thousandths of its size


class Stick(Struct, frozen=True):
    """A throwing stick."""

    round: str  # its dark back
    flat: str  # its light face, which is marked


class Symbols(Struct, frozen=True):
    """Everything the build has drawn."""

    lengths: Lengths
    alphabets: dict[str, Alphabet]  # "serif" and "sans"
    stick: Stick
    kinds: dict[str, BoardKind]


@cache
def symbols() -> Symbols:
    """What the build has drawn.  Raises DrawingError when it has not."""
    path = files("ibau.paper.drawing") / "symbols.json"
    if not path.is_file():
        raise DrawingError(f"The drawings {path} are missing; make them with: {BUILD}")
    return msgspec.json.decode(path.read_bytes(), type=Symbols)


def kind_of(board: Board) -> BoardKind:
    """The drawings of a board.  Raises DrawingError when nobody has drawn its kind."""
    kinds = symbols().kinds
    if board.kind not in kinds:
        raise DrawingError(f"Nobody has drawn the board {board.kind!r}; there are {join_names(kinds)}.")
    return kinds[board.kind]


def look_of(piece: Piece) -> str:
    """What the variants of a piece have in common, as the build names it."""
    return f"{piece.seat} {piece.kind} {piece.side}"
