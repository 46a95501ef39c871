"""`ibau warm`: compile ahead."""

import click

from ibau.cli.types import RulesetType, examples, language_option
from ibau.core.game import Game


@click.command(epilog=examples("ibau warm", "ibau warm seega senet-race"))
@click.argument("games", metavar="[RULESET]...", nargs=-1, type=RulesetType())
@language_option
def warm(games: tuple[Game, ...], lang: str) -> None:
    """Compile all that the computer needs for these games, or for all, so that nobody has to wait for it later.

    The code is kept for whoever works on this machine under the same name; run it while a machine or an image is made.
    """
    from ibau.terminal.warming import warm_up

    warm_up(games, lang)
