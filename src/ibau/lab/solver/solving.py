"""A game solved group by group of layers: what is done is kept, and a stopped run goes on to the same bytes."""

import shutil
from pathlib import Path

from ibau.core.errors import TableError
from ibau.core.table_layout import Iteration, TableLayout
from ibau.lab.journal import Journal
from ibau.lab.solver.chances import Chances
from ibau.lab.solver.distances import Distances
from ibau.lab.solver.run import WORKSHOP, Run, SolvingTask, Tell, layer_file
from ibau.lab.solver.storage import Storage
from ibau.machine.os_support import memory_there
from ibau.tables.tablebase import every_layer, tables_of

SPARE = 1 << 28  # bytes of memory for everything else


def solve(work: SolvingTask, tell: Tell) -> list[Path]:
    """Solve a game and give the files of its layers; what lies in the folder already is taken from there.

    Raises NotTabled, TableError, OSError.
    """
    tables = tables_of(work.game)
    run = run_of(tables)
    check_men(work, tables)
    streamed, disk = is_streamed(work, tables, run), run.disk_needed(tables, work.most)
    if streamed:
        disk += run.memory_needed(tables, work.most)
    work.folder.mkdir(parents=True, exist_ok=True)
    with Journal(work.folder / ".lock", TableError(f"Another process is solving in {work.folder}.")):
        check_disk(work, disk)
        check_stopped(work)
        workshop = work.folder / WORKSHOP
        workshop.mkdir(exist_ok=True)
        solving = run(work, tables, Storage(workshop if streamed else None), tell)
        for group in tables.groups(work.most):
            solving.solve_group(group)
        solving.clear()
    return [layer_file(work.folder, layer) for layer in every_layer(tables, work.most)]


def run_of(tables: TableLayout) -> type[Run]:
    """Who solves a family, by its method."""
    return Chances if isinstance(tables.method, Iteration) else Distances


def check_men(work: SolvingTask, tables: TableLayout) -> None:
    """Raises TableError where a game cannot be solved with this number of men."""
    fewest, counted = (2, "in all") if tables.together else (1, "a side")
    if not fewest <= work.most <= tables.max_pieces:
        system = work.game.system.id
        raise TableError(f"{system} can be solved with {fewest} to {tables.max_pieces} men {counted}.")


def is_streamed(work: SolvingTask, tables: TableLayout, run: type[Run]) -> bool:
    """Must arrays lie in files, for want of memory?  Raises TableError where there is too little even so."""
    limit, least = work.memory or memory_there(), run.memory_least(tables, work.most) + SPARE
    if limit is not None and least > limit:
        raise TableError(f"This takes {least / 1e9:.1f} GB of memory at least, and it may have {limit / 1e9:.1f}.")
    return limit is not None and run.memory_needed(tables, work.most) + SPARE > limit


def check_disk(work: SolvingTask, needed: int) -> None:
    """Raises TableError where the disk has too little room."""
    free = shutil.disk_usage(work.folder).free
    if needed > free:
        raise TableError(f"This takes {needed / 1e9:.1f} GB in {work.folder}, and {free / 1e9:.1f} GB are free there.")


def check_stopped(work: SolvingTask) -> None:
    """Raises TableError where there is a run to go on with, and nobody said so; or the other way round."""
    stopped = (work.folder / WORKSHOP).exists()
    if stopped and not work.resume:
        raise TableError(f"A run was stopped in {work.folder}; --resume goes on with it.")
    if work.resume and not stopped:
        raise TableError(f"No run was stopped in {work.folder}; without --resume it begins.")
