"""`ibau play`: play a game or a match in the terminal."""

from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from ibau.core.chance import below, seed_state
from ibau.core.completion_rates import too_few_ended
from ibau.core.errors import RecordError
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_
from ibau.core.record import BY_COMPUTER, Record
from ibau.language import translator_for
from ibau.machine.rule import numba_is_installed
from ibau.players import LEVELS, Budget, player
from ibau.terminal import console
from ibau.terminal.click_params import (
    PERSON,
    IntegerType,
    NumberType,
    OpponentType,
    PathType,
    RulesetType,
    examples,
    language_option,
    seed_option,
    seed_or_random,
    threads_for,
    threads_option,
)
from ibau.terminal.commands.review import nth_record
from ibau.terminal.game_screen import GameScreen
from ibau.terminal.game_session import GameSession
from ibau.terminal.help import translated as _
from ibau.terminal.lesson_session import give_lesson
from ibau.terminal.puzzle_session import solve_puzzles
from ibau.terminal.series import DEFAULT_THINKING, Series, ThinkingSettings
from ibau.terminal.streams import check_open

SEAT_LOT = 1  # the stream of random numbers for the seat; stream 0 is for throws
SITTING = ("first", "second", "lot")


class MatchTerms(NamedTuple):
    """The terms of a match; `seat` is first, second or lot."""

    opponent: str  # a level, the class of a custom player, or "person"
    seat: str
    games: int = 1
    thinking: ThinkingSettings = DEFAULT_THINKING
    explains: bool = False


@click.command(
    epilog=examples("ibau play seega", "ibau play senet-race --opponent level5 --games 3", "ibau play --load game.txt")
)
@click.argument("game", metavar="[RULESET]", type=RulesetType(), required=False)
@click.option(
    "--load",
    type=PathType(exists=True),
    help="Continue a game from a file of records, against the same level as before.",
)
@click.option("--number", type=IntegerType(1), default=1, show_default=True, help="Which game in that file.")
@click.option(
    "--opponent",
    type=OpponentType(),
    default="level1",
    show_default=True,
    help="Your opponent: a level of the computer (level1 to level8, or just the number), person, or MODULE:CLASS.",
)
@click.option("--seat", type=click.Choice(SITTING), default="first", show_default=True, help="Your side.")
@click.option("--games", type=IntegerType(1), default=1, show_default=True, help="How many games to play, as a match.")
@click.option("--explain", is_flag=True, help="Have every move explained in a sentence, yours and the computer's.")
@click.option("--lesson", is_flag=True, help="Learn the game instead, step by step.")
@click.option(
    "--puzzle",
    type=IntegerType(1),
    is_flag=False,
    flag_value=1,
    metavar="[N]",
    help="Solve the puzzles of the game instead, from number N on; the first are the easiest.",
)
@click.option(
    "--time",
    "seconds",
    type=NumberType(0, min_open=True),
    metavar="SECONDS",
    help="How long the computer thinks about each move, whatever its level. In games without throws, levels that "
    "overlook nothing then think on your time too.",
)
@threads_option
@seed_option
@language_option
def play(  # noqa: PLR0913 - each argument has a name
    game: Game | None,
    *,
    load: Path | None,
    number: int,
    opponent: str,
    seat: str,
    games: int,
    explain: bool,
    lesson: bool,
    puzzle: int | None,
    seconds: float | None,
    threads: int | None,
    seed: int | None,
    lang: str,
) -> None:
    """Play in the terminal; `help` lists what you can type there."""
    check_open("input", "output")
    if sum(map(bool, (lesson, puzzle, load))) > 1:
        raise click.UsageError(_("--lesson, --puzzle and --load exclude each other; choose one."))
    shared = seconds if numba_is_installed() else None  # kernels cannot share the table of a search
    thinking = ThinkingSettings(threads_for(threads, shared), Budget(seconds) if seconds else None)
    terms = MatchTerms(opponent, seat, games, thinking, explain)
    if load:
        continue_game(game, load, number, terms, seed_or_random(seed), lang)
        return
    if not game:
        raise click.UsageError(_("Name a RULESET, such as seega, or with --load FILE a game to go on with."))
    if lesson:
        give_lesson(game, lang)
    elif puzzle:
        solve_puzzles(game, puzzle, lang)
    else:
        play_games(game, terms, seed_or_random(seed), lang)


def continue_game(game: Game | None, file: Path, number: int, terms: MatchTerms, seed: int, lang: str) -> None:
    """Continue the game of a record, with its opponent and seats unless options set others."""
    record = load_game(file, number, lang)
    if game and game != record.game:
        raise click.UsageError(
            _("{file} holds a game of {ruleset}; leave {named} out.").format(
                file=file, ruleset=record.game.ruleset, named=game.ruleset
            )
        )
    if known := seating_in(record):
        source = click.get_current_context().get_parameter_source
        pairs = zip(("opponent", "seat"), known, strict=True)
        defaults: dict[str, Any] = {name: value for name, value in pairs if is_default(source(name))}
        terms = terms._replace(**defaults)
    play_games(record.game, terms, seed, lang, Line.replay(record))


def is_default(source: ParameterSource | None) -> bool:
    """Was the option left at its default?"""
    return source in (None, ParameterSource.DEFAULT)


def play_games(game: Game, terms: MatchTerms, seed: int, lang: str, begun: Line | None = None) -> None:
    """Play a match, whose first game continues with the line `begun`.

    Raises BadParameter for an opponent that does not play the game.
    """
    if terms.opponent != PERSON and not (computer := player(terms.opponent)).plays(game):
        raise click.BadParameter(computer.refusal(game).to_text(_), param_hint="'--opponent'")
    if too_few := too_few_ended(game):
        click.echo(too_few.message.to_text(translator_for(lang)))
    mine = below(seed_state(seed, SEAT_LOT), 2) if terms.seat == "lot" else SEATS.index(terms.seat)
    series = Series(game, terms.opponent, mine, seed, terms.games, thinking=terms.thinking, begun=begun)
    play_match(series, lang, explains=terms.explains)


def load_game(file: Path, number: int, lang: str) -> Record:
    """A game to continue.  Raises RecordError if it cannot be read, or was ended by its players."""
    record = nth_record(file, number, translator_for(lang))
    if record.player_end:
        raise RecordError(
            N_("game {number} of {file} cannot go on: it was {kind}"),
            number=number,
            file=file,
            kind=record.player_end.kind,
        )
    return record


def seating_in(record: Record) -> tuple[str, str] | None:
    """The opponent and the person's seat, from the tags of a game against a level of the computer."""
    for seat, other in (("First", "Second"), ("Second", "First")):
        computer = record.tags.get(other, "").removeprefix(BY_COMPUTER)
        if record.tags.get(seat) == PERSON and computer in {level.id for level in LEVELS}:
            return computer, seat.lower()
    return None


def play_match(series: Series, lang: str, *, explains: bool = False) -> None:
    """Play until the players leave."""
    out, translate = console(), translator_for(lang)
    going_on = True
    while going_on:
        session = GameSession(
            series, GameScreen(out, translate, series.seat_labels(), series.bottom_seat, explains=explains), lang
        )
        going_on = session.run()
