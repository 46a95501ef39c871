"""The output of `ibau train`: progress and results."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ibau.core.game import Game
from ibau.lab.training import RunSettings, TrainingPlan, TrainingResult, report, train
from ibau.lab.training.training_report import figures, final_rows, spent_text, verdict
from ibau.machine.atomic_files import atomic_write
from ibau.terminal import console
from ibau.terminal.json_output import print_json
from ibau.terminal.progress import show_progress


def train_and_show(game: Game, plan: TrainingPlan, run: RunSettings, command: str, *, as_json: bool = False) -> None:
    """Train, write the report next to the network, and show the result; `command` is the command that repeats it.

    If it is interrupted, show how to continue.
    """
    try:
        result = train_with_progress(game, plan, run)
    except KeyboardInterrupt:
        if run.plan_file.exists():
            show_interrupted(Console(stderr=True), plan, run, command)
        raise
    with atomic_write(run.report) as stream:
        stream.write(report(result, command).encode())
    if as_json:
        print_json({**figures(result), "network": run.file, "report": run.report})
        return
    out = console()
    for line in result_lines(result, run):
        print_line(out, line)


def train_with_progress(game: Game, plan: TrainingPlan, run: RunSettings) -> TrainingResult:
    """Train, and show progress on standard error."""
    with show_progress("Training", None) as show:
        return train(game, plan, run, lambda phase, done, total: show(f"{phase}: {done} of {total}", None))


def network_file(game: Game, named: Path | None) -> Path:
    """The path of a new network: `named`, or by default the system's name in the current folder."""
    return named or Path(f"{game.system.id}.npz")


def print_line(out: Console, text: str) -> None:
    """Print a line without wrapping it."""
    out.print(Text(text), soft_wrap=True)


def show_interrupted(out: Console, plan: TrainingPlan, run: RunSettings, command: str) -> None:
    """Print what is kept, and how to continue."""
    print_line(out, f"Stopped with {run.generations_done} of {plan.generations} generations done.")
    print_line(out, f"All but the current step is kept in {run.folder}; continue with:")
    print_line(out, f"\n{command} --resume")


def result_lines(result: TrainingResult, run: RunSettings) -> list[str]:
    """A short form of the report."""
    final, search, count = result.final, result.final.equal_time.search, len(result.generations)
    return [
        spent_text(result),
        f"Generation {final.number}, the best of {count}, against the hand-written evaluation, both by {search}:",
        *(f"  {terms} per move: {score} of {games} games ({ends})" for terms, games, score, ends in final_rows(result)),
        verdict(result),
        f"Network: {run.file}",
        f"Report: {run.report}",
    ]
