"""`ibau engine`: Ibau as an engine for other programs."""

import sys

import click

from ibau.terminal.click_params import CustomPlayerType, examples
from ibau.terminal.streams import check_open


@click.command(
    epilog=examples(
        "printf 'position startpos\\nquery actions\\n' | ibau engine", "ibau engine --player my_players:Cautious"
    )
)
@click.option(
    "--player",
    type=CustomPlayerType(),
    help="The player to use: a class of ibau.Player; by default the search of the strongest level.",
)
def engine(player: str | None) -> None:
    """Speak the engine protocol on standard input and output.

    This is the Universal Game Interface, extended with throws and lots.
    """
    from ibau.players import player as player_of
    from ibau.ugi import serve as answer
    from ibau.ugi import serve_engine

    check_open("input", "output")
    if player:
        serve_engine(player_of(player))
    else:
        answer(sys.stdin.buffer, sys.stdout.buffer)
