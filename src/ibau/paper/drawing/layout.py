"""The layout of a board: its squares, and next to them a tray for each seat.

It is the same as the page's (client/src/drawings/layout.ts, which has a sketch), with the page's own lengths; a test
compares them.  Lengths are in hundredths of a square; points are (x, y).
"""

from dataclasses import dataclass
from functools import cached_property

from ibau.core.board import Board, Square
from ibau.core.outcome import SEATS, other
from ibau.paper.drawing.symbols import Lengths

AIR = 60  # around everything, for shadows

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, width and height


@dataclass(frozen=True)
class Layout:
    """A board, perhaps turned by a quarter, with trays at its sides or above and below."""

    board: Board
    lengths: Lengths
    margin: float  # the rim of the board around its squares
    turned: bool
    sideways: bool  # trays left and right instead of above and below
    own: int  # the seat whose tray is at the bottom or right
    totals: tuple[int, int]  # how many pieces each seat has
    head: float = 0  # space at the start of a tray

    @cached_property
    def _squares(self) -> dict[str, Square]:
        return {square.name: square for square in self.board.squares}

    @cached_property
    def field(self) -> Point:
        """Width and height of the board itself."""
        across, down = self.board.width, self.board.height
        if self.turned:
            across, down = down, across
        return across * self.lengths.square + 2 * self.margin, down * self.lengths.square + 2 * self.margin

    @cached_property
    def corner(self) -> Point:
        """The corner of the board, next to or below a tray if there are any."""
        tray = self.lengths.tray + self.lengths.gap if self.board.areas else 0
        return (tray, 0) if self.sideways else (0, tray)

    @cached_property
    def size(self) -> Point:
        """Width and height of board and trays."""
        return self.field[0] + 2 * self.corner[0], self.field[1] + 2 * self.corner[1]

    @property
    def box(self) -> Box:
        """The box of a picture of it."""
        return -AIR, -AIR, self.size[0] + 2 * AIR, self.size[1] + 2 * AIR

    def strip(self, seat: int) -> Box:
        """The box that the pieces in a seat's tray lie on."""
        inset, strip = self.lengths.inset, self.lengths.strip
        areas = [area for area in self.board.areas if self._keeper(area) == seat]
        ends = [self._along(area, n) for area in areas for n in (0, self._total(area) - 1)]
        start, length = min(ends) - inset, max(ends) - min(ends) + 2 * inset
        across = self._depth(seat) - strip / 2
        return (across, start, strip, length) if self.sideways else (start, across, length, strip)

    def square(self, place: str) -> Square | None:
        """The square of that name; None for a place off the board."""
        return self._squares.get(place)

    def middle(self, square: Square) -> Point:
        """The middle of a square, relative to the board; a turned board has its left at the bottom."""
        x, y = (square.y, self.board.width - 1 - square.x) if self.turned else (square.x, square.y)
        return self.margin + (x + 0.5) * self.lengths.square, self.margin + (y + 0.5) * self.lengths.square

    def spot(self, place: str, below: int = 0) -> Point:
        """The point for a piece at a place, with `below` pieces below it, or before it in a tray."""
        square = self.square(place)
        if square is None:
            return self._spot_in_tray(place, below)
        (x, y), (left, top) = self.middle(square), self.corner
        return left + x, top + y - below * self.lengths.storey

    def _spot_in_tray(self, area: str, before: int) -> Point:
        """The point for the next piece of an area; captured pieces alternate between left and right."""
        along, across = self._along(area, before), self._depth(self._keeper(area))
        if _is_taken(area):
            across += self.lengths.heap.aside if before % 2 else -self.lengths.heap.aside
        return (across, along) if self.sideways else (along, across)

    def _depth(self, seat: int) -> float:
        """The middle of a seat's tray, across it."""
        depth = self.size[0] if self.sideways else self.size[1]
        return depth - self.lengths.tray / 2 if seat == self.own else self.lengths.tray / 2

    def _along(self, area: str, before: int) -> float:
        """The distance along the tray: its own seat's pieces begin at its start, captured ones at its end.

        The own tray at the side starts at the bottom.
        """
        lengths = self.lengths
        length = self.field[1] if self.sideways else self.field[0]
        space = (length - self.head - 2 * lengths.inset) / max(1, self._total(area) - 1)
        along = self.head + lengths.inset + before * min(lengths.pitch, space)
        if _is_taken(area):
            along = length - lengths.inset - before * min(lengths.heap.pitch, space)
        return length - along if self.sideways and self._keeper(area) == self.own else along

    def _total(self, area: str) -> int:
        """How many pieces an area may have to hold."""
        return self.totals[_owner(area)]

    @staticmethod
    def _keeper(area: str) -> int:
        """The seat in whose tray an area is: captured pieces lie with the other one."""
        return other(_owner(area)) if _is_taken(area) else _owner(area)


def _owner(area: str) -> int:
    return SEATS.index(area.partition(":")[2])


def _is_taken(area: str) -> bool:
    return area.startswith("captured:")
