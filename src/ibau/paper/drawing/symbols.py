"""The drawings of boards: grounds, marks and pieces as SVG markup, in every theme.

The build renders the components of the web page (client/symbols) into symbols.json in this folder.  Ids in it begin
with OWN, which is replaced by a name unique to each picture; DEPTH marks what makes things look three-dimensional:
shadows, and the edges of boards and stones.
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
    """Something cannot be drawn, or not as requested."""


class Heap(Struct, frozen=True):
    """How captured pieces lie in a tray, alternating between left and right."""

    pitch: float
    aside: float


class Lengths(Struct, frozen=True):
    """The lengths of the page's layout, in hundredths of a square except `small`."""

    square: float
    tray: float  # depth of a tray
    strip: float  # width of the strip in it that pieces lie on
    gap: float  # between board and tray
    inset: float  # from the end of a tray to the middle of the first piece in it
    pitch: float  # between two pieces in a tray that has room
    heap: Heap  # of captured pieces
    storey: float  # the height of a piece in a stack
    small: float  # the scale of pieces in a tray


class Place(Struct, frozen=True):
    """A square, as far as the ground depends on it."""

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
    """An empty board."""

    bare: str
    coordinates: str


class Trace(Struct, frozen=True):
    """A layer of the path of a move."""

    way: str  # the attributes of a path
    start: str
    end: str


class Layer(Struct, frozen=True):
    """A rectangle of a tray's strip."""

    inset: float  # on every side
    x: float  # the offset
    y: float
    drawn: str  # its attributes


class ThemeDrawings(Struct, frozen=True):
    """The drawings of a kind of board in one theme."""

    page: str  # background colour
    ink: str  # text colour
    quiet: str  # text colour of less important text
    shadow: str  # the content of a filter; "" for no shadow
    grounds: list[list[Ground]]  # by shape: as it is, and turned by a quarter
    marks: dict[str, str]
    pieces: dict[str, list[tuple[str, str, str]]]  # variants of each: on a square, in a stack, in a tray
    trace: list[Trace]  # in layers
    tray: list[Layer]
    goals: list[str]  # the mark of a square that a seat has to fill, by seat
    urgent: str  # the ring around a piece that must be answered
    filters: str  # filters that the parts refer to


class BoardKind(Struct, frozen=True):
    """A kind of board: what all themes share, and the drawings of each."""

    margin: float  # the rim of the board around its squares
    variants: int
    urgent: list[str]  # kinds of pieces that must be answered on the other seat's start row
    names: dict[str, str]  # names of pieces, to be translated
    shapes: list[Shape]
    looks: dict[str, ThemeDrawings]

    def shape_of(self, board: Board) -> int:
        """The index of a board's shape.  Raises DrawingError."""
        drawn = self.looks["light"].marks  # marks that a ground does not show
        squares = tuple(
            Place(square.name, square.x, square.y, "" if square.mark in drawn else square.mark, square.start)
            for square in board.squares
        )
        shape = Shape(board.width, board.height, squares, board.track)
        if shape not in self.shapes:
            raise DrawingError(f"No ground of the kind {board.kind!r} has the squares of this board.")
        return self.shapes.index(shape)


Alphabet = dict[str, tuple[int, str]]  # letter -> width and outline, in thousandths of the font size


class Stick(Struct, frozen=True):
    """The drawings of a throwing stick."""

    round: str  # the dark back
    flat: str  # the light, marked face


class Symbols(Struct, frozen=True):
    """All drawings of the build."""

    lengths: Lengths
    alphabets: dict[str, Alphabet]  # "serif" and "sans"
    stick: Stick
    kinds: dict[str, BoardKind]


@cache
def symbols() -> Symbols:
    """The drawings of the build.  Raises DrawingError if they have not been made."""
    path = files("ibau.paper.drawing") / "symbols.json"
    if not path.is_file():
        raise DrawingError(f"The drawings {path} are missing; make them with: {BUILD}")
    return msgspec.json.decode(path.read_bytes(), type=Symbols)


def kind_of(board: Board) -> BoardKind:
    """The drawings of a board's kind.  Raises DrawingError if there are none."""
    kinds = symbols().kinds
    if board.kind not in kinds:
        raise DrawingError(f"There are no drawings of the board {board.kind!r}; known are {join_names(kinds)}.")
    return kinds[board.kind]


def look_of(piece: Piece) -> str:
    """The name of a piece's drawings, common to all variants."""
    return f"{piece.seat} {piece.kind} {piece.side}"
