"""`ibau draw`: draw a board as a picture."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ibau.core.board import Travel
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.limits import NARROWEST, WIDEST
from ibau.paper import svg
from ibau.paper.drawing import THEMES
from ibau.paper.drawing.picture import check_suffix
from ibau.terminal.click_params import IntegerType, PathType, examples, language_option, ruleset_argument
from ibau.terminal.help import translated as _


@click.command(
    epilog=examples("ibau draw seega -o seega.png", "ibau draw senet-race --moves 't1 11-12' --theme dark -o race.svg")
)
@ruleset_argument
@click.argument("position", metavar="[POSITION]", required=False)
@click.option("--moves", metavar="TEXT", default="", help="Moves played from there; the path of the last one is shown.")
@click.option(
    "-o",
    "--out",
    default="-",
    type=PathType(dash=True),
    help="The file, .svg or .png; a file of that name is replaced. By default SVG goes to standard output.",
)
@click.option("--theme", type=click.Choice(THEMES), default=THEMES[0], show_default=True, help="The colours.")
@click.option(
    "--width", type=IntegerType(NARROWEST, WIDEST), help="The width in pixels; by default 64 for each square."
)
@click.option("--upright", is_flag=True, help="Show a long board upright.")
@click.option("--trays/--no-trays", default=True, help="Show what lies next to the board; on by default.")
@click.option("--coordinates/--no-coordinates", default=True, help="Show the names of the squares; on by default.")
@click.option("--caption", metavar="TEXT", multiple=True, help="A line below the board; may be given several times.")
@click.option("--background", is_flag=True, help="Fill the background with the colour of the page.")
@language_option
def draw(game: Game, position: str | None, moves: str, out: Path, **look: Any) -> None:
    """Draw a board, as the browser shows it.

    POSITION is a position text; without it the start is drawn.
    """
    draw_game(game, position, moves.split(), out, **look)


STANDARD_OUTPUT = Path("-")


def draw_game(game: Game, position: str | None, moves: Iterable[str], out: Path, **look: Any) -> None:
    """Draw the position after some moves, into a file or to standard output."""
    try:
        if out != STANDARD_OUTPUT:
            check_suffix(out)
        state, last = play_moves(game.initial() if position is None else game.state(position), moves)
        picture = svg.board(state, last, **look)
    except IbauError as error:
        raise click.UsageError(error.to_text(_)) from error
    if out == STANDARD_OUTPUT:
        click.echo(picture)
    else:
        picture.save(out)


def play_moves(state: State, moves: Iterable[str]) -> tuple[State, tuple[Travel, ...]]:
    """The state after some moves, and what moved last.  Raises IllegalActionError."""
    last: tuple[Travel, ...] = ()
    for move in moves:
        action = state.action(move)
        last = state.travels(action) or last
        state = state.after(action)
    return state, last
