"""`ibau train`: a training with its progress, and what it led to."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ibau.core.game import Game
from ibau.lab.training import Plan, Trained, Workshop, report, train
from ibau.lab.training.reporting import figures, final_rows, spent_text, verdict
from ibau.machine.atomic_files import atomic_write
from ibau.terminal import console
from ibau.terminal.json_output import print_json
from ibau.terminal.progress import show_progress


def show_training(game: Game, plan: Plan, workshop: Workshop, command: str, *, as_json: bool = False) -> None:
    """Train, write the report beside the network, and show it; `command` is what to type for the same again.

    Where it is interrupted, say how to go on.
    """
    try:
        trained = with_progress(game, plan, workshop)
    except KeyboardInterrupt:
        if workshop.kept_plan.exists():
            show_interrupted(Console(stderr=True), plan, workshop, command)
        raise
    with atomic_write(workshop.report) as stream:
        stream.write(report(trained, command).encode())
    if as_json:
        print_json({**figures(trained), "network": workshop.file, "report": workshop.report})
        return
    out = console()
    for line in result_lines(trained, workshop):
        say(out, line)


def with_progress(game: Game, plan: Plan, workshop: Workshop) -> Trained:
    """Train, and tell on standard error how far it has come."""
    with show_progress("Training", None) as tell:
        return train(game, plan, workshop, lambda what, done, of: tell(f"{what}: {done} of {of}", None))


def network_file(game: Game, named: Path | None) -> Path:
    """Where a network is written: as named, else by its system in the folder that one is in."""
    return named or Path(f"{game.system.id}.npz")


def say(out: Console, text: str) -> None:
    """A line, however long."""
    out.print(Text(text), soft_wrap=True)


def show_interrupted(out: Console, plan: Plan, workshop: Workshop, command: str) -> None:
    """What is kept, and how to go on."""
    say(out, f"Stopped with {workshop.generations_done} of {plan.generations} generations done.")
    say(out, f"All but the step it was at is kept in {workshop.folder}; go on with:")
    say(out, f"\n{command} --resume")


def result_lines(trained: Trained, workshop: Workshop) -> list[str]:
    """What the report says in full, in short."""
    final, search = trained.final, trained.final.equal_time.search
    return [
        spent_text(trained),
        f"Generation {final.number}, the best of {len(trained.generations)}, against the features, both by {search}:",
        *(f"  {terms} a move: {score} of {games} games ({ends})" for terms, games, score, ends in final_rows(trained)),
        verdict(trained),
        f"Network: {workshop.file}",
        f"Report: {workshop.report}",
    ]
