"""`ibau show`: show a position as text."""

from typing import Any

import click

from ibau.core.game import Game
from ibau.terminal.click_params import FieldType, PieceType, examples, json_option, language_option, ruleset_argument


@click.command(
    epilog=examples(
        "ibau show seega",
        "ibau show senet-race --moves 't1 11-12'",
        "ibau show seega --put c2=first --put c4=second --field 'Whose turn it is=second'",
    )
)
@ruleset_argument
@click.argument("position", metavar="[POSITION]", required=False)
@click.option("--remove", metavar="SQUARE", multiple=True, help="Clear a square; may be given several times.")
@click.option("--put", type=PieceType(), multiple=True, help="Put a piece on a square; may be given several times.")
@click.option(
    "--field",
    "fields",
    type=FieldType(),
    multiple=True,
    help="Set a field of the position text, such as whose turn it is; an unknown LABEL lists them all.",
)
@click.option("--moves", metavar="TEXT", default="", help="Moves played from there.")
@json_option
@language_option
def show(game: Game, position: str | None, moves: str, lang: str, *, as_json: bool, **changes: Any) -> None:
    """Show a position: the board, what lies next to it, and the legal moves.

    POSITION is a position text; without it the start is shown.
    """
    from ibau.terminal.position_view import show_position

    changes["fields"] = dict(changes["fields"])
    show_position(game, position, moves.split(), changes, lang, as_json=as_json)
