"""`ibau lab`: what every reading of the rules does to a game."""

from pathlib import Path
from typing import Any

import click

from ibau.lab.commands.parameters import cluster_option, workers
from ibau.terminal.needing import needs
from ibau.terminal.parameters import PathType, examples, json_option


@click.group(name="lab", epilog=examples("ibau lab run studies/example.toml", "ibau lab measures"))
def lab() -> None:
    """Find out what each reading of the rules does to a game, with how much certainty."""


@lab.command(name="run", epilog=examples("ibau lab run studies/example.toml", "ibau lab run study.toml --workers 2"))
@click.argument("study", type=PathType(exists=True))
@click.option(
    "--out", "folder", type=PathType(folder=True), help="The folder of the results; by default named like the study."
)
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes play.")
@cluster_option
@click.option("--resume", is_flag=True, help="Go on with a study that was stopped; the results are the same.")
@json_option
@needs("lab")
def run(study: Path, folder: Path | None, **how: Any) -> None:
    """Play the games that a STUDY asks for, and write what they show.

    A study is a file that names rulesets, who plays them, what is measured and how precisely; docs/lab.md tells how to
    write one. The results are the same with any number of workers.
    """
    from ibau.lab.studies.screen import StudyRun, show_run

    wanted = StudyRun(study, folder or Path(study.stem), how["workers"], how["resume"], how["cluster"])
    show_run(wanted, as_json=how["as_json"])


@lab.command(name="measures", epilog=examples("ibau lab measures", "ibau lab measures --json"))
@json_option
@needs("lab")
def measures(*, as_json: bool) -> None:
    """List what is measured, each in a sentence and a formula."""
    from ibau.lab.studies.screen import show_measures

    show_measures(as_json=as_json)


@lab.command(name="report", epilog=examples("ibau lab report results", "ibau lab report results -o report"))
@click.argument("results", type=PathType(exists=True, folder=True))
@click.option(
    "-o", "--out", type=PathType(folder=True), help="The folder of the report; by default that of the results."
)
@needs("lab")
def report(results: Path, out: Path | None) -> None:
    """Tell what a study has found: one HTML page, and the same as Markdown.

    RESULTS is the folder that `ibau lab run` has written.
    """
    from ibau.lab import reporting

    click.echo(f"The report is in {', '.join(map(str, reporting.report(results, out)))}.")
