"""`ibau solve`: compute exact values."""

import re
from pathlib import Path
from typing import Any

import click

from ibau.core.game import Game
from ibau.core.limits import MOST_THREADS
from ibau.terminal.click_params import (
    Context,
    IntegerType,
    Parameter,
    examples,
    json_option,
    ruleset_argument,
)
from ibau.terminal.commands.tablebase import folder_option
from ibau.terminal.extras_help import requires_extra

UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


class BytesType(click.ParamType[int]):
    """An amount of memory such as `8G`."""

    name = "bytes"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", str(value).upper())
        if not found:
            self.fail(f"{value!r} is no amount of memory; write it like 8G or 500M.", param, ctx)
        return int(float(found[1]) * UNITS.get(found[2], 1))


@click.command(
    epilog=examples(
        "ibau solve senet-race --pieces 2", "ibau solve senet-race --pieces 3 --threads 2", "ibau solve seega"
    )
)
@ruleset_argument
@click.option(
    "--pieces",
    type=IntegerType(1),
    help="How many pieces there are at most: of a side in Senet, of both together elsewhere; by default as many "
    "as take no longer than a minute.",
)
@click.option(
    "--memory", type=BytesType(), help="How much memory it may take, such as 8G; what needs more is kept in files."
)
@click.option(
    "--threads",
    type=IntegerType(1, MOST_THREADS),
    default=2,
    show_default=True,
    help="How many threads are at work; the tables are the same with any number.",
)
@click.option("--resume", is_flag=True, help="Continue a run that was stopped, with the same command.")
@folder_option
@json_option
@requires_extra("lab")
def solve(game: Game, pieces: int | None, folder: Path | None, **how: Any) -> None:
    """Compute exact values, and prove them.

    With throws, every position with at most that number of pieces gets its chance to win under best play by both,
    within proved bounds; without throws, whether it is a win, a loss or a draw, and at what distance. Progress is
    saved: Ctrl-C stops a run, and --resume continues it to the same tables.
    """
    from ibau.lab.solver.command_output import show_solving

    show_solving(game, pieces, folder, **how)
