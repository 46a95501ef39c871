"""Exact values: positions swept a second, beside a solver written for the race alone, before the project's."""

from collections.abc import Iterator

import numpy as np

from benchmarks.frozen import baseline
from benchmarks.measure import Side, Work, rates
from benchmarks.table import Row, compared
from ibau.core.tables.layers import Layer
from ibau.core.tables.tablebase import essential, every_layer, tables_of
from ibau.games import game
from ibau.solve.iterate import Sweeper

PAWNS = 3


def sweeps(rounds: int) -> Iterator[Row]:
    """One sweep of the race's positions with three pawns a side, by one thread."""
    sides = {"ours": our_sweep(), "by hand": sweep_by_hand()}
    measured = rates(sides, rounds)
    ours, theirs = (measured[side]["positions"] for side in sides)
    yield compared(f"solving senet-race, {PAWNS} against {PAWNS}: positions swept / s", ours, "by hand", theirs)


def our_sweep() -> Side:
    """By the project's solver."""
    solved = essential(game("senet-race"))
    tables = tables_of(solved)
    starts, total = np.full(tables.numbers, -1, np.int64), 0
    for layer in every_layer(tables, PAWNS):
        starts[tables.number(layer)] = total
        total += tables.size(layer)
    sweeper, values = Sweeper(solved, tables, [Layer(PAWNS, PAWNS)], starts, 1), np.full(total, 0.5)

    def sweep(_number: int) -> Work:
        sweeper.sweep(values, values)
        return {"positions": tables.size(Layer(PAWNS, PAWNS))}

    return sweep


def sweep_by_hand() -> Side:
    """By the solver that knows the race alone."""
    solver, rules = baseline("solve_race"), essential(game("senet-race")).rules
    pair = ((PAWNS, PAWNS),)
    values = np.full(sum(solver.size(*layer) for layer in solver.LAYERS if max(layer) <= PAWNS), 0.5)

    def sweep(_number: int) -> Work:
        solver.sweep_once(rules, values, pair)
        return {"positions": solver.size(PAWNS, PAWNS)}

    return sweep
