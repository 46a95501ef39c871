"""A run of a solver: its task, progress, and checkpoints.

The folder holds the finished layers, such as `2v1.table`, and in `.work` the checkpoints of an unfinished run.
"""

import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game
from ibau.core.table_layout import Layer, TableLayout
from ibau.lab.solver.array_storage import ArrayStorage, array_chunks
from ibau.machine.atomic_files import atomic_write
from ibau.tables.table_file import ENDING, Header, Table, header_of, write_table
from ibau.tables.tablebase import every_layer

WORK_FOLDER = ".work"  # the folder of checkpoints

Group = tuple[Layer, ...]


class SolvingTask(NamedTuple):
    """A game to solve, and how."""

    game: Game  # its `essential` form
    pieces: int  # as the system counts them
    folder: Path
    threads: int = 1
    memory: int | None = None  # bytes; None for all memory of the machine
    checkpoint_seconds: float = 60.0  # between two checkpoints
    resume: bool = False  # continue a stopped run


class SolvingProgress(NamedTuple):
    """A step that has just been done."""

    group: Group
    phase: str  # "turns", "values", "bounds" or "levels"; "proved" when a group is done, "found" if it was done before
    sweep: int  # or level, or percentage of turns; when done, the longest distance
    change: float  # the largest of the sweep, or the number of changes of the level; when done, the proved error
    positions: int  # of the group


OnProgress = Callable[[SolvingProgress], None]


def largest_group_size(tables: TableLayout, most: int) -> int:
    """The number of positions of the largest group."""
    return max(sum(map(tables.size, group)) for group in tables.groups(most))


def layer_file(folder: Path, layer: Layer) -> Path:
    """The path of a layer's table."""
    return folder / f"{layer}{ENDING}"


class LayerSolver(ABC):
    """Solves the layers of a game, group by group."""

    def __init__(self, task: SolvingTask, tables: TableLayout, storage: ArrayStorage, on_progress: OnProgress) -> None:
        self.task, self.tables, self.storage, self.on_progress = task, tables, storage, on_progress
        self.work_folder = task.folder / WORK_FOLDER
        self.starts = np.full(tables.numbers, -1, np.int64)
        self.total = 0
        for layer in every_layer(tables, task.pieces):
            self.starts[tables.number(layer)] = self.total
            self.total += tables.size(layer)

    @staticmethod
    @abstractmethod
    def memory_needed(tables: TableLayout, most: int) -> int:
        """Bytes of memory for arrays."""

    @staticmethod
    def memory_least(tables: TableLayout, most: int) -> int:  # noqa: ARG004 - for subclasses
        """Bytes of it that cannot be in files."""
        return 0

    @staticmethod
    @abstractmethod
    def disk_needed(tables: TableLayout, most: int) -> int:
        """Bytes in the folder, for tables and checkpoints."""

    @abstractmethod
    def load_layer(self, layer: Layer, table: Table) -> None:
        """Load a layer's values from its table."""

    @abstractmethod
    def compute_group(self, group: Group) -> Iterator[tuple[str, int, float]]:
        """Compute the values of a group, yielding (phase, sweep, change) after each step."""

    @abstractmethod
    def layer_values(self, layer: Layer) -> tuple[NDArray[Any], dict[str, Any]]:
        """The values of a layer's table, and the fields of its header."""

    @abstractmethod
    def on_group_loaded(self, group: Group) -> None:
        """Called when all layers of a group have been loaded."""

    def on_group_written(self, group: Group) -> None:
        """Called when all layers of a group have been written: remove the checkpoint."""
        self.checkpoint(group).remove()

    def checkpoint(self, group: Group) -> "Checkpoint":
        """The checkpoint of a group."""
        return Checkpoint(self.work_folder / f"{group[0]}.state", self.task.checkpoint_seconds)

    def slice_of(self, layers: Sequence[Layer]) -> slice:
        """The slice of adjacent layers in the arrays."""
        start = int(self.starts[self.tables.number(layers[0])])
        return slice(start, start + sum(map(self.tables.size, layers)))

    def solve_group(self, group: Group) -> None:
        """Load or compute the values of a group."""
        if self._are_tables_there(group):
            self._load_group(group)
            return
        positions = sum(map(self.tables.size, group))
        for phase, number, change in self.compute_group(group):
            self.on_progress(SolvingProgress(group, phase, number, change, positions))
        headers = [self._write(layer) for layer in group]
        longest, error = max(header.longest for header in headers), max(header.error for header in headers)
        self.on_progress(SolvingProgress(group, "proved", longest, error, positions))
        self.on_group_written(group)

    def _write(self, layer: Layer) -> Header:
        """Write a layer's table."""
        values, fields = self.layer_values(layer)
        header = header_of(self.task.game, self.tables, layer, **fields)
        return write_table(layer_file(self.task.folder, layer), header, values)

    def _are_tables_there(self, group: Group) -> bool:
        return all(layer_file(self.task.folder, layer).exists() for layer in group)

    def _load_group(self, group: Group) -> None:
        """Load a group from its tables."""
        for layer in group:
            table = Table(layer_file(self.task.folder, layer))
            table.check_belongs(self.task.game, self.tables)
            self.load_layer(layer, table)
            header = table.header
            self.on_progress(SolvingProgress((layer,), "found", header.longest, header.error, header.positions))
        self.on_group_loaded(group)

    def remove_work_folder(self) -> None:
        """Remove the checkpoints of a finished run."""
        shutil.rmtree(self.work_folder)


class Checkpoint:
    """The progress of a group, in a file that is replaced atomically."""

    def __init__(self, file: Path, every: float = 0.0) -> None:
        self._file = file
        self._every = every
        self._last = time.monotonic()

    def save(self, phase: str, number: int, arrays: Sequence[NDArray[Any]]) -> None:
        """Write a checkpoint, unless the last one is recent."""
        if time.monotonic() - self._last < self._every:
            return
        with atomic_write(self._file) as stream:
            stream.write(f"{phase} {number}\n".encode())
            for array in arrays:
                for part in array_chunks(len(array)):
                    stream.write(array[part].tobytes())
        self._last = time.monotonic()

    def load(self, arrays: dict[str, list[NDArray[Any]]]) -> tuple[str, int]:
        """Fill the arrays of the saved phase; return the phase and its number of sweeps.

        Without a checkpoint, return the first phase and 0.
        """
        if not self._file.exists():
            return next(iter(arrays)), 0
        with self._file.open("rb") as stream:
            phase, number = stream.readline().decode().split()
            for array in arrays[phase]:
                for part in array_chunks(len(array)):
                    size = array[part].nbytes
                    array[part] = np.frombuffer(stream.read(size), array.dtype)
        return phase, int(number)

    def remove(self) -> None:
        """Remove the checkpoint."""
        self._file.unlink(missing_ok=True)
