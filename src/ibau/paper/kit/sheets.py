"""Dividing a board into parts that fit on sheets of paper, to be glued together.

Lengths are in millimetres, from the upper left corner of the board with its rim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from ibau.paper.kit.paper_sizes import PrintableArea

FLAP = 7.0  # the strip onto which the next part is glued
GAP = 6.0  # between parts on a sheet


class Size(NamedTuple):
    """A board of `across` by `down` squares of side `square`, within a rim."""

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
    """A part of a board; each edge that is joined to another part has a letter, "" at an edge of the board."""

    left: float
    top: float
    width: float
    height: float
    before: str = ""  # left edge
    after: str = ""  # right edge, which has a flap if joined
    above: str = ""
    below: str = ""  # has a flap if joined

    @property
    def width_with_flap(self) -> float:
        """Width with the flap."""
        return self.width + FLAP * bool(self.after)

    @property
    def height_with_flap(self) -> float:
        """Height with the flap."""
        return self.height + FLAP * bool(self.below)


@dataclass(frozen=True)
class Sheets:
    """The parts of a board, sheet by sheet, on landscape (`is_landscape`) or portrait paper."""

    is_landscape: bool
    parts: Sequence[Sequence[Part]]


def divide(size: Size, areas: Sequence[PrintableArea]) -> Sheets:
    """Divide a board into as few sheets, and then as few parts, as possible."""
    return min((_on(size, area) for area in areas), key=lambda on: (len(on.parts), sum(map(len, on.parts))))


def _on(size: Size, area: PrintableArea) -> Sheets:
    """Divide a board for sheets of one orientation."""
    parts = list(_parts(size, area))
    across = _fitting(area.width, max(part.width_with_flap for part in parts))
    down = _fitting(area.height, max(part.height_with_flap for part in parts))
    most = max(1, across * down)
    return Sheets(area.is_landscape, [parts[first : first + most] for first in range(0, len(parts), most)])


def _fitting(space: float, length: float) -> int:
    """How many of a length fit next to each other."""
    return int((space + GAP) // (length + GAP))


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


def _spans(squares: int, square: float, rim: float, space: float) -> list[tuple[float, float]]:
    """Begin and end of each part of a row of squares: cut between squares, as evenly as possible."""
    whole = squares * square + 2 * rim
    if whole <= space:
        return [(0.0, whole)]
    for parts in range(2, squares + 1):
        cuts = [rim + square * round(squares * n / parts) for n in range(1, parts)]
        spans = list(zip([0.0, *cuts], [*cuts, whole], strict=True))
        if max(end - start for start, end in spans) + FLAP <= space:
            return spans
    raise ValueError(f"A square of {square} mm does not fit on {space} mm.")
