"""The output of `ibau solve`."""

from pathlib import Path
from typing import Any

import click

from ibau.core.errors import MissingTableError, join_names
from ibau.core.game import Game
from ibau.core.phrase import percent
from ibau.games import systems
from ibau.lab.solver.layer_solver import SolvingProgress, SolvingTask
from ibau.lab.solver.solve_game import solve
from ibau.tables.bounds import error_text
from ibau.tables.table_file import Table
from ibau.tables.tablebase import essential, tables_folder, tables_of
from ibau.terminal.json_output import print_json
from ibau.terminal.progress import show_progress


def check_has_tables(game: Game) -> None:
    """Raise MissingTableError, with the games that can be solved, unless this one can."""
    if game.system.table_layout is None:
        known = join_names([name for name, system in systems().items() if system.table_layout is not None])
        raise MissingTableError(f"{game.system.id} cannot be solved yet; games that can: {known}.")


def show_solving(given: Game, pieces: int | None, folder: Path | None, *, as_json: bool = False, **how: Any) -> None:
    """Solve a game and print where the tables are, and how exact; `how` are further arguments of SolvingTask.

    `pieces`: by default as many as are solved within a minute.  Raises MissingTableError, TableError and OSError.
    """
    check_has_tables(given)
    game = essential(given)
    tables = tables_of(game)
    work = SolvingTask(game, pieces or tables.few_pieces, folder or tables_folder(game), **how)
    done: list[SolvingProgress] = []

    def on_progress(progress: SolvingProgress) -> None:
        if progress.phase in ("proved", "found"):
            done.append(progress)
        else:
            show(step_text(progress), None)

    with show_progress(f"Solving {game.ruleset}", None) as show:
        try:
            files = solve(work, on_progress)
        except KeyboardInterrupt:
            click.echo("Stopped; --resume continues from here.", err=True)
            raise
    error, longest = max(progress.change for progress in done), max(progress.sweep for progress in done)
    if as_json:
        headers = [(file, Table(file).header) for file in files]
        keys = ("error",) if game.system.has_throws else ("longest",)
        every = [
            {"file": str(file), "layer": file.stem} | {k: getattr(header, k) for k in keys} for file, header in headers
        ]
        print_json({"ruleset": str(game.ruleset), "tables": every})
        return
    values = {"error": error_text(error), "longest": longest, "count": len(files), "folder": str(work.folder)}
    click.echo((CHANCES_SOLVED if game.system.has_throws else DISTANCES_SOLVED).format(**values))


def step_text(progress: SolvingProgress) -> str:
    """The progress text of a step."""
    return STEP_TEXTS[progress.phase].format(
        layers=", ".join(map(str, progress.group)),
        positions=progress.positions,
        sweep=progress.sweep,
        share=percent(progress.sweep / 100, 0),
        change=f"{progress.change:.1e}",
        count=int(progress.change),
    )


STEP_TEXTS = {
    "turns": "{layers}: {positions} positions, {share} of their turns played out",
    "values": "{layers}: {positions} positions, sweep {sweep}, changes up to {change}",
    "bounds": "{layers}: {positions} positions, proof, sweep {sweep}, changes up to {change}",
    "levels": "{layers}: {positions} positions, {count} decided at a distance of {sweep}",
}
CHANCES_SOLVED = "Tables in {folder}: {count}. Every chance is proved within {error}."
DISTANCES_SOLVED = "Tables in {folder}: {count}. Every value is exact, the longest distance {longest} plies."
