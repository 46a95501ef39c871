"""A game with throws solved: the values of each group, then the bounds that prove them.

In `.work` lie, in full, the bounds of the groups done in this run, and the state of the one under way.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import TableError
from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.iterate import JUMP, WATCHED, Steps, Sweeper, bracket, proof, settle
from ibau.lab.solver.run import Group, Run, SolvingTask, State, Tell, largest
from ibau.lab.solver.storage import Storage, chunks
from ibau.lab.solver.sweep import Values
from ibau.lab.solver.turns import TurnSweeper
from ibau.tables.table_file import STEPS, Table
from ibau.tables.tablebase import every_layer

TOLERANCE = 1e-7  # of the values from which the proof begins
SLACK = 3e-8  # of the proof
PERCENT = 100
ARRAYS = 3  # values, lower and upper bounds, eight bytes each


class Chances(Run):
    """The values and bounds of every layer, one after the other in three arrays."""

    def __init__(self, work: SolvingTask, tables: TableLayout, storage: Storage, tell: Tell) -> None:
        super().__init__(work, tables, storage, tell)
        self.values, self.lower, self.upper = (storage.array(self.total) for _ in range(ARRAYS))
        self.values[:] = 0.5

    @staticmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """Three arrays; of the largest group what two jumps watch, a layer as it is stored, and turns played out."""
        everywhere, here = sum(map(tables.size, every_layer(tables, most))), largest(tables, most)
        return 8 * (ARRAYS * everywhere + 2 * WATCHED * here) + 2 * here + Chances.memory_least(tables, most)

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:
        """The turns of the largest group, where they are played out."""
        sums = tables.iteration.sums
        return max(sum(map(sums.memory, group)) for group in tables.groups(most)) if sums else 0

    @staticmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Tables, bounds, and the arrays of a state."""
        return (2 + 5 * 8) * sum(map(tables.size, every_layer(tables, most)))

    def work_out(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """First the values, then the bounds; from where a former run was stopped.  Raises TableError."""
        game, tables, threads = self.work.game, self.tables, self.work.threads
        sums = tables.iteration.sums
        if not sums:
            yield from self._iterate(group, Sweeper(game, tables, group, self.starts, threads))
            return
        turns = TurnSweeper(game, tables, sums, group, self.starts, self.total, threads)
        done, positions = 0, sum(map(tables.size, group))
        for more in turns.play_out():
            done += more
            yield "turns", PERCENT * done // positions, 0.0
        yield from self._iterate(group, turns)

    def _iterate(self, group: Group, sweeper: Steps) -> Iterator[tuple[str, int, float]]:
        part = self.part(group)
        values, lower, upper = self.values[part], self.lower[part], self.upper[part]
        state = self._state(group)
        phase, number = state.load({"values": [values], "bounds": [lower, upper]})
        if phase == "values":
            for sweep in settle(sweeper, self.values, part, TOLERANCE, self.storage, number):
                yield phase, sweep.number, sweep.change
                if sweep.change > TOLERANCE and not sweep.number % JUMP:  # no sweep is being watched for a jump
                    state.keep(phase, sweep.number, [values])
            lower[:] = upper[:] = values
            number = 0
        for sweep in bracket(sweeper, self.lower, self.upper, part, SLACK, self.storage, number):
            yield "bounds", sweep.number, sweep.change
            if sweep.change > SLACK / 2 and not sweep.number % JUMP:
                state.keep("bounds", sweep.number, [lower, upper])
        if proof(sweeper, self.lower, self.upper, SLACK) < 0:
            raise TableError(f"The values of {group[0]} could not be proved; please tell the authors.")
        middle(lower, upper, values)  # as the code that finds the bounds has them

    def stored(self, layer: Layer) -> tuple[NDArray[np.uint16], dict[str, Any]]:
        """The chances of a layer in steps, and within what these are proved."""
        here = self.part([layer])
        lower, upper = self.lower[here], self.upper[here]
        stored, error = self.storage.array(len(lower), np.uint16), 0.0
        for part in chunks(len(lower)):
            stored[part] = np.rint((lower[part] + upper[part]) * (STEPS / 2)).clip(0, STEPS)
            steps = stored[part] / STEPS
            error = max(error, float(apart(upper[part], steps).max()), float(apart(steps, lower[part]).max()))
        return stored, {"error": error, "slack": SLACK}

    def take(self, layer: Layer, table: Table) -> None:
        """Take the chances of a layer from its table, with the bounds that its header states."""
        here = self.part([layer])
        values, lower, upper = self.values[here], self.lower[here], self.upper[here]
        stored = np.asarray(table.values)
        for part in chunks(len(values)):
            values[part] = stored[part] / np.float64(STEPS)
            lower[part] = -apart(-values[part], -table.header.error)
            upper[part] = apart(values[part], -table.header.error)

    def taken(self, group: Group) -> None:
        """The bounds in full, where this run has worked them out."""
        here = self.part(group)
        lower, upper = self.lower[here], self.upper[here]
        if self._bounds(group).load({"bounds": [lower, upper]})[1]:
            middle(lower, upper, self.values[here])

    def done(self, group: Group) -> None:
        """Keep the bounds in full, since what comes after builds on them."""
        here = self.part(group)
        self._bounds(group).keep("bounds", 1, [self.lower[here], self.upper[here]])
        self._state(group).forget()

    def _state(self, group: Group) -> State:
        return State(self.kept / f"{group[0]}.state", self.work.every)

    def _bounds(self, group: Group) -> State:
        return State(self.kept / f"{group[0]}.bounds")


def middle(lower: Values, upper: Values, values: Values) -> None:
    """The values half way between the bounds."""
    np.add(lower, upper, out=values)
    values /= 2


def apart(high: Values, low: Values | float) -> Values:
    """How far `high` lies above `low`, rounded up where no floating-point number says it."""
    near = high - low
    added = near - high
    lost = (high - (near - added)) - (low + added)  # Knuth's sum of two: what rounding has taken away
    return np.where(lost > 0, np.nextafter(near, np.inf), near)
