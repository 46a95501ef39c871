"""A game without throws solved: the levels of each group."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.retrograde import Analysis
from ibau.lab.solver.run import Group, Run, SolvingTask, State, Tell, largest
from ibau.lab.solver.storage import Storage
from ibau.tables.table_file import FORMATS, RESULTS, Kind, Table
from ibau.tables.tablebase import every_layer

CODE = 2  # bytes of a position
AT_WORK = (
    1 + 8 + 1
)  # bytes of a position of the group under way, at most: its mark, and the place and value of a change


class Distances(Run):
    """The codes of every layer, one after the other."""

    def __init__(self, work: SolvingTask, tables: TableLayout, storage: Storage, tell: Tell) -> None:
        super().__init__(work, tables, storage, tell)
        self.codes = storage.array(self.total, np.uint16)
        self.codes[:] = 0

    @staticmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """All codes, and what is at work."""
        return CODE * sum(map(tables.size, every_layer(tables, most))) + Distances.memory_least(tables, most)

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:
        """What the largest group takes while it is worked out."""
        return AT_WORK * largest(tables, most)

    @staticmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Tables, and two states of a group."""
        return CODE * (sum(map(tables.size, every_layer(tables, most))) + 2 * largest(tables, most))

    def work_out(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """Level by level, from where a former run was stopped.  Raises TableError."""
        codes = self.codes[self.part(group)]
        analysis = Analysis(self.work.game, self.tables, group, self.codes, self.starts, self.work.threads)
        analysis.begin()
        state = self._state(group)
        phase, number = state.load({"levels": [codes]})
        for level in analysis.levels(number):
            yield phase, level.number, level.changed
            if level.changed:
                state.keep(phase, level.number, [codes])

    def stored(self, layer: Layer) -> tuple[NDArray[Any], dict[str, Any]]:
        """The results of a layer, in one byte each where that is enough."""
        codes = self.codes[self.part([layer])]
        most = int(codes.max())
        kind: Kind = "distance8" if most <= np.iinfo(np.uint8).max else "distance16"
        said = {"error": 0.0, "slack": 0.0, "kind": kind, "longest": most // RESULTS}
        return codes.astype(FORMATS[kind]), said

    def take(self, layer: Layer, table: Table) -> None:
        """Take the results of a layer as its table has them."""
        self.codes[self.part([layer])] = np.asarray(table.values)

    def taken(self, group: Group) -> None:
        """Nothing is taken beside tables: a table says all."""

    def done(self, group: Group) -> None:
        """Forget the state of a group that is done."""
        self._state(group).forget()

    def _state(self, group: Group) -> State:
        return State(self.kept / f"{group[0]}.state", self.work.every)
