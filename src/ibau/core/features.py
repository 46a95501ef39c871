"""Named features of a network's input: the bits of `Evaluation.inputs`, and the square of each."""

from typing import NamedTuple

OWN, ENEMY = "own ", "enemy "  # how the names of a pair begin
NOWHERE = -1


class Feature(NamedTuple):
    """Adjacent bits of an int that encode one thing, from the side of `actor`.

    The names of a pair begin with "own " and "enemy "; any other feature belongs to the player to move.
    """

    name: str
    bits: int
    planes: int = 0  # the number of boards of squares; 0 for numbers
    cells: tuple[int, ...] = ()  # of planes: the place of each bit, row by row and plane by plane; NOWHERE if unused


Features = tuple[Feature, ...]  # of one int, the lowest bits first


def numbers(name: str, bits: int = 1) -> Feature:
    """A flag, or bits without places on the board."""
    return Feature(name, bits)


def squares(name: str, cells: tuple[int, ...]) -> Feature:
    """A set of squares: one plane."""
    return Feature(name, len(cells), 1, cells)


def both_numbers(name: str, bits: int = 1) -> Features:
    """A number for each side."""
    return numbers(OWN + name, bits), numbers(ENEMY + name, bits)


def both_squares(name: str, cells: tuple[int, ...]) -> Features:
    """A set of squares for each side."""
    return squares(OWN + name, cells), squares(ENEMY + name, cells)
