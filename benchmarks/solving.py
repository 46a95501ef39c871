"""The speed of solvers, in positions per second, with one thread."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, alone
from ibau.core.table_layout import Layer, TableLayout
from ibau.games import game
from ibau.lab.solver.retrograde import RetrogradeAnalysis
from ibau.lab.solver.value_iteration import PositionSweeper
from ibau.tables.tablebase import essential, every_layer, tables_of

PAWNS = 3
ENDING = (Layer(2, 3), Layer(3, 2))  # of Seega


def solving(rounds: int) -> Iterator[FigureRow]:
    """Measure both methods."""
    yield from sweeps(rounds)
    yield from levels(rounds)


def sweeps(rounds: int) -> Iterator[FigureRow]:
    """One sweep of the race's positions with three pawns per side."""
    measured = rates({"ours": our_sweep()}, rounds)["ours"]["positions"]
    yield alone(f"solving senet-race, {PAWNS} against {PAWNS}: positions swept / s", measured)


def laid_out(tables: TableLayout, most: int) -> tuple[NDArray[np.int64], int]:
    """The index at which each layer begins, and the number of positions."""
    starts, total = np.full(tables.numbers, -1, np.int64), 0
    for layer in every_layer(tables, most):
        starts[tables.number(layer)] = total
        total += tables.size(layer)
    return starts, total


def our_sweep() -> Side:
    """A sweep of value iteration."""
    solved = essential(game("senet-race"))
    tables = tables_of(solved)
    starts, total = laid_out(tables, PAWNS)
    sweeper, values = PositionSweeper(solved, tables, [Layer(PAWNS, PAWNS)], starts, 1), np.full(total, 0.5)

    def sweep(_number: int) -> Work:
        sweeper.sweep(values, values)
        return {"positions": tables.size(Layer(PAWNS, PAWNS))}

    return sweep


# --- Seega -----------------------------------------------------------------------------------------------------------


def levels(rounds: int) -> Iterator[FigureRow]:
    """All levels of Seega's positions with three pieces against two."""
    measured = rates({"ours": our_levels()}, rounds)["ours"]["positions"]
    yield alone(f"solving seega, {ENDING[1].own} against {ENDING[1].enemy}: positions decided / s", measured)


def our_levels() -> Side:
    """A retrograde analysis, which computes few positions twice."""
    solved = essential(game("seega"))
    tables = tables_of(solved)
    starts, total = laid_out(tables, sum(ENDING[0]))
    codes = np.zeros(total, np.uint16)

    def solve(group: Sequence[Layer]) -> None:
        analysis = RetrogradeAnalysis(solved, tables, group, codes, starts, 1)
        analysis.begin()
        for _ in analysis.levels():
            pass

    for group in tables.groups(sum(ENDING[0]) - 1):
        solve(group)

    def decide(_number: int) -> Work:
        solve(ENDING)
        return {"positions": sum(map(tables.size, ENDING))}

    return decide
