"""The solver of games without throws: the levels of each group."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.array_storage import ArrayStorage
from ibau.lab.solver.layer_solver import Group, LayerSolver, OnProgress, SolvingTask, largest_group_size
from ibau.lab.solver.retrograde import RetrogradeAnalysis
from ibau.tables.table_file import FORMATS, RESULTS, Kind, Table
from ibau.tables.tablebase import every_layer

CODE_BYTES = 2  # per position
GROUP_BYTES = 1 + 8 + 1  # per position of the current group, at most: its mark, and the index and value of a change


class DistanceSolver(LayerSolver):
    """Solves layers by retrograde analysis; one array holds the codes of all layers in sequence."""

    def __init__(self, task: SolvingTask, tables: TableLayout, storage: ArrayStorage, on_progress: OnProgress) -> None:
        super().__init__(task, tables, storage, on_progress)
        self.codes = storage.array(self.total, np.uint16)
        self.codes[:] = 0

    @staticmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """All codes, and the arrays of the current group."""
        return CODE_BYTES * sum(map(tables.size, every_layer(tables, most))) + DistanceSolver.memory_least(tables, most)

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:
        """The arrays of the largest group while it is computed."""
        return GROUP_BYTES * largest_group_size(tables, most)

    @staticmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Tables, and two checkpoints of a group."""
        return CODE_BYTES * (sum(map(tables.size, every_layer(tables, most))) + 2 * largest_group_size(tables, most))

    def compute_group(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """Compute level by level, from the last checkpoint on.  Raises TableError."""
        codes = self.codes[self.slice_of(group)]
        analysis = RetrogradeAnalysis(self.task.game, self.tables, group, self.codes, self.starts, self.task.threads)
        analysis.begin()
        checkpoint = self.checkpoint(group)
        phase, number = checkpoint.load({"levels": [codes]})
        for level in analysis.levels(number):
            yield phase, level.number, level.changed
            if level.changed:
                checkpoint.save(phase, level.number, [codes])

    def layer_values(self, layer: Layer) -> tuple[NDArray[Any], dict[str, Any]]:
        """The results of a layer, in one byte each if they fit."""
        codes = self.codes[self.slice_of([layer])]
        most = int(codes.max())
        kind: Kind = "distance8" if most <= np.iinfo(np.uint8).max else "distance16"
        fields = {"error": 0.0, "slack": 0.0, "kind": kind, "longest": most // RESULTS}
        return codes.astype(FORMATS[kind]), fields

    def load_layer(self, layer: Layer, table: Table) -> None:
        """Load the results of a layer from its table."""
        self.codes[self.slice_of([layer])] = np.asarray(table.values)

    def on_group_loaded(self, group: Group) -> None:
        """Do nothing: tables hold everything."""
