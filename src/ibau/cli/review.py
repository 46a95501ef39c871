"""`ibau review`: a played game, looked back on."""

from pathlib import Path

import click

from ibau.cli.streams import check_open
from ibau.cli.types import Number, PathType, Whole, examples, language_option, threads_option

USUAL_NODES = 20_000


@click.command(
    epilog=examples(
        "ibau review game.txt",
        "ibau review games.jsonl --game 3 --seconds 1 --json",
        "ibau review game.txt --svg course.svg",
    )
)
@click.argument("file", type=PathType(exists=True, dash=True))
@click.option("--game", "number", type=Whole(1), default=1, show_default=True, help="Which game of the file.")
@click.option("--nodes", type=Whole(1), help=f"How long to look at each ply, in positions; {USUAL_NODES} by default.")
@click.option("--seconds", type=Number(0, min_open=True), help="How long to look at each ply, by the clock.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole review as one line of JSON.")
@click.option("--svg", "picture", type=PathType(), help="Draw the course of the game too, into this file (.svg).")
@threads_option
@language_option
def review(  # noqa: PLR0913 - each argument has a name
    file: Path,
    number: int,
    nodes: int | None,
    seconds: float | None,
    picture: Path | None,
    threads: int,
    lang: str,
    *,
    as_json: bool,
) -> None:
    """Look back on a game: mistakes, luck and turning points.

    FILE holds records, or the games of a tournament; - is standard input.
    """
    from ibau.players import Budget
    from ibau.terminal.review import STANDARD_INPUT, show_review

    if picture and picture.suffix.lower() != ".svg":
        raise click.UsageError(f"'{picture}' does not end in .svg, which is what the course of a game is drawn as.")
    if file == STANDARD_INPUT:
        check_open("input")
    usual = USUAL_NODES if nodes is None and seconds is None else nodes
    show_review(file, number, Budget(seconds, usual), lang, threads=threads, as_json=as_json, picture=picture)
