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
    planes: int = 0  # the number of board planes; 0 for bits without squares
    cells: tuple[int, ...] = ()  # the cell of each bit in the planes, in row-major order; NOWHERE if unused


Features = tuple[Feature, ...]  # of one int, the lowest bits first


def number_feature(name: str, bits: int = 1) -> Feature:
    """Bits without squares: a flag, or a number, usually one-hot."""
    return Feature(name, bits)


def squares(name: str, cells: tuple[int, ...]) -> Feature:
    """A set of squares: one plane."""
    return Feature(name, len(cells), 1, cells)


def number_pair(name: str, bits: int = 1) -> Features:
    """A number for each side."""
    return number_feature(OWN + name, bits), number_feature(ENEMY + name, bits)


def squares_pair(name: str, cells: tuple[int, ...]) -> Features:
    """A set of squares for each side."""
    return squares(OWN + name, cells), squares(ENEMY + name, cells)
