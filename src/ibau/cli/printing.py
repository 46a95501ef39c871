"""`ibau print`: a game on paper."""

from pathlib import Path

import click

from ibau.cli.needing import needs
from ibau.cli.types import Number, PathType, UrlType, examples, language_option, ruleset_argument
from ibau.core.game import Game


@click.command(
    "print",
    epilog=examples(
        "ibau print senet-race -o kit.pdf",
        "ibau print seega+chain=none --lang de --paper Letter --width 20 -o seega.pdf",
    ),
)
@ruleset_argument
@click.option(
    "-o",
    "--out",
    type=PathType(),
    help="The file, .pdf; a file of that name is replaced. By default RULESET-LANG.pdf in this folder.",
)
@click.option("--paper", default="A4", show_default=True, help="The paper: A4 or Letter.")
@click.option(
    "--width",
    type=Number(1, 100),
    help="How wide the squares along the longer side of the board are together, in centimetres, without the rim; "
    "by default as the source says, or comfortable.",
)
@click.option("--url", type=UrlType(), default="", help="A server on which the game can be played, for a link to it.")
@language_option
@needs("print")
def print_kit(game: Game, out: Path | None, paper: str, width: float | None, url: str, lang: str) -> None:
    """Print a game to cut out: the board, pieces to fold, throwing sticks, and the rules on two sides."""
    from ibau.terminal.printing import print_game

    print_game(game, out, paper=paper, width=width, url=url, lang=lang)
