"""Where everything of a board lies: the squares, and beside them a tray for each seat.

This is the page's layout (client/src/board/layout.ts, which has a drawing of it) with the page's own measures; a test
holds them against each other.  Lengths are in hundredths of a square, points are x and y.
"""

from dataclasses import dataclass
from functools import cached_property

from ibau.core.face import Board, Square
from ibau.core.outcome import SEATS, other
from ibau.drawing.symbols import Lengths

AIR = 60  # around everything: a shadow needs it

Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board that may be turned a quarter, with its trays at its sides or above and below."""

    board: Board
    lengths: Lengths
    margin: float  # the rim of the board around its squares
    turned: bool
    sideways: bool  # trays left and right
    own: int  # the seat whose tray is the near one
    totals: tuple[int, int]  # how many pieces each seat has
    head: float = 0  # what is kept free at the start of a tray

    @cached_property
    def _squares(self) -> dict[str, Square]:
        return {square.name: square for square in self.board.squares}

    @cached_property
    def field(self) -> Point:
        """How wide and how high the board itself is."""
        across, down = self.board.width, self.board.height
        if self.turned:
            across, down = down, across
        return across * self.lengths.square + 2 * self.margin, down * self.lengths.square + 2 * self.margin

    @cached_property
    def corner(self) -> Point:
        """Where the board begins: trays may lie before it."""
        beside = self.lengths.tray + self.lengths.gap if self.board.areas else 0
        return (beside, 0) if self.sideways else (0, beside)

    @cached_property
    def size(self) -> Point:
        """How wide and how high all of it is."""
        return self.field[0] + 2 * self.corner[0], self.field[1] + 2 * self.corner[1]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of a picture of it."""
        return -AIR, -AIR, self.size[0] + 2 * AIR, self.size[1] + 2 * AIR

    def square(self, place: str) -> Square | None:
        """The square of that name, None for a place beside the board."""
        return self._squares.get(place)

    def middle(self, square: Square) -> Point:
        """The middle of a square on the board alone; what was left is below once it is turned."""
        x, y = (square.y, self.board.width - 1 - square.x) if self.turned else (square.x, square.y)
        return self.margin + (x + 0.5) * self.lengths.square, self.margin + (y + 0.5) * self.lengths.square

    def spot(self, place: str, below: int = 0) -> Point:
        """Where a piece of a place lies that has so many below or before it there."""
        square = self.square(place)
        if square is None:
            return self._spot_in_tray(place, below)
        (x, y), (left, top) = self.middle(square), self.corner
        return left + x, top + y - below * self.lengths.storey

    def _spot_in_tray(self, area: str, before: int) -> Point:
        """Pieces of the tray's own seat lie from its start on, those taken from the other seat from its end."""
        name, _, seat = area.partition(":")
        owner = SEATS.index(seat)
        taken = name == "captured"
        keeper = other(owner) if taken else owner
        length = self.field[1] if self.sideways else self.field[0]
        inset = self.lengths.square * self.lengths.small / 2
        room = (length - self.head - 2 * inset) / max(1, self.totals[owner] - 1)
        along = before * min(self.lengths.pitch, room)
        along = length - inset - along if taken else self.head + inset + along
        depth = self.size[0] if self.sideways else self.size[1]
        across = depth - self.lengths.tray / 2 if keeper == self.own else self.lengths.tray / 2
        return (across, along) if self.sideways else (along, across)
