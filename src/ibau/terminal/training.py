"""`ibau train`: a training with its progress, and what it led to."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from ibau.core.files import whole_file
from ibau.core.game import Game
from ibau.terminal import console
from ibau.terminal.look import show_whole
from ibau.training import Plan, Trained, Workshop, report, train
from ibau.training.reporting import explanation, final_rows, generation_row, introduction, verdict
from ibau.training.spent import spent_text

GENERATIONS = "", "positions", "error", "unseen", "rounding", "most", "games", "score", "95 % interval"
FINAL = "a move", "games", "score", "95 % interval"
ABREAST = 3  # settings in a line


def show_training(game: Game, plan: Plan, workshop: Workshop, command: str) -> None:
    """Train, write the report beside the network, and show it; `command` is what to type for the same again.

    Where it is interrupted, say how to go on.
    """
    try:
        trained = with_progress(game, plan, workshop)
    except KeyboardInterrupt:
        if workshop.kept_plan.exists():
            show_interrupted(Console(stderr=True), plan, workshop, command)
        raise
    with whole_file(workshop.report) as stream:
        stream.write(report(trained, command).encode())
    out = console()
    show_trained(out, trained, command)
    out.print(Text(f"\nNetwork: {workshop.file}\nReport:  {workshop.report}"), soft_wrap=True)


def with_progress(game: Game, plan: Plan, workshop: Workshop) -> Trained:
    """Train with a progress bar on standard error; where that is not a terminal, with a line for each step."""
    errors = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=None)

        def show(what: str, done: int, of: int) -> None:
            progress.update(bar, description=what, completed=done, total=of)
            if not errors.is_terminal and done == of:
                errors.print(f"{what}: {done} done", markup=False)

        return train(game, plan, workshop, show)


def network_file(game: Game, named: Path | None) -> Path:
    """Where a network is written: as named, else by its system in the folder that one is in."""
    return named or Path(f"{game.system.id}.npz")


def show_interrupted(out: Console, plan: Plan, workshop: Workshop, command: str) -> None:
    """What is kept, and how to go on."""
    done = f"Stopped with {workshop.generations_done} of {plan.generations} generations done."
    kept = f"All but the step it was at is kept in {workshop.folder}; go on with:"
    out.print(Text(f"{done}\n{kept}\n\n{command} --resume"), soft_wrap=True)


def show_trained(out: Console, trained: Trained, command: str) -> None:
    """The report as it fits a terminal."""
    out.print(Text(command, "bold"))
    _paragraph(out, introduction(trained))
    _paragraph(out, spent_text(trained.spent))
    _heading(out, "Plan")
    show_whole(out, _settings(trained.plan))
    _heading(out, "Generations")
    show_whole(out, _figures(GENERATIONS, [generation_row(one) for one in trained.generations]))
    _paragraph(out, explanation(trained))
    _heading(out, f"Final match of generation {trained.final.number}")
    show_whole(out, _figures(FINAL, final_rows(trained)))
    _paragraph(out, verdict(trained))


def _heading(out: Console, text: str) -> None:
    out.print(Text(f"\n{text}\n", "bold"))


def _paragraph(out: Console, text: str) -> None:
    """A text whose lines end where the terminal does."""
    out.print()
    out.print(Text(" ".join(text.replace("`", "").split())))


def _settings(plan: Plan) -> Table:
    """Names and values but for the ruleset, several abreast, down one column after the other."""
    settings = [(name, str(value)) for name, value in plan._asdict().items() if name != "ruleset"]
    height = -(-len(settings) // ABREAST)
    table = Table.grid(padding=(0, 3, 0, 0), pad_edge=False)
    for row in range(height):
        cells = [cell for name, value in settings[row::height] for cell in (Text(name, "dim"), Text(value))]
        table.add_row(*cells)
    return table


def _figures(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table of numbers."""
    table = Table(*head, box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for column in table.columns:
        column.justify, column.no_wrap = "right", True
    for row in rows:
        table.add_row(*row)
    return table
