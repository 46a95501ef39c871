"""`ibau value` and `ibau tables`: look up exact values, and verify tables."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from ibau.core.errors import TableError
from ibau.core.game import Game, State
from ibau.core.outcome import SECOND
from ibau.core.phrase import N_, Phrase, decimal, percent
from ibau.games import game as game_of
from ibau.language import translator_for
from ibau.tables import verification
from ibau.tables.bounds import error_text, round_up
from ibau.tables.probing import warn
from ibau.tables.table_file import Table
from ibau.tables.tablebase import ExactValue, Tablebase
from ibau.terminal.click_params import IntegerType, PathType, examples, json_option, language_option, ruleset_argument
from ibau.terminal.json_output import print_json

folder_option = click.option(
    "--tables",
    "folder",
    type=PathType(folder=True),
    help="The folder of the tables; by default in your user-data folder.",
)


@click.command(
    epilog=examples(
        "ibau value senet-race '3D23LLD first - - 0'",
        "ibau value seega '5/1L3/2D2/3L1/D4 first 24 - - 0 40 -'",
        "ibau value senet-race '3D23LLD first - - 0' --json",
    )
)
@ruleset_argument
@click.argument("position")
@folder_option
@json_option
@language_option
def value(game: Game, position: str, folder: Path | None, lang: str, *, as_json: bool) -> None:
    """Look up the exact value of a position, and of each move, in the tables.

    POSITION is a position text, as `ibau show` prints it.
    """
    show_value(game, position, folder, lang, as_json=as_json)


@click.group(epilog=examples("ibau tables check 2v2.table"))
def tables() -> None:
    """Manage tables of exact values."""


@tables.command(epilog=examples("ibau tables check 2v2.table"))
@click.argument("file", type=PathType(exists=True))
@click.option(
    "--positions", type=IntegerType(1), default=1000, show_default=True, help="How many positions to recalculate."
)
@json_option
def check(file: Path, positions: int, *, as_json: bool) -> None:
    """Verify the checksum of a FILE, and recalculate randomly chosen positions by the plain rules.

    The tables that these positions lead to must be in the same folder.
    """
    held = Table(file)
    tablebase = Tablebase(game_of(held.header.ruleset), [file.parent], warn)
    wrong = list(verification.check_values(tablebase, held, positions))
    if as_json:
        print_json({"file": str(file), "positions": positions, "wrong": [finding.position for finding in wrong]})
    if wrong:
        raise TableError(
            "{file} is wrong at {count} of {positions} positions, such as {position!r}.",
            file=file,
            count=len(wrong),
            positions=positions,
            position=wrong[0].position,
        )
    if not as_json:
        proven = f"; proven within {decimal(error_text(held.header.error))}" if held.header.error else ""
        click.echo(f"{file} is correct: so are its checksum and {positions} recalculated positions{proven}.")


def show_value(game: Game, position: str, folder: Path | None, lang: str, *, as_json: bool = False) -> None:
    """Print the exact value of a position, and of each action or throw for the player to move."""
    translate, tablebase = translator_for(lang), Tablebase.open(game, folder, on_error=warn)
    state = game.state(position)
    value, actions = tablebase.value(state), tablebase.actions(state)
    if as_json:
        print_json(json_of(state, value, actions, tablebase.best(state)))
        return
    click.echo(" ".join(phrase.to_text(translate) for phrase in state.situation))
    click.echo((chances_text if game.system.has_throws else distance_text)(state, value).to_text(translate))
    best = tablebase.best(state)
    for text, after in actions.items():
        click.echo(f"{text:>8} {short_text(state, after, translate)}{' *' if text in best else ''}")


def chances_text(state: State, value: ExactValue) -> Phrase:
    """The value in a game with throws."""
    first, second = map(Phrase, state.game.system.seats)
    values = {
        "first": first,
        "chance": exact_chance(value.chance),
        "second": second,
        "rest": exact_chance(1 - value.chance),
        "error": decimal(error_text(error_of(value))),
    }
    return Phrase(N_("{first} {chance}, {second} {rest}, within {error}"), values)


def distance_text(state: State, value: ExactValue) -> Phrase:
    """The value in a game without throws."""
    if value.plies is None:
        return winner_text(state, value.chance)
    values = {"result": winner_text(state, value.chance), "plies": value.plies}
    if value.lower == value.upper:
        return Phrase(N_("{result}; at most {plies} moves until a capture or the end"), values)
    other = value.upper if value.chance == value.lower else value.lower
    values["other"] = winner_text(state, other)
    return Phrase(N_("{result}, or {other}, depending on the moves before"), values)


def short_text(state: State, value: ExactValue, translate: Callable[[str], str]) -> str:
    """The value after an action in short, for the player to move."""
    if state.game.system.has_throws:
        return exact_chance(chance_of(state, value)).to_text(translate)
    text = winner_text(state, value.chance).to_text(translate)
    sure = "" if value.lower == value.upper else "?"
    return text if value.plies is None else f"{text} ({value.plies}{sure})"


def winner_text(state: State, chance: float) -> Phrase:
    """The result of a game without throws."""
    if chance == 1 / 2:
        return Phrase(N_("draw"))
    first, second = map(Phrase, state.game.system.seats)
    return Phrase(N_("{side} wins"), {"side": first if chance else second})


def exact_chance(chance: float) -> Phrase:
    """A chance as a percentage with two decimals."""
    return decimal(percent(chance, 2))


def error_of(value: ExactValue) -> float:
    """The greatest error of a value, by its bounds."""
    chance, lower, upper = map(Fraction, (value.chance, value.lower, value.upper))
    return round_up(max(upper - chance, chance - lower))


def chance_of(state: State, value: ExactValue) -> float:
    """The chance for the player to move in a state."""
    return 1 - value.chance if state.actor == SECOND else value.chance


def json_of(state: State, value: ExactValue, actions: dict[str, ExactValue], best: list[str]) -> dict[str, Any]:
    """A state's value and those of its actions, as chances of the first player."""
    return {
        "ruleset": str(state.game.ruleset),
        "position": str(state),
        **value._asdict(),
        "actions": [{"action": text, **after._asdict(), "best": text in best} for text, after in actions.items()],
    }
