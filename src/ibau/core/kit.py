"""How a game is printed to be cut out and played at a table, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kit:
    """What is special about a game on paper."""

    square: float = 2.4  # the side of a square in cm: comfortable, and a board of ten lies on one sheet
    two_coloured: bool = False  # do pieces show the other side's colour on their backs?
    under: tuple[str, ...] = ()  # kinds of pieces on which others may stand


USUAL_KIT = Kit()
