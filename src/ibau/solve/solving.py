"""A game solved group by group of layers: what is done is kept, and a run that was stopped goes on to the same bytes.

In the folder lie the finished layers, such as `2v1.table`; in `.work`, in full, the bounds of the groups done in this
run, and the state of the one under way; `.lock` is held by the process at work.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.errors import TableError
from ibau.core.files import whole_file
from ibau.core.game import Game
from ibau.core.tables.files import ENDING, STEPS, Table, checksum, header_of, write_table
from ibau.core.tables.layers import Layer, Tables
from ibau.core.tables.tablebase import every_layer, tables_of
from ibau.solve.forecast import Forecast
from ibau.solve.iterate import JUMP, Sweep, Sweeper, bracket, proof, settle
from ibau.solve.sweep import Values

TOLERANCE = 1e-7  # of the values from which the proof begins
SLACK = 3e-8  # of the proof
ARRAYS = 3  # values, lower and upper bounds, eight bytes each
SPARE = 1 << 28  # bytes for everything else

WORKSHOP = ".work"  # the folder of what is kept while at work

Group = tuple[Layer, ...]


class Work(NamedTuple):
    """How a game is to be solved."""

    game: Game  # without what values do not depend on
    most: int  # men a side
    folder: Path
    threads: int = 1
    memory: int | None = None  # bytes; None is all that the machine has
    every: float = 60.0  # seconds between two states kept
    resume: bool = False  # go on with a run that was stopped


class Progress(NamedTuple):
    """What has just been done."""

    group: Group
    phase: str  # "values", "bounds", "proved" or "found"
    sweep: int
    change: float  # the largest of the sweep; what is proved of the values where they are
    positions: int  # of the group
    seconds: float  # since it began
    left: float | None  # seconds that all will take yet, about; None where that cannot be told


Tell = Callable[[Progress], None]


def layer_file(folder: Path, layer: Layer) -> Path:
    """Where a layer's table lies."""
    return folder / f"{layer}{ENDING}"


def solve(work: Work, tell: Tell) -> list[Path]:
    """Solve a game and give the files of its layers; what lies in the folder already is taken from there.

    Raises NotTabled, TableError, OSError.
    """
    tables = tables_of(work.game)
    if not 1 <= work.most <= tables.most_men:
        raise TableError(f"{work.game.system.id} can be solved with 1 to {tables.most_men} men a side.")
    check_memory(work, tables)
    work.folder.mkdir(parents=True, exist_ok=True)
    with locked(work.folder):
        check_disk(work, tables)
        check_stopped(work)
        solving = Solving(work, tables, tell)
        for group in tables.groups(work.most):
            solving.solve_group(group)
        solving.clear()
    return [layer_file(work.folder, layer) for layer in every_layer(tables, work.most)]


def memory_needed(tables: Tables, most: int) -> int:
    """Bytes of memory."""
    return 8 * ARRAYS * sum(map(tables.size, every_layer(tables, most))) + SPARE


def check_memory(work: Work, tables: Tables) -> None:
    """Raises TableError where it takes more memory than there is, or may be."""
    needed, limit = memory_needed(tables, work.most), work.memory or memory_there()
    if limit is not None and needed > limit:
        raise TableError(f"This takes {needed / 1e9:.1f} GB of memory, and it may have {limit / 1e9:.1f}.")


