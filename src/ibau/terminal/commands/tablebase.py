"""`ibau value` and `ibau table`: exact values, read and checked."""

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


@click.group(epilog=examples("ibau table check 2v2.table"))
def table() -> None:
    """Manage tables of exact values."""


@table.command(epilog=examples("ibau table check 2v2.table"))
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
    """Print the exact value of a position, and what each action or throw is worth to the player to move."""
    translate, tablebase = translator_for(lang), Tablebase.open(game, folder, complain=warn)
    state = game.state(position)
    value, actions = tablebase.value(state), tablebase.actions(state)
    if as_json:
        print_json(json_of(state, value, actions, tablebase.best(state)))
        return
    click.echo(" ".join(phrase.to_text(translate) for phrase in state.situation))
    click.echo((chances if game.system.has_throws else forced)(state, value).to_text(translate))
    best = tablebase.best(state)
    for text, after in actions.items():
        click.echo(f"{text:>8} {worth(state, after, translate)}{' *' if text in best else ''}")


def chances(state: State, value: ExactValue) -> Phrase:
    """In games with throws."""
    first, second = map(Phrase, state.game.system.seats)
    said = {
        "first": first,
        "chance": exact_chance(value.chance),
        "second": second,
        "rest": exact_chance(1 - value.chance),
        "error": decimal(error_text(error_of(value))),
    }
    return Phrase(N_("{first} {chance}, {second} {rest}, within {error}"), said)


def forced(state: State, value: ExactValue) -> Phrase:
    """In games without."""
    if value.plies is None:
        return result(state, value.chance)
    said = {"result": result(state, value.chance), "plies": value.plies}
    if value.lower == value.upper:
        return Phrase(N_("{result}; at most {plies} moves until a capture or the end"), said)
    other = value.upper if value.chance == value.lower else value.lower
    said["other"] = result(state, other)
    return Phrase(N_("{result}, or {other}, depending on the moves before"), said)


def worth(state: State, value: ExactValue, translate: Callable[[str], str]) -> str:
    """What an action leads to, in short, seen by the player to move."""
    if state.game.system.has_throws:
        return exact_chance(chance_of(state, value)).to_text(translate)
    said = result(state, value.chance).to_text(translate)
    sure = "" if value.lower == value.upper else "?"
    return said if value.plies is None else f"{said} ({value.plies}{sure})"


def result(state: State, chance: float) -> Phrase:
    """A chance that is none."""
    if chance == 1 / 2:
        return Phrase(N_("draw"))
    first, second = map(Phrase, state.game.system.seats)
    return Phrase(N_("{side} wins"), {"side": first if chance else second})


def exact_chance(chance: float) -> Phrase:
    """A chance in hundredths; two digits more are four of the chance."""
    return decimal(percent(chance, 2))


def error_of(value: ExactValue) -> float:
    """Within what it is proved."""
    chance, lower, upper = map(Fraction, (value.chance, value.lower, value.upper))
    return round_up(max(upper - chance, chance - lower))


def chance_of(state: State, value: ExactValue) -> float:
    """A value seen by the player to move in a state."""
    return 1 - value.chance if state.actor == SECOND else value.chance


def json_of(state: State, value: ExactValue, actions: dict[str, ExactValue], best: list[str]) -> dict[str, Any]:
    """The value of a state and of each action, as the chance of the first player."""
    return {
        "ruleset": str(state.game.ruleset),
        "position": str(state),
        **value._asdict(),
        "actions": [{"action": text, **after._asdict(), "best": text in best} for text, after in actions.items()],
    }
