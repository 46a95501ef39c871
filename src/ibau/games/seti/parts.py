"""The names of squares in both Seti games."""

from ibau.core.bits import index
from ibau.games.seti.figures import RANKS


def square_names(files: str) -> tuple[str, ...]:
    """The names of all squares of a board, from the letters of its files."""
    return tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in files)


def square_name(names: tuple[str, ...], square: int) -> str:
    """The name of a set of one square, "" for none."""
    return names[index(square)] if square else ""