def memory_there() -> int | None:
    """Bytes of memory that this machine has; None where it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on every system
        return None


def check_disk(work: Work, tables: Tables) -> None:
    """Raises TableError where the disk has too little room: for tables, and for what is kept while at work."""
    positions = sum(map(tables.size, every_layer(tables, work.most)))
    needed, free = (2 + 5 * 8) * positions, shutil.disk_usage(work.folder).free
    if needed > free:
        raise TableError(f"This takes {needed / 1e9:.1f} GB in {work.folder}, and {free / 1e9:.1f} GB are free there.")


def check_stopped(work: Work) -> None:
    """Raises TableError where there is a run to go on with, and nobody said so; or the other way round."""
    stopped = (work.folder / WORKSHOP).exists()
    if stopped and not work.resume:
        raise TableError(f"A run was stopped in {work.folder}; --resume goes on with it.")
    if work.resume and not stopped:
        raise TableError(f"No run was stopped in {work.folder}; without --resume it begins.")


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """Only one process solves in a folder, whatever became of those before.  Raises TableError where one does."""
    with closing(sqlite3.connect(folder / ".lock", timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise TableError(f"Another process is solving in {folder} ({error}).") from error
        yield


class Solving:
    """The values and bounds of every layer, one after the other in three arrays."""

    def __init__(self, work: Work, tables: Tables, tell: Tell) -> None:
        self.work, self.tables, self.tell = work, tables, tell
        self.kept = work.folder / WORKSHOP
        self.kept.mkdir(exist_ok=True)
        self.starts = np.full(tables.numbers, -1, np.int64)
        total = 0
        for layer in every_layer(tables, work.most):
            self.starts[tables.number(layer)] = total
            total += tables.size(layer)
        self.values, self.lower, self.upper = (np.full(total, 0.5) for _ in range(ARRAYS))
        missing = [group for group in tables.groups(work.most) if not self._are_there(group)]
        self.forecast = Forecast([sum(map(tables.size, group)) for group in missing])

    def part(self, layers: Sequence[Layer]) -> slice:
        """Where layers that follow each other lie in the arrays."""
        start = int(self.starts[self.tables.number(layers[0])])
        return slice(start, start + sum(map(self.tables.size, layers)))

    def solve_group(self, group: Group) -> None:
        """Find or work out the values and bounds of a group."""
        if self._found(group):
            return
        begun, positions = time.monotonic(), sum(map(self.tables.size, group))

        def told(phase: str, number: int, change: float) -> None:
            seconds = time.monotonic() - begun
            self.tell(Progress(group, phase, number, change, positions, seconds, self.forecast.left))

        sweeper = Sweeper(self.work.game, self.tables, group, self.starts, self.work.threads)
        part = self.part(group)
        before = begun
        for phase, sweep in self._sweeps(sweeper, group, part):
            now = time.monotonic()
            self.forecast.swept(2 if phase == "bounds" else 1, now - before)
            told(phase, sweep.number, sweep.change)
            before = now
        self.forecast.done()
        if proof(sweeper, self.lower, self.upper, SLACK) < 0:
            raise TableError(f"The values of {group[0]} could not be proved; please tell the authors.")
        self.values[part] = (self.lower[part] + self.upper[part]) / 2  # as whoever finds the bounds has them
        told("proved", 0, max(self._write(layer) for layer in group))
        self._keep_bounds(group, part)

    def _sweeps(self, sweeper: Sweeper, group: Group, part: slice) -> Iterator[tuple[str, Sweep]]:
        """First the values, then the bounds; from where a former run was stopped."""
        state = State(self.kept / f"{group[0]}.npz", self.work.every)
        phase, number = state.load({"values": [self.values[part]], "bounds": [self.lower[part], self.upper[part]]})
        if phase == "values":
            for sweep in settle(sweeper, self.values, part, TOLERANCE, number):
                yield phase, sweep
                if sweep.change > TOLERANCE:
                    state.keep(phase, sweep.number, [self.values[part]])
            self.lower[part] = self.upper[part] = self.values[part]
            number = 0
        for sweep in bracket(sweeper, self.lower, self.upper, part, SLACK, number):
            yield "bounds", sweep
            if sweep.change > SLACK / 2:
                state.keep("bounds", sweep.number, [self.lower[part], self.upper[part]])

    def _write(self, layer: Layer) -> float:
        """Write a layer's table; within what its values are proved."""
        part = self.part([layer])
        lower, upper = self.lower[part], self.upper[part]
        stored = np.rint((lower + upper) * (STEPS / 2)).clip(0, STEPS).astype(np.uint16)
        error = float(max((upper - stored / STEPS).max(), (stored / STEPS - lower).max()))
        header = header_of(self.work.game, self.tables, layer, error=error, slack=SLACK, sha256=checksum(stored))
        write_table(layer_file(self.work.folder, layer), header, stored)
        return error

    # What is there already --------------------------------------------------------

    def _are_there(self, group: Group) -> bool:
        return all(layer_file(self.work.folder, layer).exists() for layer in group)

    def _found(self, group: Group) -> bool:
        """Take a group from its tables, if all are there."""
        if not self._are_there(group):
            return False
        for layer in group:
            table, part = Table(layer_file(self.work.folder, layer)), self.part([layer])
            table.check_belongs(self.work.game, self.tables)
            table.check_sum()
            self.values[part] = table.values / np.float64(STEPS)
            self.lower[part] = self.values[part] - table.header.error
            self.upper[part] = self.values[part] + table.header.error
            self.tell(Progress((layer,), "found", 0, table.header.error, table.header.positions, 0.0, None))
        bounds = self._bounds_file(group)
        if bounds.exists():
            with np.load(bounds) as kept:
                self.lower[self.part(group)], self.upper[self.part(group)] = kept["lower"], kept["upper"]
            self.values[self.part(group)] = (self.lower[self.part(group)] + self.upper[self.part(group)]) / 2
        return True

    def _bounds_file(self, group: Group) -> Path:
        return self.kept / f"{group[0]}.bounds.npz"

    def _keep_bounds(self, group: Group, part: slice) -> None:
        """In full, since what comes after builds on them."""
        with whole_file(self._bounds_file(group)) as stream:
            np.savez(stream, lower=self.lower[part], upper=self.upper[part])
        (self.kept / f"{group[0]}.npz").unlink(missing_ok=True)

    def clear(self) -> None:
        """All is done: only the tables stay."""
        shutil.rmtree(self.kept)


class State:
    """How far a group has come, in a file that is whole at any moment."""

    def __init__(self, file: Path, every: float) -> None:
        self._file = file
        self._every = every
        self._last = time.monotonic()

    def keep(self, phase: str, number: int, arrays: Sequence[Values]) -> None:
        """Write it, from time to time, and only where no sweep is being watched for a jump."""
        if number % JUMP or time.monotonic() - self._last < self._every:
            return
        with whole_file(self._file) as stream:
            np.savez(stream, np.array(phase), np.array(number), *arrays)
        self._last = time.monotonic()

    def load(self, arrays: dict[str, list[Values]]) -> tuple[str, int]:
        """Fill the arrays of the phase it has come to; the phase, and the number of sweeps done in it."""
        if not self._file.exists():
            return "values", 0
        with np.load(self._file) as kept:
            phase, number = str(kept["arr_0"]), int(kept["arr_1"])
            for n, array in enumerate(arrays[phase], start=2):
                array[:] = kept[f"arr_{n}"]
            return phase, number
