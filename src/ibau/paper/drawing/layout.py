"""Where everything of a board lies: the squares, and beside them a tray for each seat.

This is the page's layout (client/src/drawings/layout.ts, which has a drawing of it) with the page's own measures; a
test holds them against each other.  Lengths are in hundredths of a square, points are x and y.
"""

from dataclasses import dataclass
from functools import cached_property

from ibau.core.board import Board, Square
from ibau.core.outcome import SEATS, other
from ibau.paper.drawing.symbols import Lengths

AIR = 60  # around everything: a shadow needs it

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width and height


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
    def box(self) -> Box:
        """A picture of it."""
        return -AIR, -AIR, self.size[0] + 2 * AIR, self.size[1] + 2 * AIR

    def strip(self, seat: int) -> Box:
        """What the pieces of a tray lie on, as long as there may be pieces."""
        inset, strip = self.lengths.inset, self.lengths.strip
        areas = [area for area in self.board.areas if self._keeper(area) == seat]
        ends = [self._along(area, n) for area in areas for n in (0, self._total(area) - 1)]
        start, length = min(ends) - inset, max(ends) - min(ends) + 2 * inset
        across = self._depth(seat) - strip / 2
        return (across, start, strip, length) if self.sideways else (start, across, length, strip)

    def square(self, place: str) -> Square | None:
        """The square of that name, None for a place beside the board."""
        return self._squares.get(place)

    def middle(self, square: Square) -> Point:
        """The middle of a square on the board alone; what was left is below once it is turned."""
        x, y = (square.y, self.board.width - 1 - square.x) if self.turned else (square.x, square.y)
        return self.margin + (x + 0.5) * self.lengths.square, self.margin + (y + 0.5) * self.lengths.square

    def spot(self, place: str, below: int = 0) -> Point:
        """Where a piece of a place lies that has this many below or before it there."""
        square = self.square(place)
        if square is None:
            return self._spot_in_tray(place, below)
        (x, y), (left, top) = self.middle(square), self.corner
        return left + x, top + y - below * self.lengths.storey

    def _spot_in_tray(self, area: str, before: int) -> Point:
        """Where the next piece of an area lies; those that were taken lie left and right by turns."""
        along, across = self._along(area, before), self._depth(self._keeper(area))
        if _is_taken(area):
            across += self.lengths.heap.aside if before % 2 else -self.lengths.heap.aside
        return (across, along) if self.sideways else (along, across)

    def _depth(self, seat: int) -> float:
        """The middle of a seat's tray, across it."""
        depth = self.size[0] if self.sideways else self.size[1]
        return depth - self.lengths.tray / 2 if seat == self.own else self.lengths.tray / 2

    def _along(self, area: str, before: int) -> float:
        """Pieces of the tray's own seat lie from its start on, those taken from the other seat from its end.

        The near one of two trays at the sides starts at the bottom.
        """
        lengths = self.lengths
        length = self.field[1] if self.sideways else self.field[0]
        room = (length - self.head - 2 * lengths.inset) / max(1, self._total(area) - 1)
        along = self.head + lengths.inset + before * min(lengths.pitch, room)
        if _is_taken(area):
            along = length - lengths.inset - before * min(lengths.heap.pitch, room)
        return length - along if self.sideways and self._keeper(area) == self.own else along

    def _total(self, area: str) -> int:
        """How many pieces an area may have to hold."""
        return self.totals[_owner(area)]

    @staticmethod
    def _keeper(area: str) -> int:
        """The seat in whose tray an area is: what a seat has lost lies with the other one."""
        return other(_owner(area)) if _is_taken(area) else _owner(area)


def _owner(area: str) -> int:
    return SEATS.index(area.partition(":")[2])


def _is_taken(area: str) -> bool:
    return area.startswith("captured:")
