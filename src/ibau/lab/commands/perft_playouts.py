"""`ibau perft` and `ibau playouts`: count action paths, and play random games."""

import secrets
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.core.chance import seed_state
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.limits import DEEPEST_PERFT, LARGEST_SEED
from ibau.core.outcome import GIVEN_UP, WINNERS
from ibau.core.phrase import percent
from ibau.lab.commands.worker_options import workers
from ibau.lab.figure_text import interval_text
from ibau.lab.summary import QUANTILES, GameCounts, Length, Share, Summary
from ibau.lab.worker_pool import SharedTool, WorkerPool, process_executor
from ibau.search.playout import Playouts, playouts_on
from ibau.terminal import console
from ibau.terminal.click_params import IntegerType, examples, json_option, ruleset_argument, seed_option
from ibau.terminal.glyphs import print_block, print_table
from ibau.terminal.json_output import print_json
from ibau.terminal.progress import show_progress
from ibau.ugi import count_paths


@click.command(
    epilog=examples("ibau perft seega 5", "ibau perft senet-race 4 --position 'LDLDLDLDL1D19 second - fresh 0'")
)
@ruleset_argument
@click.argument("depth", type=IntegerType(0, DEEPEST_PERFT))
@click.option("--position", metavar="TEXT", help="Count from this position text instead of from the start.")
@json_option
def perft(game: Game, depth: int, position: str | None, *, as_json: bool) -> None:
    """Count the action paths of each length up to DEPTH."""
    try:
        state = game.initial() if position is None else game.state(position)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--position'") from error
    show_perft(state, depth, as_json=as_json)


@click.command(
    epilog=examples("ibau playouts seega -n 100000", "ibau playouts senet-race+max_turns=60 -n 1000 --seed 7")
)
@ruleset_argument
@click.option("-n", "--games", "count", type=IntegerType(1), default=10_000, show_default=True, help="How many games.")
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes play.")
@seed_option
@json_option
def playouts(game: Game, count: int, workers: int, seed: int | None, *, as_json: bool) -> None:
    """Play random games and report how they end.

    The report has the winners, the kinds of ends, and the lengths of games. Ctrl-C shows the figures so far.
    """
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    counts, show = GameCounts(), print_json if as_json else partial(show_figures, console(), game, seed)
    try:
        count_games(counts, game, count, seed, workers)
    except KeyboardInterrupt:
        if counts.games:
            show(counts.summary())
        click.echo(f"Stopped after {counts.games} of {count} games.", err=as_json)
        raise
    show(counts.summary())


LARGEST_BATCH = 1000  # games between two looks at the progress and at Ctrl-C
WORKER_DIED = "A process has died while playing: killed, or out of memory?"

Numbers = tuple["array[int]", "array[int]", "array[int]"]  # of playouts: outcomes, actions, decisions


class RandomGamesError(IbauError):
    """Random games that could not be played."""


def count_games(counts: GameCounts, game: Game, games: int, seed: int, workers: int) -> None:
    """Play random games from the start, add them to `counts`, and show the progress."""
    workers = max(1, min(workers, -(-games // LARGEST_BATCH)))
    with (
        show_progress("Playing", games) as show,
        WorkerPool(process_executor(workers), workers, SharedTool(game), RandomGamesError(WORKER_DIED)) as pool,
    ):
        for numbers in pool.map(partial(play_batch, seed=seed), batch_sizes(games)):
            counts.add(Playouts(game.system, *numbers))
            show("Playing", counts.games)


def batch_sizes(games: int) -> Iterator[tuple[int, int]]:
    """The number and size of each batch in which `games` games are played."""
    return ((n, min(LARGEST_BATCH, games - n * LARGEST_BATCH)) for n in range(-(-games // LARGEST_BATCH)))


def play_batch(game: Game, piece: tuple[int, int], seed: int) -> Numbers:
    """Play the n-th batch, of this many games; the result depends on n and the seed alone."""
    n, games = piece
    played, _ = playouts_on(game.initial(), games, seed_state(seed, n))
    return played.outcomes, played.actions, played.decisions


UNFINISHED = "unfinished"


def show_figures(out: Console, game: Game, seed: int, summary: Summary) -> None:
    """Print tables of winners, kinds of ends and lengths of games."""
    print_block(out, Text(f"{game.ruleset}: {summary.games} random games, seed {seed}"))
    seats, heads = game.system.seats, ("games", "share", "95 % interval")
    names: dict[str, str] = dict(zip((*WINNERS, GIVEN_UP), (*seats, "draw", UNFINISHED), strict=True))
    show_table(out, ("result", *heads), _shares(summary.results, summary.games, names))
    show_table(out, ("end", *heads), _shares(summary.kinds, summary.games, {GIVEN_UP: UNFINISHED}))
    lengths = {"actions": summary.actions, "decisions": summary.decisions}
    quantiles = ["median" if q == 0.5 else percent(q, 0) for q in QUANTILES]
    show_table(out, ("a game", "mean", *quantiles), [_length(name, length) for name, length in lengths.items()])


def show_table(out: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table of figures."""
    table = Table(*columns, box=None, header_style="dim", pad_edge=False)
    for column in table.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for row in rows:
        table.add_row(*row)
    out.print()
    print_table(out, table)


def _shares(shares: Iterable[Share], games: int, names: Mapping[str, str]) -> list[Sequence[str]]:
    return [
        (
            names.get(share.name, share.name),
            str(share.games),
            percent(share.games / games, 2),
            interval_text((share.low, share.high), 2),
        )
        for share in shares
    ]


def _length(name: str, length: Length) -> Sequence[str]:
    return name, f"{length.mean:.1f}", *(f"{n:g}" for n in length.quantiles)


def show_perft(state: State, depth: int, *, as_json: bool = False) -> None:
    """Print the number of paths of each length, as soon as it is known."""
    for length in range(min(depth, 1), depth + 1):
        try:
            paths = count_paths(state, length)
        except KeyboardInterrupt:
            click.echo(f"Stopped while counting the paths of length {length}.", err=True)
            raise
        if as_json:
            print_json({"depth": length, "paths": paths})
        else:
            click.echo(f"{length} {paths}")
