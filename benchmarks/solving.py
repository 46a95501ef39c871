"""Exact values: positions a second, beside solvers written for the race and for Seega alone, before the project's.

python -m benchmarks.solving [--rounds N] says what a second thread brings, by the wall's clock, and how many positions
a second are swept with one pawn a side more, in blocks drawn by lot: all values lie in memory, 3.5 GB.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.frozen import baseline
from benchmarks.measure import Rates, Side, Work, rates
from benchmarks.table import Row, alone, compared, machine, markdown
from ibau.core.layers import Layer, Tables
from ibau.games import game
from ibau.lab.solver.iterate import Sweeper
from ibau.lab.solver.order import LARGEST_BLOCK, bands_at, part_of, rectangles
from ibau.lab.solver.retrograde import Analysis
from ibau.lab.solver.sweep import Known, commit, make_visit, new_block
from ibau.tables.tablebase import essential, every_layer, tables_of

PAWNS = 3
MORE = PAWNS + 1
BLOCKS = 300  # drawn by lot
ENDING = (Layer(2, 3), Layer(3, 2))  # of Seega


def solving(rounds: int) -> Iterator[Row]:
    """Both methods."""
    yield from sweeps(rounds)
    yield from levels(rounds)


def sweeps(rounds: int) -> Iterator[Row]:
    """One sweep of the race's positions with three pawns a side, by one thread."""
    sides = {"ours": our_sweep(), "by hand": sweep_by_hand()}
    measured = rates(sides, rounds)
    ours, theirs = (measured[side]["positions"] for side in sides)
    yield compared(f"solving senet-race, {PAWNS} against {PAWNS}: positions swept / s", ours, "by hand", theirs)


def laid_out(tables: Tables, most: int) -> tuple[NDArray[np.int64], int]:
    """Where each layer begins, and how many positions there are."""
    starts, total = np.full(tables.numbers, -1, np.int64), 0
    for layer in every_layer(tables, most):
        starts[tables.number(layer)] = total
        total += tables.size(layer)
    return starts, total


def our_sweep(threads: int = 1) -> Side:
    """By the project's solver."""
    solved = essential(game("senet-race"))
    tables = tables_of(solved)
    starts, total = laid_out(tables, PAWNS)
    sweeper, values = Sweeper(solved, tables, [Layer(PAWNS, PAWNS)], starts, threads), np.full(total, 0.5)

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


# --- Seega -----------------------------------------------------------------------------------------------------------


def levels(rounds: int) -> Iterator[Row]:
    """All levels of Seega's positions with three pieces against two, by one thread."""
    sides = {"ours": our_levels(), "by hand": levels_by_hand()}
    measured = rates(sides, rounds)
    ours, theirs = (measured[side]["positions"] for side in sides)
    yield compared(
        f"solving seega, {ENDING[1].own} against {ENDING[1].enemy}: positions decided / s", ours, "by hand", theirs
    )


def our_levels() -> Side:
    """By the project's solver, which looks at few positions twice."""
    solved = essential(game("seega"))
    tables = tables_of(solved)
    starts, total = laid_out(tables, sum(ENDING[0]))
    codes = np.zeros(total, np.uint16)

    def solve(group: Sequence[Layer]) -> None:
        analysis = Analysis(solved, tables, group, codes, starts, 1)
        analysis.begin()
        for _ in analysis.levels():
            pass

    for group in tables.groups(sum(ENDING[0]) - 1):
        solve(group)

    def decide(_number: int) -> Work:
        solve(ENDING)
        return {"positions": sum(map(tables.size, ENDING))}

    return decide


def levels_by_hand() -> Side:
    """By the solver that knows Seega alone, and sweeps over all positions at every level."""
    solver, rules = baseline("solve_seega"), essential(game("seega")).rules
    table = solver.Table(sum(solver.size(*layer) for layer in solver.LAYERS if sum(layer) <= sum(ENDING[0])))
    for own, enemy in solver.LAYERS:
        if own <= enemy and own + enemy < sum(ENDING[0]):
            solver.solve_pair(rules, table, tuple({(own, enemy), (enemy, own)}), 1, 0)

    def decide(_number: int) -> Work:
        solver.solve_pair(rules, table, ENDING, 1, 0)
        return {"positions": sum(solver.size(*layer) for layer in ENDING)}

    return decide


# --- What takes longer -----------------------------------------------------------------------------------------------


def threads(rounds: int) -> Row:
    """A sweep by two threads beside one by one."""
    sides = [our_sweep(2), our_sweep(1)]
    for side in sides:
        side(0)  # compiles
    measured = [[a_second(side) for side in sides] for _ in range(rounds)]
    two, one = (Rates(each) for each in zip(*measured, strict=True))
    return compared(f"solving senet-race, {PAWNS} against {PAWNS}, two threads: positions swept / s", two, "one", one)


def a_second(side: Side) -> float:
    """Positions, by the wall's clock."""
    started = time.perf_counter()
    return side(0)["positions"] / (time.perf_counter() - started)


def larger(rounds: int) -> Row:
    """Blocks of a sweep with one pawn a side more."""
    measured = rates({"ours": some_blocks()}, rounds)["ours"]["positions"]
    return alone(f"solving senet-race, {MORE} against {MORE}, some blocks: positions swept / s", measured)


def some_blocks() -> Side:
    """Drawn by lot from a layer."""
    solved, layer, dice = essential(game("senet-race")), Layer(MORE, MORE), random.Random(1)  # noqa: S311 - nothing is secret here
    tables = tables_of(solved)
    starts, total = laid_out(tables, MORE)
    [(rows, columns)], values = rectangles(tables, [layer]), np.full(total, 0.5)
    visit, known = make_visit(solved.system.rulebook, tables), Known(values, values, starts)
    block = new_block(2 * LARGEST_BLOCK, tables.iteration.most_moves)
    drawn = [dice.randrange(rows.bands + columns.bands - 1) for _ in range(BLOCKS)]
    bands = [(band, progress - band) for progress in drawn for band in [dice.choice(bands_at(rows, columns, progress))]]

    def sweep(_number: int) -> Work:
        positions = 0
        for row, column in bands:
            others = columns.band(column)
            filled = visit(solved.rules, known, rows.band(row)[: part_of(len(others))], others, 0.0, block)
            commit(values, block, filled)
            positions += filled
        return {"positions": positions}

    return sweep


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.solving", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="default: 3")
    options = parser.parse_args()
    print(f"{markdown([threads(options.rounds), larger(options.rounds)])}\n\n{machine()}\n")


if __name__ == "__main__":
    main()
