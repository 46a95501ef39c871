"""Parts that the evaluations of both Seti games share, in thousandths of a win, and features of their networks."""

from ibau.core.bits import index
from ibau.core.features import Features, number_feature, number_pair
from ibau.core.outcome import FIRST
from ibau.games.seti.figures import RANKS, rank_of
from ibau.machine.rule import rule

ARRIVED = 950  # an arrival that cannot be conquered has won
FIGURE = 150
RANK = 9  # per rank travelled by a figure
FACED = 100  # the cost of a threatened arrival that could not be conquered

CAPTURE, ARRIVAL, ANSWER = 2, 3, 4  # urgencies; while an arrival is pending, that of every other action is 1

COUNTS = 9  # values of features that count figures or ships in reserve; more count as the last


def cells(files: int) -> tuple[int, ...]:
    """The cell of each square in a plane: rank 1, the own start row, is the lowest row."""
    return tuple(files * (RANKS - 1 - n // files) + n % files for n in range(files * RANKS))


def reached_goals(files: int) -> Features:
    """The features of `goals` and `arrival`."""
    return (
        *number_pair("goal squares within reach", files),
        number_feature("an arrival waits for its answer"),
        number_feature("the arrival can be conquered"),
    )


@rule
def ranks_gone(files: int, figures: int, player: int) -> int:
    """The sum of the ranks that a side's figures have travelled from its start row."""
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
    """The urgency of a figure's move."""
    if pending:
        return ANSWER if conquered == pending else 1
    if target & goal:
        return ARRIVAL
    return CAPTURE if conquered else 0


@rule
def goals(files: int, own: int, enemy: int) -> int:
    """The squares on its goal row that each side reaches, as bits of a feature."""
    return own >> files * (RANKS - 1) | (enemy & rank_of(files, 1)) << files


@rule
def arrival(pending: int, reached: int) -> int:
    """Is an arrival pending, and can it be conquered?  As two bits of a feature."""
    return int(pending != 0) | int(pending & reached != 0) << 1
