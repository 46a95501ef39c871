"""`ibau puzzles`: puzzles of a game, found in games of the computer."""

from pathlib import Path

import click

from ibau.cli.types import (
    Number,
    PathType,
    Whole,
    examples,
    language_option,
    ruleset_argument,
    seed_option,
    seed_or_chance,
)
from ibau.core.game import Game

USUAL = 10


@click.command(epilog=examples("ibau puzzles seega", "ibau puzzles senet-race --seconds 300 --seed 1 --out race.jsonl"))
@ruleset_argument
@click.option("--count", type=Whole(1), help=f"How many to find; {USUAL} by default, unless there are --seconds.")
@click.option("--seconds", type=Number(0, min_open=True), help="How long to look for them.")
@click.option("--out", "-o", type=PathType(), help="A new file for them; by default they go to standard output.")
@seed_option
@language_option
def puzzles(
    game: Game, count: int | None, seconds: float | None, out: Path | None, seed: int | None, lang: str
) -> None:
    """Find puzzles in games of the computer.

    In each one action is better than every other by a fifth of the chance to win, as a search finds and one ten times
    as long confirms. Each is a line of JSON: position, solution, values, and the weakest level that finds it.
    """
    from ibau.terminal.puzzles import show_puzzles

    if count is None and seconds is None:
        count = USUAL
    show_puzzles(game, count, seconds, seed_or_chance(seed), out, lang)
