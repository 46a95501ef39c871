"""`ibau train`: a training with its progress, and the report at its end."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ibau.core.game import Game
from ibau.players.training import Plan, Setting, Trained, report, train
from ibau.players.training.files import whole_file
from ibau.terminal import console


def show_training(game: Game, plan: Plan, setting: Setting) -> None:
    """Train, then write the report beside the network and say where both are."""
    trained = with_progress(game, plan, setting)
    text = report(trained)
    with whole_file(setting.file.with_suffix(".md")) as stream:
        stream.write(text.encode())
    out = console()
    out.print(text, markup=False)
    out.print(f"Network: {setting.file}\nReport:  {setting.file.with_suffix('.md')}", markup=False, soft_wrap=True)


def with_progress(game: Game, plan: Plan, setting: Setting) -> Trained:
    """Train with a progress bar on standard error; where that is no terminal, with a line a step."""
    errors = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=None)

        def show(what: str, done: int, of: int) -> None:
            progress.update(bar, description=what, completed=done, total=of)
            if not errors.is_terminal and done == of:
                errors.print(f"{what}: {done} done", markup=False)

        return train(game, plan, setting, show)


def network_file(game: Game, named: Path | None) -> Path:
    """Where a network is written: as named, else by its system in the folder that one is in."""
    return named or Path(f"{game.system.id}.npz")
