"""`ibau lab`: measure what each reading of the rules does to a game."""

from pathlib import Path

import click

from ibau.games import game
from ibau.lab.commands.worker_options import cluster_option, workers
from ibau.terminal.click_params import PathType, examples
from ibau.terminal.extras_help import requires_extra
from ibau.terminal.progress import show_progress


@click.group(name="lab", epilog=examples("ibau lab run examples/studies/example.toml", "ibau lab report example"))
def lab() -> None:
    """Measure what each reading of the rules does to a game, and how certain the result is."""


@lab.command(name="run", epilog=examples("ibau lab run study.toml", "ibau lab run study.toml --workers 2"))
@click.argument("study", type=PathType(exists=True))
@click.option(
    "--out",
    "folder",
    type=PathType(folder=True),
    help="The folder of the results; by default named like the study.",
)
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes play.")
@cluster_option
@requires_extra("lab")
def run(study: Path, folder: Path | None, workers: int, cluster: str | None) -> None:
    """Play the games of a STUDY, and measure them.

    A study is a file with rulesets, players and numbers of games; docs/lab.md explains its format. The results are the
    same with any number of workers. Games that the folder already holds are not played again.
    """
    from ibau.lab.studies import StudyError, measure, play

    out = folder or Path(study.stem)
    with show_progress("Playing", None) as show:

        def progress(done: int, total: int) -> None:
            show(f"Played {done} of {total} games", None)

        try:
            play(study.read_bytes(), out, game, progress, workers, cluster)
        except StudyError as error:
            raise StudyError(f"{study}: {error}") from error
        show("Measuring", None)
        found = measure(out, game)
    click.echo(f"{found.height} figures are in {out}; `ibau lab report {out}` describes them.")


@lab.command(name="report", epilog=examples("ibau lab report example", "ibau lab report example -o report"))
@click.argument("results", type=PathType(exists=True, folder=True))
@click.option(
    "-o", "--out", type=PathType(folder=True), help="The folder of the report; by default that of the results."
)
@requires_extra("lab")
def report(results: Path, out: Path | None) -> None:
    """Report the results of a study, as one HTML page and as Markdown.

    RESULTS is the folder written by `ibau lab run`.
    """
    from ibau.lab import reporting

    click.echo(f"The report is in {', '.join(map(str, reporting.report(results, out)))}.")
