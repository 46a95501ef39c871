"""`ibau draw`: a board as a picture."""

from pathlib import Path
from typing import Any

import click

from ibau.cli.types import PathType, Whole, examples, language_option, ruleset_argument
from ibau.core.game import Game
from ibau.core.limits import NARROWEST, WIDEST
from ibau.drawing import THEMES


@click.command(
    epilog=examples("ibau draw seega -o seega.png", "ibau draw senet-race --moves 't1 11-12' --theme dark -o race.svg")
)
@ruleset_argument
@click.argument("position", metavar="[POSITION]", required=False)
@click.option("--moves", metavar="TEXT", default="", help="Actions played from there; the way of the last is shown.")
@click.option(
    "-o",
    "--out",
    default="-",
    type=PathType(dash=True),
    help="The file, .svg or .png; a file of that name is replaced. By default SVG goes to standard output.",
)
@click.option("--theme", type=click.Choice(THEMES), default=THEMES[0], show_default=True, help="The colours.")
@click.option("--width", type=Whole(NARROWEST, WIDEST), help="The width in pixels; by default 64 for each square.")
@click.option("--upright", is_flag=True, help="Stand a long board up.")
@click.option("--trays/--no-trays", default=True, help="Show what lies beside the board; on by default.")
@click.option("--coordinates/--no-coordinates", default=True, help="Show the names of the squares; on by default.")
@click.option("--caption", metavar="TEXT", multiple=True, help="A line below the board; may be given several times.")
@click.option("--background", is_flag=True, help="Put the colour of the page behind the board.")
@language_option
def draw(game: Game, position: str | None, moves: str, out: Path, **look: Any) -> None:
    """Draw a board, as the browser shows it.

    POSITION is a position text; without it the start is drawn.
    """
    from ibau.terminal.drawing import draw as draw_game

    draw_game(game, position, moves.split(), out, **look)
