"""`ibau solve`, `ibau value` and `ibau table check`: exact values."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from ibau.core.errors import NotTabled, TableError, listed
from ibau.core.game import Game, State
from ibau.core.outcome import SECOND
from ibau.core.phrase import N_, Phrase
from ibau.core.tables.checking import check
from ibau.core.tables.files import Table
from ibau.core.tables.tablebase import Exact, Tablebase, essential, tables_folder, tables_of
from ibau.games import game as game_of
from ibau.games import systems
from ibau.language import translator
from ibau.solve.run import Progress, Work
from ibau.solve.solving import solve
from ibau.terminal.plain import print_json
from ibau.terminal.progress import progress_told

PERCENT = 100


class Solving(NamedTuple):
    """What is to be solved."""

    game: Game
    pieces: int | None  # None is as many as are solved within a minute
    memory: int | None
    folder: Path | None
    threads: int
    resume: bool


def check_tabled(game: Game) -> None:
    """Raises NotTabled, with the games that can be solved, unless this one can."""
    if game.system.tables is None:
        known = listed([name for name, system in systems().items() if system.tables is not None])
        raise NotTabled(f"{game.system.id} cannot be solved yet: tables are laid out for {known}.")


def show_solving(wanted: Solving, lang: str, *, as_json: bool = False) -> None:
    """Solve a game and tell where the tables are, and how exact they are.  Raises NotTabled, TableError and OSError."""
    check_tabled(wanted.game)
    translate, game = translator(lang), essential(wanted.game)
    tables, folder = tables_of(game), wanted.folder or tables_folder(game)
    done: list[Progress] = []

    def told(progress: Progress) -> None:
        if progress.phase in ("proved", "found"):
            done.append(progress)
            return
        said = [step_of(progress)]
        if progress.left is not None:
            said.append(Phrase(N_("about {minutes} min to go"), {"minutes": math.ceil(progress.left / 60)}))
        tell("; ".join(phrase.said(translate) for phrase in said), None)

    doing = Phrase(N_("Solving {ruleset}"), {"ruleset": str(game.ruleset)}).said(translate)
    with progress_told(doing, None, translate) as tell:
        work = Work(game, wanted.pieces or tables.few_men, folder, wanted.threads, wanted.memory, resume=wanted.resume)
        try:
            files = solve(work, told)
        except KeyboardInterrupt:
            click.echo(Phrase(N_("Stopped; --resume goes on from here.")).said(translate), err=True)
            raise
    error, longest = max(progress.change for progress in done), max(progress.sweep for progress in done)
    if as_json:
        headers = [(file, Table(file).header) for file in files]
        keys = ("error",) if game.system.has_throws else ("longest",)
        every = [
            {"file": str(file), "layer": file.stem} | {k: getattr(header, k) for k in keys} for file, header in headers
        ]
        print_json({"ruleset": str(game.ruleset), "tables": every})
        return
    values = {"error": percent(error, 3), "longest": longest, "count": len(files), "folder": str(folder)}
    click.echo(Phrase(SOLVED if game.system.has_throws else DECIDED, values).said(translate))


def step_of(progress: Progress) -> Phrase:
    """What a step of a group did."""
    return Phrase(
        STEPS[progress.phase],
        {
            "layers": ", ".join(map(str, progress.group)),
            "positions": progress.positions,
            "sweep": progress.sweep,
            "share": percent(progress.sweep / PERCENT, 0),
            "change": f"{progress.change:.1e}",
            "count": int(progress.change),
        },
    )


STEPS = {
    "turns": N_("{layers}: {positions} positions, {share} of their turns played out"),
    "values": N_("{layers}: {positions} positions, sweep {sweep}, changes up to {change}"),
    "bounds": N_("{layers}: {positions} positions, proof, sweep {sweep}, changes up to {change}"),
    "levels": N_("{layers}: {positions} positions, {count} decided at a distance of {sweep}"),
}
SOLVED = N_("Tables in {folder}: {count}. Every chance is proved within {error}.")
DECIDED = N_("Tables in {folder}: {count}. Every value is exact, the longest distance {longest} plies.")


# --- Reading ---------------------------------------------------------------------------------------------------------


def show_value(game: Game, position: str, folder: Path | None, lang: str, *, as_json: bool = False) -> None:
    """Print the exact value of a position, and what each action or throw is worth to whoever has the turn."""
    translate, state = translator(lang), game.state(position)
    tablebase = Tablebase.at_hand(game, folder)
    value, actions = tablebase.value(state), tablebase.actions(state)
    if as_json:
        print_json(json_of(state, value, actions, tablebase.best(state)))
        return
    click.echo((chances if game.system.has_throws else forced)(state, value).said(translate))
    best = tablebase.best(state)
    for text, after in actions.items():
        click.echo(f"{text:>8} {worth(state, after, translate)}{' *' if text in best else ''}")


def chances(state: State, value: Exact) -> Phrase:
    """In games with throws."""
    first, second = map(Phrase, state.game.system.seats)
    said = {
        "first": first,
        "chance": percent(value.chance),
        "second": second,
        "rest": percent(1 - value.chance),
        "error": percent(error_of(value), 3),
    }
    return Phrase(N_("{first} {chance}, {second} {rest}, within {error}"), said)


def forced(state: State, value: Exact) -> Phrase:
    """In games without."""
    if value.plies is None:
        return result(state, value.chance)
    said = {"result": result(state, value.chance), "plies": value.plies}
    if value.lower == value.upper:
        return Phrase(N_("{result}; at most {plies} plies until something cannot be undone"), said)
    other = value.upper if value.chance == value.lower else value.lower
    said["other"] = result(state, other)
    return Phrase(N_("{result}, or {other}: what has been played before decides"), said)


def worth(state: State, value: Exact, translate: Callable[[str], str]) -> str:
    """What an action leads to, in short, seen by whoever has the turn."""
    if state.game.system.has_throws:
        return percent(chance_of(state, value))
    said = result(state, value.chance).said(translate)
    sure = "" if value.lower == value.upper else "?"
    return said if value.plies is None else f"{said} ({value.plies}{sure})"


def result(state: State, chance: float) -> Phrase:
    """A chance that is none."""
    if chance == 1 / 2:
        return Phrase(N_("draw"))
    first, second = map(Phrase, state.game.system.seats)
    return Phrase(N_("{side} wins"), {"side": first if chance else second})


def percent(chance: float, digits: int = 2) -> str:
    """A chance in hundredths; two digits more are four of the chance."""
    return f"{PERCENT * chance:.{digits}f} %"


def error_of(value: Exact) -> float:
    """Within what it is proved."""
    return max(value.upper - value.chance, value.chance - value.lower)


def chance_of(state: State, value: Exact) -> float:
    """A value seen by whoever has the turn in a state."""
    return 1 - value.chance if state.actor == SECOND else value.chance


def json_of(state: State, value: Exact, actions: dict[str, Exact], best: list[str]) -> dict[str, Any]:
    """The value of a state and of each action, as the chance of the first player."""
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
        click.echo(Phrase(RIGHT if table.header.error else RIGHT_EXACTLY, values).said(translator(lang)))


RIGHT = N_("{file} is right: its checksum, and {count} positions worked out anew; proved within {error}.")
RIGHT_EXACTLY = N_("{file} is right: its checksum, and {count} positions worked out anew.")
