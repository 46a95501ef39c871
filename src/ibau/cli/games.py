"""`ibau games` and `ibau rules`: what there is to play."""

import click

from ibau.cli.types import RulesetType, examples, json_option, language_option, ruleset_argument
from ibau.core.game import Game


@click.command(epilog=examples("ibau games", "ibau games seega --lang fr"))
@click.argument("game", metavar="[RULESET]", type=RulesetType(), required=False)
@json_option
@language_option
def games(game: Game | None, lang: str, *, as_json: bool) -> None:
    """List the games and their presets, or the options of one RULESET."""
    from ibau.terminal.listing import list_games, list_options, print_facts

    if as_json:
        print_facts(game, lang)
    elif game:
        list_options(game, lang)
    else:
        list_games(lang)


@click.command(epilog=examples("ibau rules senet-race", "ibau rules seega-lenient --lang de"))
@ruleset_argument
@language_option
def rules(game: Game, lang: str) -> None:
    """Show the rules of a game, for people."""
    from ibau.terminal import console
    from ibau.terminal.pages import show_rules

    show_rules(console(), str(game.ruleset), lang)
