"""`ibau playouts`: random games with a progress bar, and what they tell."""

from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ibau.core.chance import seeded
from ibau.core.game import Game
from ibau.core.playout import Playouts, playouts
from ibau.core.rule import watch_compilation
from ibau.lab.summary import QUANTILES, Length, Share, Summary, joined, summarise
from ibau.terminal import console

LARGEST_BATCH = 1000  # games between two looks at the progress bar and at Ctrl-C
PLAYING = "Playing"


def show_playouts(game: Game, count: int, seed: int) -> None:
    """Play `count` random games and print their figures."""
    show_summary(console(), game, summarise(played(game, count, seed)), seed)


def played(game: Game, count: int, seed: int) -> Playouts:
    """Random games from the start, with a progress bar on standard error."""
    parts: list[Playouts] = []
    random, done = seeded(seed), 0
    errors = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task(PLAYING, total=count)
        with watch_compilation(lambda n: progress.update(bar, description=f"Preparing, step {n}")):
            while done < count:
                part, random = playouts(game.initial(), min(LARGEST_BATCH, count - done), random)
                parts.append(part)
                done += part.outcomes.size
                progress.update(bar, completed=done, description=PLAYING)
    return joined(parts)


def show_summary(out: Console, game: Game, summary: Summary, seed: int) -> None:
    out.print(f"{game.ruleset}: {summary.games} random games, seed {seed}\n", markup=False)
    out.print(_shares("result", summary.results, summary.games))
    out.print(_shares("end", summary.kinds, summary.games))
    out.print(_lengths({"actions": summary.actions, "decisions": summary.decisions}))


def _shares(name: str, shares: Iterable[Share], games: int) -> Table:
    table = Table(name, "games", "share", "95 % interval", box=None, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for share in shares:
        interval = f"{100 * share.low:.2f} - {100 * share.high:.2f} %"
        table.add_row(share.name, str(share.games), f"{100 * share.games / games:.2f} %", interval)
    table.add_row()
    return table


def _lengths(lengths: dict[str, Length]) -> Table:
    quantiles = ["median" if q == 0.5 else f"{100 * q:.0f} %" for q in QUANTILES]
    table = Table("a game", "mean", *quantiles, box=None, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, length in lengths.items():
        table.add_row(name, f"{length.mean:.1f}", *(f"{n:g}" for n in length.quantiles))
    return table
