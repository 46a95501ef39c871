"""The principal variation: the best line found from each ply of a search's path, as a triangular table."""

from typing import NamedTuple

from ibau.machine.arrays import Numbers, Zeros
from ibau.machine.rule import rule


class PvTable(NamedTuple):
    """The best line from each ply: on the row of the ply, from the diagonal on, and where it ends."""

    actions: Numbers  # [plies + 1, plies + 1]
    ends: Numbers  # [plies + 1]


def new_pv_table(plies: int, zeros: Zeros) -> PvTable:
    """An empty table."""
    return PvTable(zeros((plies + 1, plies + 1), "q"), zeros(plies + 1, "q"))


def best_line(lines: PvTable) -> tuple[int, ...]:
    """The best line from the root."""
    return tuple(int(lines.actions[0, ply]) for ply in range(lines.ends[0]))


@rule
def clear_line(lines: PvTable, ply: int) -> None:
    """Empty the line from this ply on."""
    lines.ends[ply] = ply


@rule
def note_line(lines: PvTable, ply: int, action: int) -> None:
    """Set the line from a ply to an action followed by the line from the next ply."""
    lines.actions[ply, ply] = action
    end = lines.ends[ply + 1]
    for later in range(ply + 1, end):
        lines.actions[ply, later] = lines.actions[ply + 1, later]
    lines.ends[ply] = end
