"""`ibau solve`, `ibau value` and `ibau table check`: exact values."""

import math
from pathlib import Path
from typing import Any, NamedTuple

import click

from ibau.core.errors import TableError
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.tables.checking import check
from ibau.core.tables.files import Table
from ibau.core.tables.tablebase import Exact, Tablebase, essential, tables_folder
from ibau.games import game as game_of
from ibau.language import translator
from ibau.solve.solving import Progress, Work, solve
from ibau.terminal.plain import print_json
from ibau.terminal.progress import preparation_told, progress_told

PERCENT = 100


class Wish(NamedTuple):
    """What is to be solved."""

    game: Game
    pieces: int
    memory: int | None
    folder: Path | None
    threads: int
    resume: bool


def show_solving(wish: Wish, lang: str, *, as_json: bool = False) -> None:
    """Solve a game and tell where the tables are, and within what their values are proved."""
    translate, game = translator(lang), essential(wish.game)
    folder = wish.folder or tables_folder(wish.game)
    proved: dict[str, float] = {}

    def told(progress: Progress) -> None:
        layers = ", ".join(map(str, progress.group))
        if progress.phase in ("proved", "found"):
            proved.update({str(layer): progress.change for layer in progress.group})
            return
        sentence = BOUNDS if progress.phase == "bounds" else VALUES
        change = f"{progress.change:.1e}"
        values = {"layers": layers, "positions": progress.positions, "sweep": progress.sweep, "change": change}
        said = [Phrase(sentence, values)]
        if progress.left is not None:
            said.append(Phrase(N_("about {minutes} min to go"), {"minutes": math.ceil(progress.left / 60)}))
        tell("; ".join(phrase.said(translate) for phrase in said), None)

    doing = Phrase(N_("Solving {ruleset}"), {"ruleset": str(game.ruleset)}).said(translate)
    with progress_told(doing, None, translate) as tell, preparation_told(tell, translate):
        work = Work(game, wish.pieces, folder, wish.threads, wish.memory, resume=wish.resume)
        try:
            files = solve(work, told)
        except KeyboardInterrupt:
            click.echo(Phrase(N_("Stopped; --resume goes on from here.")).said(translate), err=True)
            raise
    if as_json:
        tables = [{"file": str(file), "layer": file.stem, "error": proved[file.stem]} for file in files]
        print_json({"ruleset": str(game.ruleset), "tables": tables})
        return
    worst = {"error": percent(max(proved.values()), 3), "count": len(files), "folder": str(folder)}
    click.echo(Phrase(SOLVED, worst).said(translate))


VALUES = N_("{layers}: {positions} positions, sweep {sweep}, changes up to {change}")
BOUNDS = N_("{layers}: {positions} positions, proof, sweep {sweep}, changes up to {change}")
SOLVED = N_("Tables in {folder}: {count}. Every chance is proved within {error}.")


# --- Reading ---------------------------------------------------------------------------------------------------------


def show_value(game: Game, position: str, folder: Path | None, lang: str, *, as_json: bool = False) -> None:
    """Print the exact value of a position, and what each action or throw is worth to whoever has the turn."""
    translate, state = translator(lang), game.state(position)
    tablebase = Tablebase.at_hand(game, folder)
    value, actions = tablebase.value(state), tablebase.actions(state)
    if as_json:
        print_json(json_of(state, value, actions))
        return
    seats = [translate(seat) for seat in game.system.seats]
    names = {"first": seats[0], "second": seats[1]}
    shown = {"chance": percent(value.chance), "rest": percent(1 - value.chance), "error": percent(error_of(value), 3)}
    click.echo(Phrase(N_("{first} {chance}, {second} {rest}, within {error}"), names | shown).said(translate))
    best = best_of(state, actions)
    for text, after in actions.items():
        click.echo(f"{text:>8} {percent(chance_of(state, after))}{' *' if text in best else ''}")


def percent(chance: float, digits: int = 2) -> str:
    """A chance in hundredths; two digits more are four of the chance."""
    return f"{PERCENT * chance:.{digits}f} %"


def error_of(value: Exact) -> float:
    """Within what it is proved."""
    return max(value.upper - value.chance, value.chance - value.lower)


def chance_of(state: State, value: Exact) -> float:
    """A value seen by whoever has the turn in a state."""
    return 1 - value.chance if state.actor == SECOND else value.chance


def best_of(state: State, actions: dict[str, Exact]) -> list[str]:
    """The actions that no other surpasses; none of chance's."""
    if state.turn == CHANCE or not actions:
        return []
    most = max(chance_of(state, value) for value in actions.values())
    return [text for text, value in actions.items() if chance_of(state, value) == most]


def json_of(state: State, value: Exact, actions: dict[str, Exact]) -> dict[str, Any]:
    """The value of a state and of each action, as the chance of the first player."""
    best = best_of(state, actions)
    return {
        "ruleset": str(state.game.ruleset),
        "position": str(state),
        **value._asdict(),
        "actions": [{"action": text, **after._asdict(), "best": text in best} for text, after in actions.items()],
    }


# --- Checking --------------------------------------------------------------------------------------------------------


def show_check(file: Path, positions: int, lang: str, *, as_json: bool = False) -> None:
    """Check a table, and say what is wrong.  Raises TableError where anything is."""
    table = Table(file)
    tablebase = Tablebase(game_of(table.header.ruleset), [file.parent])
    wrong = list(check(tablebase, table, positions))
    if as_json:
        print_json({"file": str(file), "positions": positions, "wrong": [finding.position for finding in wrong]})
    if wrong:
        raise TableError(f"{file} is wrong at {len(wrong)} of {positions} positions, such as {wrong[0].position!r}.")
    if not as_json:
        values = {"file": str(file), "count": positions, "error": percent(table.header.error, 3)}
        click.echo(Phrase(RIGHT, values).said(translator(lang)))


RIGHT = N_("{file} is right: its checksum, and {count} positions worked out anew; proved within {error}.")
