"""A board in parts that find room on sheets of paper, to be glued together again.

Lengths are in millimetres, from the left upper corner of the board with its rim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from ibau.paper.kit.paper_sizes import PrintableArea

FLAP = 7.0  # the strip onto which the next part is glued
GAP = 6.0  # between two parts on a sheet


class Size(NamedTuple):
    """A board: this many squares across and down, each so large, in a rim."""

    across: int
    down: int
    square: float
    rim: float

    @property
    def width(self) -> float:
        return self.across * self.square + 2 * self.rim

    @property
    def height(self) -> float:
        return self.down * self.square + 2 * self.rim


class Part(NamedTuple):
    """A part of a board; at an edge where it is joined to another it has a letter, "" at an edge of the board."""

    left: float
    top: float
    width: float
    height: float
    before: str = ""  # at its left edge
    after: str = ""  # at its right edge, where it has a flap
    above: str = ""
    below: str = ""  # here too

    @property
    def wide(self) -> float:
        """Its width with its flap."""
        return self.width + FLAP * bool(self.after)

    @property
    def high(self) -> float:
        """Its height with its flap."""
        return self.height + FLAP * bool(self.below)


@dataclass(frozen=True)
class Sheets:
    """The parts of a board, sheet by sheet, on landscape or portrait paper."""

    lies: bool
    parts: Sequence[Sequence[Part]]


def divide(size: Size, areas: Sequence[PrintableArea]) -> Sheets:
    """A board on as few sheets, and in as few parts, as there can be."""
    return min((_on(size, area) for area in areas), key=lambda on: (len(on.parts), sum(map(len, on.parts))))


def _on(size: Size, area: PrintableArea) -> Sheets:
    """A board on sheets of one kind."""
    parts = list(_parts(size, area))
    across = _fitting(area.width, max(part.wide for part in parts))
    down = _fitting(area.height, max(part.high for part in parts))
    most = max(1, across * down)
    return Sheets(area.lies, [parts[first : first + most] for first in range(0, len(parts), most)])


def _fitting(room: float, length: float) -> int:
    """How many of a length find room side by side."""
    return int((room + GAP) // (length + GAP))


def _parts(size: Size, area: PrintableArea) -> Iterator[Part]:
    """The parts, row by row."""
    columns = _spans(size.across, size.square, size.rim, area.width)
    rows = _spans(size.down, size.square, size.rim, area.height)
    letters = (chr(ord("A") + n) for n in count())
    above = [""] * len(columns)
    for top, bottom in rows:
        before = ""
        for n, (left, right) in enumerate(columns):
            after = next(letters) if right < size.width - size.rim else ""
            below = next(letters) if bottom < size.height - size.rim else ""
            yield Part(left, top, right - left, bottom - top, before, after, above[n], below)
            before, above[n] = after, below


def _spans(squares: int, square: float, rim: float, room: float) -> list[tuple[float, float]]:
    """Where parts of a row of squares begin and end: between squares, as evenly as can be."""
    whole = squares * square + 2 * rim
    if whole <= room:
        return [(0.0, whole)]
    for parts in range(2, squares + 1):
        cuts = [rim + square * round(squares * n / parts) for n in range(1, parts)]
        spans = list(zip([0.0, *cuts], [*cuts, whole], strict=True))
        if max(end - start for start, end in spans) + FLAP <= room:
            return spans
    raise ValueError(f"A square of {square} mm finds no room on {room} mm.")
