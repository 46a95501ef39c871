"""The solver of games with throws: the values of each group, then the bounds that prove them.

The folder `.work` holds the unrounded bounds of the groups done in this run, and the checkpoint of the current one.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import TableError
from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.array_storage import ArrayStorage, array_chunks
from ibau.lab.solver.layer_solver import Checkpoint, Group, LayerSolver, OnProgress, SolvingTask, largest_group_size
from ibau.lab.solver.sweep_loops import Values
from ibau.lab.solver.turn_sweeper import TurnSweeper
from ibau.lab.solver.value_iteration import (
    EXTRAPOLATE_EVERY,
    WATCHED,
    PositionSweeper,
    Sweeper,
    iterate_values,
    proof_margin,
    widen_bounds,
)
from ibau.tables.table_file import STEPS, Table
from ibau.tables.tablebase import every_layer

TOLERANCE = 1e-7  # of the values with which the proof begins
SLACK = 3e-8  # of the proof
PERCENT = 100
ARRAYS = 3  # values, lower and upper bounds, eight bytes each


class ChanceSolver(LayerSolver):
    """Solves layers by value iteration; three arrays hold the values and bounds of all layers in sequence."""

    def __init__(self, task: SolvingTask, tables: TableLayout, storage: ArrayStorage, on_progress: OnProgress) -> None:
        super().__init__(task, tables, storage, on_progress)
        self.values, self.lower, self.upper = (storage.array(self.total) for _ in range(ARRAYS))
        self.values[:] = 0.5

    @staticmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """Three arrays; for the largest group the values saved for extrapolation, a stored layer, and turn ends."""
        everywhere, here = sum(map(tables.size, every_layer(tables, most))), largest_group_size(tables, most)
        return 8 * (ARRAYS * everywhere + 2 * WATCHED * here) + 2 * here + ChanceSolver.memory_least(tables, most)

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:
        """The turn ends of the largest group, if turns are summed up."""
        sums = tables.iteration.sums
        return max(sum(map(sums.memory, group)) for group in tables.groups(most)) if sums else 0

    @staticmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Tables, bounds, and the arrays of a checkpoint."""
        return (2 + 5 * 8) * sum(map(tables.size, every_layer(tables, most)))

    def compute_group(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """Compute the values, then the bounds, from the last checkpoint on.  Raises TableError."""
        game, tables, threads = self.task.game, self.tables, self.task.threads
        sums = tables.iteration.sums
        if not sums:
            yield from self._iterate(group, PositionSweeper(game, tables, group, self.starts, threads))
            return
        turns = TurnSweeper(game, tables, sums, group, self.starts, self.total, threads)
        done, positions = 0, sum(map(tables.size, group))
        for more in turns.play_out():
            done += more
            yield "turns", PERCENT * done // positions, 0.0
        yield from self._iterate(group, turns)

    def _iterate(self, group: Group, sweeper: Sweeper) -> Iterator[tuple[str, int, float]]:
        part = self.slice_of(group)
        values, lower, upper = self.values[part], self.lower[part], self.upper[part]
        checkpoint = self.checkpoint(group)
        phase, number = checkpoint.load({"values": [values], "bounds": [lower, upper]})
        if phase == "values":
            for sweep in iterate_values(sweeper, self.values, part, TOLERANCE, self.storage, number):
                yield phase, sweep.number, sweep.change
                # only where no values are saved for extrapolation
                if sweep.change > TOLERANCE and not sweep.number % EXTRAPOLATE_EVERY:
                    checkpoint.save(phase, sweep.number, [values])
            lower[:] = upper[:] = values
            number = 0
        for sweep in widen_bounds(sweeper, self.lower, self.upper, part, SLACK, self.storage, number):
            yield "bounds", sweep.number, sweep.change
            if sweep.change > SLACK / 2 and not sweep.number % EXTRAPOLATE_EVERY:
                checkpoint.save("bounds", sweep.number, [lower, upper])
        if proof_margin(sweeper, self.lower, self.upper, SLACK) < 0:
            raise TableError(f"The values of {group[0]} could not be proved; please report this bug.")
        set_midpoints(lower, upper, values)

    def layer_values(self, layer: Layer) -> tuple[NDArray[np.uint16], dict[str, Any]]:
        """The chances of a layer, in steps, and the error bound that is proved for them."""
        here = self.slice_of([layer])
        lower, upper = self.lower[here], self.upper[here]
        stored, error = self.storage.array(len(lower), np.uint16), 0.0
        for part in array_chunks(len(lower)):
            stored[part] = np.rint((lower[part] + upper[part]) * (STEPS / 2)).clip(0, STEPS)
            steps = stored[part] / STEPS
            above, below = difference_rounded_up(upper[part], steps), difference_rounded_up(steps, lower[part])
            error = max(error, float(above.max()), float(below.max()))
        return stored, {"error": error, "slack": SLACK}

    def load_layer(self, layer: Layer, table: Table) -> None:
        """Load the chances of a layer from its table, with bounds from the error in its header."""
        here = self.slice_of([layer])
        values, lower, upper = self.values[here], self.lower[here], self.upper[here]
        stored = np.asarray(table.values)
        for part in array_chunks(len(values)):
            values[part] = stored[part] / np.float64(STEPS)
            lower[part] = -difference_rounded_up(-values[part], -table.header.error)
            upper[part] = difference_rounded_up(values[part], -table.header.error)

    def on_group_loaded(self, group: Group) -> None:
        """Load the unrounded bounds, if this run has computed them."""
        here = self.slice_of(group)
        lower, upper = self.lower[here], self.upper[here]
        if self._bounds_file(group).load({"bounds": [lower, upper]})[1]:
            set_midpoints(lower, upper, self.values[here])

    def on_group_written(self, group: Group) -> None:
        """Save the unrounded bounds, on which later groups build, and remove the checkpoint."""
        here = self.slice_of(group)
        self._bounds_file(group).save("bounds", 1, [self.lower[here], self.upper[here]])
        super().on_group_written(group)

    def _bounds_file(self, group: Group) -> Checkpoint:
        return Checkpoint(self.work_folder / f"{group[0]}.bounds")


def set_midpoints(lower: Values, upper: Values, values: Values) -> None:
    """Set the values to the midpoints of the bounds."""
    np.add(lower, upper, out=values)
    values /= 2


def difference_rounded_up(high: Values, low: Values | float) -> Values:
    """`high - low`, rounded up to the next floating-point number."""
    near = high - low
    added = near - high
    lost = (high - (near - added)) - (low + added)  # Knuth's two-sum: the rounding error
    return np.where(lost > 0, np.nextafter(near, np.inf), near)
