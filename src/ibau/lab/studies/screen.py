"""`ibau lab`: studies run and measures listed at a terminal."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from rich.table import Table
from rich.text import Text

from ibau.games import game
from ibau.lab.cluster import cluster_at
from ibau.terminal import console
from ibau.terminal.look import show_whole
from ibau.terminal.plain import print_json
from ibau.terminal.progress import progress_told

if TYPE_CHECKING:
    from ibau.lab.studies.running import OpenExecutor, Progress

MINUTE, HOUR = 60, 3600


class StudyRun(NamedTuple):
    """Which study, where its results go, and how it is played."""

    study: Path
    folder: Path
    workers: int
    resume: bool
    cluster: str | None = None  # the address of its scheduler


@contextmanager
def workers_of(wanted: StudyRun) -> Generator[tuple[int, "OpenExecutor | None"]]:
    """How many play, and who, if not processes of this machine.  Raises ExtraError and ClusterError."""
    if wanted.cluster is None:
        yield wanted.workers, None
        return
    with cluster_at(wanted.cluster) as found:
        yield found.count, found.executor


def show_run(wanted: StudyRun, *, as_json: bool) -> None:
    """Run a study and tell what came out.  Raises StudyError, ResultsError, ExtraError, ClusterError and OSError."""
    from ibau.lab.studies import Study, run

    study = Study.read(wanted.study, game)
    if not as_json:
        rulesets, players = len({str(reading.game.ruleset) for reading in study.readings}), ", ".join(study.names)
        click.echo(f"Rulesets: {rulesets}; players: {players}. Games go on until every interval is narrow enough.")
        click.echo("Ten times the precision costs a hundred times the games.")
    with progress_told("Playing", None) as tell, workers_of(wanted) as (workers, executor):

        def told(progress: "Progress") -> None:
            tell(_so_far(progress, workers), None)

        tables = run(study, wanted.folder, workers=workers, executor=executor, resume=wanted.resume, tell=told)
    results = tables.results
    found = {
        "folder": str(wanted.folder),
        "figures": results.height,
        "significant": int(results["significant"].sum()),
        "imprecise": results.filter(~results["reached"]).height,
    }
    if as_json:
        print_json(found)
        return
    more = f"{found['significant']} differences are more than chance"
    click.echo(f"{found['figures']} figures are in {wanted.folder}; {more}.")
    if imprecise := found["imprecise"]:
        click.echo(f"{imprecise} figures are less precise than was wanted; the study limits their games.")


def _so_far(progress: "Progress", workers: int) -> str:
    time = duration(progress.seconds_left / workers)
    if progress.is_sure:
        return f"Played {progress.games} games; about {time} to go"
    return f"Played {progress.games} games; perhaps {time} to go, not every ruleset has been tried"


def duration(seconds: float) -> str:
    """A time in words."""
    if seconds < 2 * MINUTE:
        return f"{round(seconds)} s"
    if seconds < 2 * HOUR:
        return f"{round(seconds / MINUTE)} min"
    return f"{round(seconds / HOUR, 1)} h"


def show_measures(*, as_json: bool) -> None:
    """List all measures."""
    from ibau.lab.studies.measures import MEASURES

    if as_json:
        for measure in MEASURES:
            print_json(
                {"measure": measure.name, "unit": measure.unit, "text": measure.text, "formula": measure.formula}
            )
        return
    table = Table("measure", "unit", "what it is", box=None, pad_edge=False)
    for measure in MEASURES:
        table.add_row(measure.name, measure.unit, Text(f"{measure.text}\n").append(measure.formula, "dim"))
    show_whole(console(), table)
