"""A game without throws solved: the levels of each group."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.array_storage import ArrayStorage
from ibau.lab.solver.layer_solver import Checkpoint, Group, LayerSolver, OnProgress, SolvingTask, largest_group_size
from ibau.lab.solver.retrograde import RetrogradeAnalysis
from ibau.tables.table_file import FORMATS, RESULTS, Kind, Table
from ibau.tables.tablebase import every_layer

CODE_BYTES = 2  # bytes of a position
GROUP_BYTES = (
    1 + 8 + 1
)  # bytes of a position of the group under way, at most: its mark, and the place and value of a change


class DistanceSolver(LayerSolver):
    """The codes of every layer, one after the other."""

    def __init__(self, task: SolvingTask, tables: TableLayout, storage: ArrayStorage, on_progress: OnProgress) -> None:
        super().__init__(task, tables, storage, on_progress)
        self.codes = storage.array(self.total, np.uint16)
        self.codes[:] = 0

    @staticmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """All codes, and what is at work."""
        return CODE_BYTES * sum(map(tables.size, every_layer(tables, most))) + DistanceSolver.memory_least(tables, most)

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:
        """What the largest group takes while it is worked out."""
        return GROUP_BYTES * largest_group_size(tables, most)

    @staticmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Tables, and two states of a group."""
        return CODE_BYTES * (sum(map(tables.size, every_layer(tables, most))) + 2 * largest_group_size(tables, most))

    def compute_group(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """Level by level, from where a former run was stopped.  Raises TableError."""
        codes = self.codes[self.slice_of(group)]
        analysis = RetrogradeAnalysis(self.task.game, self.tables, group, self.codes, self.starts, self.task.threads)
        analysis.begin()
        checkpoint = self._checkpoint(group)
        phase, number = checkpoint.load({"levels": [codes]})
        for level in analysis.levels(number):
            yield phase, level.number, level.changed
            if level.changed:
                checkpoint.save(phase, level.number, [codes])

    def layer_values(self, layer: Layer) -> tuple[NDArray[Any], dict[str, Any]]:
        """The results of a layer, in one byte each where that is enough."""
        codes = self.codes[self.slice_of([layer])]
        most = int(codes.max())
        kind: Kind = "distance8" if most <= np.iinfo(np.uint8).max else "distance16"
        said = {"error": 0.0, "slack": 0.0, "kind": kind, "longest": most // RESULTS}
        return codes.astype(FORMATS[kind]), said

    def load_layer(self, layer: Layer, table: Table) -> None:
        """Take the results of a layer as its table has them."""
        self.codes[self.slice_of([layer])] = np.asarray(table.values)

    def on_group_loaded(self, group: Group) -> None:
        """Nothing is taken beside tables: a table says all."""

    def on_group_written(self, group: Group) -> None:
        """Forget the state of a group that is done."""
        self._checkpoint(group).remove()

    def _checkpoint(self, group: Group) -> Checkpoint:
        return Checkpoint(self.work_folder / f"{group[0]}.state", self.task.checkpoint_seconds)
