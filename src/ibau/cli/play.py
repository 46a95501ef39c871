"""`ibau play`: a game, or a match, in the terminal."""

import click

from ibau.cli.streams import check_open
from ibau.cli.types import (
    PERSON,
    OpponentType,
    Whole,
    examples,
    language_option,
    ruleset_argument,
    seed_option,
    seed_or_chance,
    threads_option,
)
from ibau.core.errors import IbauError
from ibau.core.game import Game

SEATS = ("first", "second", "lot")


@click.command(epilog=examples("ibau play seega", "ibau play senet-race --opponent level5 --games 3"))
@ruleset_argument
@click.option(
    "--opponent",
    type=OpponentType(),
    default="level1",
    show_default=True,
    help="Who plays with you: a level of the computer, level1 to level8 or just its number, or person.",
)
@click.option("--seat", type=click.Choice(SEATS), default="first", show_default=True, help="Your side.")
@click.option("--games", type=Whole(1), default=1, show_default=True, help="Play a match of so many games.")
@threads_option
@seed_option
@language_option
def play(game: Game, opponent: str, seat: str, games: int, threads: int, seed: int | None, lang: str) -> None:
    """Play in the terminal; `help` lists what can be typed there."""
    from ibau.players import offered_level
    from ibau.terminal.play import play as play_game

    check_open("input", "output")
    try:
        if opponent != PERSON:
            offered_level(game.system, opponent)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--opponent'") from error
    play_game(game, opponent, seat, games, seed_or_chance(seed), lang, threads=threads)
