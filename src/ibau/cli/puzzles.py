"""`ibau puzzles`: puzzles of a game, found in games of the computer."""

from pathlib import Path
from typing import TypedDict, Unpack

import click

from ibau.cli.types import (
    Number,
    PathType,
    Whole,
    examples,
    language_option,
    ruleset_argument,
    seed_option,
    workers,
)
from ibau.core.game import Game

USUAL = 10


class Options(TypedDict):
    """Which puzzles are looked for, and how."""

    game: Game
    count: int | None
    seconds: float | None
    seed: int | None
    workers: int


@click.command(
    epilog=examples("ibau puzzles seega", "ibau puzzles senet-race --seconds 300 --seed 1 --workers 2 --out race.jsonl")
)
@ruleset_argument
@click.option("--count", type=Whole(1), help="How many to find; 10 by default, unless there are --seconds.")
@click.option("--seconds", type=Number(0, min_open=True), help="How long to look for them.")
@click.option(
    "--out",
    "-o",
    type=PathType(),
    help="Keep them in this file; go on where it stopped. By default they go to standard output.",
)
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes look for them.")
@seed_option
@language_option
def puzzles(out: Path | None, lang: str, **options: Unpack[Options]) -> None:
    """Find puzzles in games of the computer.

    In each one action is better than every other, mostly by a fifth of the chance to win, as a search finds and one ten
    times as long confirms. Each is a line of JSON: position, solution, values, the weakest level that finds it, and
    where it was found. Ctrl-C keeps what has been found.
    """
    from ibau.terminal.puzzles import Hunt, show_puzzles

    if options["count"] is None and options["seconds"] is None:
        options["count"] = USUAL
    show_puzzles(Hunt(**options), out, lang)
