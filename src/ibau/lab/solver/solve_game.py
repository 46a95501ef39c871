"""Solve a game, group by group of layers; a stopped run can be resumed, and produces the same bytes."""

import shutil
from pathlib import Path

from ibau.core.errors import TableError
from ibau.core.table_layout import Iteration, TableLayout
from ibau.lab.journal import Journal
from ibau.lab.solver.array_storage import ArrayStorage
from ibau.lab.solver.chance_solver import ChanceSolver
from ibau.lab.solver.distance_solver import DistanceSolver
from ibau.lab.solver.layer_solver import WORK_FOLDER, LayerSolver, OnProgress, SolvingTask, layer_file
from ibau.machine.os_support import total_memory
from ibau.tables.tablebase import every_layer, tables_of

SPARE_MEMORY = 1 << 28  # bytes for everything except arrays


def solve(task: SolvingTask, on_progress: OnProgress) -> list[Path]:
    """Solve a game and return the files of its layers; layers already in the folder are loaded from there.

    Raises MissingTableError, TableError and OSError.
    """
    tables = tables_of(task.game)
    solver_class = solver_for(tables)
    check_pieces(task, tables)
    streamed, disk = needs_files(task, tables, solver_class), solver_class.disk_needed(tables, task.pieces)
    if streamed:
        disk += solver_class.memory_needed(tables, task.pieces)
    task.folder.mkdir(parents=True, exist_ok=True)
    with Journal(task.folder / ".lock", TableError(f"Another process is solving in {task.folder}.")):
        check_disk(task, disk)
        check_resume(task)
        work_folder = task.folder / WORK_FOLDER
        work_folder.mkdir(exist_ok=True)
        solver = solver_class(task, tables, ArrayStorage(work_folder if streamed else None), on_progress)
        for group in tables.groups(task.pieces):
            solver.solve_group(group)
        solver.remove_work_folder()
    return [layer_file(task.folder, layer) for layer in every_layer(tables, task.pieces)]


def solver_for(tables: TableLayout) -> type[LayerSolver]:
    """The solver class for the method of a table layout."""
    return ChanceSolver if isinstance(tables.method, Iteration) else DistanceSolver


def check_pieces(task: SolvingTask, tables: TableLayout) -> None:
    """Raise TableError if a game cannot be solved with this number of pieces."""
    fewest, counted = (2, "in all") if tables.together else (1, "a side")
    if not fewest <= task.pieces <= tables.max_pieces:
        system = task.game.system.id
        raise TableError(f"{system} can be solved with {fewest} to {tables.max_pieces} pieces {counted}.")


def needs_files(task: SolvingTask, tables: TableLayout, solver: type[LayerSolver]) -> bool:
    """Whether arrays need files, for lack of memory.  Raises TableError if memory is too small even then."""
    limit, least = task.memory or total_memory(), solver.memory_least(tables, task.pieces) + SPARE_MEMORY
    if limit is not None and least > limit:
        raise TableError(f"This needs at least {least / 1e9:.1f} GB of memory; the limit is {limit / 1e9:.1f} GB.")
    return limit is not None and solver.memory_needed(tables, task.pieces) + SPARE_MEMORY > limit


def check_disk(task: SolvingTask, needed: int) -> None:
    """Raise TableError if the disk has too little free space."""
    free = shutil.disk_usage(task.folder).free
    if needed > free:
        raise TableError(f"This needs {needed / 1e9:.1f} GB in {task.folder}; {free / 1e9:.1f} GB are free.")


def check_resume(task: SolvingTask) -> None:
    """Raise TableError if a run was stopped and `resume` is not set, or the other way round."""
    stopped = (task.folder / WORK_FOLDER).exists()
    if stopped and not task.resume:
        raise TableError(f"A run was stopped in {task.folder}; continue it with --resume.")
    if task.resume and not stopped:
        raise TableError(f"No run was stopped in {task.folder}; begin one without --resume.")
