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
@click.option("--lesson", is_flag=True, help="Learn the game instead, step by step.")
@click.option(
    "--puzzle",
    type=Whole(1),
    is_flag=False,
    flag_value=1,
    metavar="[N]",
    help="Solve the puzzles of the game instead, from number N on; the first are the easiest.",
)
@threads_option
@seed_option
@language_option
def play(  # noqa: PLR0913 - each wish has a name
    game: Game,
    *,
    opponent: str,
    seat: str,
    games: int,
    lesson: bool,
    puzzle: int | None,
    threads: int,
    seed: int | None,
    lang: str,
) -> None:
    """Play in the terminal; `help` lists what can be typed there."""
    check_open("input", "output")
    if lesson and puzzle:
        raise click.UsageError("--lesson and --puzzle are two things; choose one.")
    if lesson:
        from ibau.terminal.lesson import give_lesson

        give_lesson(game, lang)
    elif puzzle:
        from ibau.terminal.solving import solve_puzzles

        solve_puzzles(game, puzzle, lang)
    else:
        play_games(game, opponent, seat, games, threads, seed_or_chance(seed), lang)


def play_games(game: Game, opponent: str, seat: str, games: int, threads: int, seed: int, lang: str) -> None:
    """Play a match.  Raises BadParameter for an opponent that the game does not offer."""
    from ibau.players import offered_level
    from ibau.terminal.play import play as play_game

    try:
        if opponent != PERSON:
            offered_level(game.system, opponent)
    except IbauError as error:
        raise click.BadParameter(str(error), param_hint="'--opponent'") from error
    play_game(game, opponent, seat, games, seed, lang, threads=threads)
