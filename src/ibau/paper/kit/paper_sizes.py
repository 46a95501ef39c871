"""The paper that kits are printed on; lengths are in millimetres."""

from typing import NamedTuple

MARGIN = 10.0  # on every side, as printers cannot print up to the edge
HEAD, FOOT = 16.0, 15.0  # of a sheet with a board, for the title above and the ruler below


class Paper(NamedTuple):
    """A size of paper, upright."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("A4", 210, 297), Paper("Letter", 215.9, 279.4))}


class PrintableArea(NamedTuple):
    """The area for a board on a sheet, landscape (`is_landscape`) or portrait."""

    is_landscape: bool
    width: float
    height: float


def areas(paper: Paper) -> tuple[PrintableArea, PrintableArea]:
    """The printable area in portrait, and in landscape."""
    across, down = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN
    return PrintableArea(False, across, down - HEAD - FOOT), PrintableArea(True, down, across - HEAD - FOOT)
