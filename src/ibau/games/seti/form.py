"""Parts of position texts that both Seti games share."""

from collections.abc import Sequence

from ibau.core.bits import index
from ibau.core.form import Word, mark, number, square
from ibau.core.letter_board import Letter, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_
from ibau.games.seti.ends import End, Standing
from ibau.games.seti.figures import RANKS, goal_row


def square_names(files: str) -> tuple[str, ...]:
    """The names of all squares of a board, from the letters of its files."""
    return tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in files)


def square_name(names: tuple[str, ...], square: int) -> str:
    """The name of a square, given as a single bit; "" for 0."""
    return names[index(square)] if square else ""


PHARAOH, PRIEST, SHIP = ("pharaoh", ""), ("priest", ""), ("ship", "")

FIGURES = {
    "P": Letter(FIRST, PHARAOH),
    "H": Letter(FIRST, PRIEST),
    "p": Letter(SECOND, PHARAOH),
    "h": Letter(SECOND, PRIEST),
}
QUIET = number("quiet", N_("moves without conquest"), N_("Moves since the last conquest"))
END = mark("end", "goal", N_("end"), N_("An arrival was not answered: the game is over"), End.GOAL.value)


def rows(files: int) -> list[range]:
    """The ranks from the tenth to the first."""
    return [range(files * rank, files * (rank + 1)) for rank in reversed(range(RANKS))]


def arrived(names: Sequence[str]) -> Word:
    """The word for a figure that has arrived and must be conquered now."""
    label = N_("The figure that has arrived and must be conquered now")
    return square("pending", N_("the arrived figure"), label, names)


def figures(own: int, enemy: int, pharaohs: int) -> Sets:
    """The squares of each letter."""
    return {"P": own & pharaohs, "H": own & ~pharaohs, "p": enemy & pharaohs, "h": enemy & ~pharaohs}


def figure_fields(sets: Sets) -> dict[str, int]:
    """The fields from the squares of each letter."""
    return {"own": sets["P"] | sets["H"], "enemy": sets["p"] | sets["h"], "pharaohs": sets["P"] | sets["p"]}


def arrivals_differ(files: int, position: Standing, enemy: int) -> bool:
    """Do words and board contradict each other about arrivals (SETI-9, SETI-13, SETI-15)?

    A pending one is an enemy figure on its goal row, one that has won an own figure on its goal row.
    """
    arrived = enemy & goal_row(files, 1 - position.player)
    won = position.own & goal_row(files, position.player)
    return position.pending != arrived or bool(position.end) != bool(won)
