"""`ibau value` and `ibau tables`: look up exact values, and verify tables."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from ibau.core.errors import TableError
from ibau.core.game import Game, State
from ibau.core.outcome import SECOND
from ibau.core.phrase import percent
from ibau.games import game as game_of
from ibau.tables import verification
from ibau.tables.bounds import error_text, round_up
from ibau.tables.probing import warn
from ibau.tables.table_file import Table
from ibau.tables.tablebase import ExactValue, Tablebase
from ibau.terminal.click_params import IntegerType, PathType, examples, json_option, ruleset_argument
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
def value(game: Game, position: str, folder: Path | None, *, as_json: bool) -> None:
    """Look up the exact value of a position, and of each move, in the tables.

    POSITION is a position text, as `ibau show` prints it.
    """
    tablebase, state = Tablebase.open(game, folder, on_error=warn), game.state(position)
    here, actions, best = tablebase.value(state), tablebase.actions(state), tablebase.best(state)
    if as_json:
        print_json(json_of(state, here, actions, best))
        return
    click.echo(" ".join(map(str, state.situation)))
    click.echo((chances_text if game.system.has_throws else distance_text)(state, here))
    for text, after in actions.items():
        click.echo(f"{text:>8} {short_text(state, after)}{' *' if text in best else ''}")


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
        proven = f"; proven within {error_text(held.header.error)}" if held.header.error else ""
        click.echo(f"{file} is correct: so are its checksum and {positions} recalculated positions{proven}.")


def chances_text(state: State, value: ExactValue) -> str:
    """The value in a game with throws."""
    first, second = state.game.system.seats
    chance, rest = percent(value.chance, 2), percent(1 - value.chance, 2)
    return f"{first} {chance}, {second} {rest}, within {error_text(error_of(value))}"


def distance_text(state: State, value: ExactValue) -> str:
    """The value in a game without throws."""
    result = winner_text(state, value.chance)
    if value.plies is None:
        return result
    if value.lower == value.upper:
        return f"{result}; at most {value.plies} moves until a capture or the end"
    other = value.upper if value.chance == value.lower else value.lower
    return f"{result}, or {winner_text(state, other)}, depending on the moves before"


def short_text(state: State, value: ExactValue) -> str:
    """The value after an action in short, for the player to move."""
    if state.game.system.has_throws:
        return percent(chance_of(state, value), 2)
    text, sure = winner_text(state, value.chance), "" if value.lower == value.upper else "?"
    return text if value.plies is None else f"{text} ({value.plies}{sure})"


def winner_text(state: State, chance: float) -> str:
    """The result of a game without throws."""
    first, second = state.game.system.seats
    return "draw" if chance == 1 / 2 else f"{first if chance else second} wins"


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
