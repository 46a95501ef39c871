"""`ibau train`: a training with its progress, and what it led to."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from ibau.core.game import Game
from ibau.lab.training import Plan, Trained, Workshop, report, train
from ibau.lab.training.reporting import explanation, figures, final_rows, generation_row, introduction, verdict
from ibau.lab.training.spent import spent_text
from ibau.machine.files import whole_file
from ibau.terminal import console
from ibau.terminal.look import show_whole
from ibau.terminal.plain import print_json

GENERATIONS = (
    "",
    "positions",
    "error",
    "unseen",
    "rounding",
    "most",
    "games",
    "score",
    "95 % interval",
)
FINAL = "a move", "games", "score", "95 % interval"
ABREAST = 3  # settings in a line


def show_training(game: Game, plan: Plan, workshop: Workshop, command: str, *, as_json: bool = False) -> None:
    """Train, write the report beside the network, and show it; `command` is what to type for the same again.

    Where it is interrupted, say how to go on.
    """
    try:
        trained = with_progress(game, plan, workshop)
    except KeyboardInterrupt:
        if workshop.kept_plan.exists():
            TrainingPrinter(Console(stderr=True)).show_interrupted(plan, workshop, command)
        raise
    with whole_file(workshop.report) as stream:
        stream.write(report(trained, command).encode())
    if as_json:
        print_json({**figures(trained), "network": workshop.file, "report": workshop.report})
        return
    page = TrainingPrinter(console())
    page.show_trained(trained, command)
    page.say(f"Network: {workshop.file}")
    page.say(f"Report: {workshop.report}")


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


class TrainingPrinter:
    """What is told of a training."""

    def __init__(self, out: Console) -> None:
        self._out = out

    def say(self, text: str) -> None:
        """A line, however long."""
        self._out.print(Text(text), soft_wrap=True)

    def show_interrupted(self, plan: Plan, workshop: Workshop, command: str) -> None:
        """What is kept, and how to go on."""
        self.say(f"Stopped with {workshop.generations_done} of {plan.generations} generations done.")
        self.say(f"All but the step it was at is kept in {workshop.folder}; go on with:")
        self._out.print(Text(f"\n{command} --resume"), soft_wrap=True)

    def show_trained(self, trained: Trained, command: str) -> None:
        """The report as it fits a terminal."""
        self._out.print(Text(command, "bold"))
        self._paragraph(introduction(trained))
        self._paragraph(spent_text(trained.spent, on_cluster=trained.on_cluster))
        self._heading("Plan")
        show_whole(self._out, _settings(trained.plan))
        self._heading("Generations")
        self._figures(GENERATIONS, [generation_row(one) for one in trained.generations])
        self._paragraph(explanation(trained))
        self._heading(f"Final match of generation {trained.final.number}")
        self._figures(FINAL, final_rows(trained))
        self._paragraph(verdict(trained))
        self._out.print()

    def _heading(self, text: str) -> None:
        self._out.print(Text(f"\n{text}\n", "bold"))

    def _paragraph(self, text: str) -> None:
        """A text whose lines end where the terminal does."""
        self._out.print()
        self._out.print(Text(text.replace("`", "")))

    def _figures(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table of numbers."""
        table = Table(*head, box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
        for column in table.columns:
            column.justify, column.no_wrap = "right", True
        for row in rows:
            table.add_row(*row)
        show_whole(self._out, table)


def _settings(plan: Plan) -> Table:
    """Names and values but for the ruleset, several abreast, down one column after the other."""
    settings = [(name, str(value)) for name, value in plan._asdict().items() if name != "ruleset"]
    height = -(-len(settings) // ABREAST)
    table = Table.grid(padding=(0, 3, 0, 0), pad_edge=False)
    for row in range(height):
        cells = [cell for name, value in settings[row::height] for cell in (Text(name, "dim"), Text(value))]
        table.add_row(*cells)
    return table
