"""`ibau perft` and `ibau playouts`: what the rules amount to, in figures."""

from pathlib import Path

import click

from ibau.cli.types import (
    PathType,
    Whole,
    examples,
    json_option,
    language_option,
    ruleset_argument,
    seed_option,
    workers,
)
from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.limits import DEEPEST_PERFT


@click.command(
    epilog=examples("ibau perft seega 5", "ibau perft senet-race 4 --position 'LDLDLDLDL1D19 second - fresh 0'")
)
@ruleset_argument
@click.argument("depth", type=Whole(0, DEEPEST_PERFT))
@click.option("--position", metavar="TEXT", help="Count from this position text instead of from the start.")
@json_option
@language_option
def perft(game: Game, depth: int, position: str | None, lang: str, *, as_json: bool) -> None:
    """Count the action paths of each length up to DEPTH."""
    from ibau.terminal.figures import show_perft

    try:
        state = game.initial() if position is None else game.state(position)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--position'") from error
    show_perft(state, depth, lang, as_json=as_json)


@click.command(
    epilog=examples("ibau playouts seega -n 100000", "ibau playouts senet-race+max_turns=60 -n 1000 --seed 7")
)
@ruleset_argument
@click.option("-n", "--games", "count", type=Whole(1), default=10_000, show_default=True, help="How many games.")
@click.option("--out", type=PathType(), help="Keep what has been counted in this file; go on where it stopped.")
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes play.")
@seed_option
@json_option
@language_option
def playouts(
    game: Game, count: int, out: Path | None, workers: int, seed: int | None, lang: str, *, as_json: bool
) -> None:
    """Play random games and tell how they end.

    Who wins, in which way, and how long the games are. Ctrl-C shows the figures so far.
    """
    from ibau.terminal.figures import Counting, show_playouts

    show_playouts(Counting(game, count, seed, workers, out), lang, as_json=as_json)
