"""What players look at in both Seti games, and what each thing is worth, in thousandths of a win."""

from ibau.core.bits import index
from ibau.core.features import Features, both_numbers, numbers
from ibau.core.outcome import FIRST
from ibau.games.seti.figures import RANKS, rank_of
from ibau.machine.rule import rule

ARRIVED = 950  # an arrival that cannot be conquered has won
FIGURE = 150
RANK = 9
FACED = 100  # for an arrival that threatens and could not be conquered

CAPTURE, ARRIVAL, ANSWER = 2, 3, 4  # urgent actions; while an arrival waits for its answer, every other one is 1

COUNTS = 9  # numbers of figures, and of ships in reserve, that a network tells apart: more count as the last


def cells(files: int) -> tuple[int, ...]:
    """Where each square lies: rank 1, the own start row, is the lowest row."""
    return tuple(files * (RANKS - 1 - n // files) + n % files for n in range(files * RANKS))


def reached_goals(files: int) -> Features:
    """The names of `goals` and `arrival`."""
    return (
        *both_numbers("goal squares within reach", files),
        numbers("an arrival waits for its answer"),
        numbers("the arrival can be conquered"),
    )


@rule
def ranks_gone(files: int, figures: int, player: int) -> int:
    """How many ranks a side's figures stand before its start row, added up."""
    total = 0
    while figures:
        figure = figures & -figures
        rank = index(figure) // files
        total += rank if player == FIRST else RANKS - 1 - rank
        figures ^= figure
    return total


@rule
def ranks_before_goal(files: int, player: int) -> int:
    """The two ranks from which a player's figures can arrive."""
    return rank_of(files, 8) | rank_of(files, 9) if player == FIRST else rank_of(files, 2) | rank_of(files, 3)


@rule
def move_urgency(conquered: int, target: int, goal: int, pending: int) -> int:
    """How urgent a figure's move is."""
    if pending:
        return ANSWER if conquered == pending else 1
    if target & goal:
        return ARRIVAL
    return CAPTURE if conquered else 0


@rule
def goals(files: int, own: int, enemy: int) -> int:
    """The squares on its goal row that each side reaches."""
    return own >> files * (RANKS - 1) | (enemy & rank_of(files, 1)) << files


@rule
def arrival(pending: int, reached: int) -> int:
    """Whether an arrival waits for its answer, and whether there is one."""
    return int(pending != 0) | int(pending & reached != 0) << 1
