"""`ibau solve`, `ibau value` and `ibau table`: exact values, worked out, read and checked."""

import re
from pathlib import Path
from typing import Any

import click

from ibau.cli.needing import needs
from ibau.cli.types import Context, Parameter, PathType, Whole, examples, json_option, language_option, ruleset_argument
from ibau.core.game import Game
from ibau.core.limits import MOST_THREADS

UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


class BytesType(click.ParamType[int]):
    """An amount of memory such as `8G`."""

    name = "bytes"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", str(value).upper())
        if not found:
            self.fail(f"{value!r} is no amount of memory; write it like 8G or 500M.", param, ctx)
        return int(float(found[1]) * UNITS.get(found[2], 1))


folder_option = click.option(
    "--tables", "folder", type=PathType(folder=True), help="The folder of the tables; by default one of the user's own."
)


@click.command(
    epilog=examples(
        "ibau solve senet-race --pieces 2", "ibau solve senet-race --pieces 3 --threads 2", "ibau solve seega"
    )
)
@ruleset_argument
@click.option(
    "--pieces",
    type=Whole(1),
    help="How many pieces there are at most: of a side in Senet, of both together elsewhere; by default as many "
    "as take no longer than a minute.",
)
@click.option(
    "--memory", type=BytesType(), help="How much memory it may take, such as 8G; what needs more lies in files."
)
@click.option(
    "--threads",
    type=Whole(1, MOST_THREADS),
    default=2,
    show_default=True,
    help="How many threads are at work; the tables are the same with any number.",
)
@click.option("--resume", is_flag=True, help="Go on with a run that was stopped, by the same command.")
@folder_option
@json_option
@language_option
@needs("lab")
def solve(game: Game, pieces: int | None, memory: int | None, folder: Path | None, lang: str, **how: Any) -> None:
    """Work out exact values, and prove them.

    With throws, every position with so few pieces gets its chance to win at best play of both, within bounds that are
    proved and stated; without throws it is a win, a loss or a draw, and at what distance. What is done is kept: Ctrl-C
    stops a run, and --resume goes on with it to the same tables.
    """
    from ibau.terminal.working_out import Solving, show_solving

    show_solving(Solving(game, pieces, memory, folder, how["threads"], how["resume"]), lang, as_json=how["as_json"])


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
    """Tell the exact value of a position, by the tables at hand, and of each action.

    POSITION is a position text, as `ibau show` prints it.
    """
    from ibau.terminal.exact import show_value

    show_value(game, position, folder, lang, as_json=as_json)


@click.group(epilog=examples("ibau table check 2v2.table"))
def table() -> None:
    """Look after tables of exact values."""


@table.command(epilog=examples("ibau table check 2v2.table"))
@click.argument("file", type=PathType(exists=True))
@click.option("--positions", type=Whole(1), default=1000, show_default=True, help="How many are worked out anew.")
@json_option
@language_option
def check(file: Path, positions: int, lang: str, *, as_json: bool) -> None:
    """Verify the checksum of a FILE, and work out positions drawn by lot anew by the plain rules.

    The tables that these lead to must lie beside it.
    """
    from ibau.terminal.exact import show_check

    show_check(file, positions, lang, as_json=as_json)
