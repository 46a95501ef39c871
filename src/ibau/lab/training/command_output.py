"""`ibau train`: a training with its progress, and what it led to."""

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


def show_training(game: Game, plan: TrainingPlan, run: RunSettings, command: str, *, as_json: bool = False) -> None:
    """Train, write the report beside the network, and show it; `command` is what to type for the same again.

    Where it is interrupted, say how to go on.
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
        say(out, line)


def train_with_progress(game: Game, plan: TrainingPlan, run: RunSettings) -> TrainingResult:
    """Train, and tell on standard error how far it has come."""
    with show_progress("Training", None) as tell:
        return train(game, plan, run, lambda what, done, of: tell(f"{what}: {done} of {of}", None))


def network_file(game: Game, named: Path | None) -> Path:
    """Where a network is written: as named, else by its system in the folder that one is in."""
    return named or Path(f"{game.system.id}.npz")


def say(out: Console, text: str) -> None:
    """A line, however long."""
    out.print(Text(text), soft_wrap=True)


def show_interrupted(out: Console, plan: TrainingPlan, run: RunSettings, command: str) -> None:
    """What is kept, and how to go on."""
    say(out, f"Stopped with {run.generations_done} of {plan.generations} generations done.")
    say(out, f"All but the step it was at is kept in {run.folder}; go on with:")
    say(out, f"\n{command} --resume")


def result_lines(result: TrainingResult, run: RunSettings) -> list[str]:
    """What the report says in full, in short."""
    final, search = result.final, result.final.equal_time.search
    return [
        spent_text(result),
        f"Generation {final.number}, the best of {len(result.generations)}, against the features, both by {search}:",
        *(f"  {terms} a move: {score} of {games} games ({ends})" for terms, games, score, ends in final_rows(result)),
        verdict(result),
        f"Network: {run.file}",
        f"Report: {run.report}",
    ]
