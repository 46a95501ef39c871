"""`ibau arena`: a tournament with its progress, and its table at the end."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ibau.games import game
from ibau.players.arena import ArenaError, Contestant, Pair, Pairing, Spent, Sprt, Tally, run_arena
from ibau.terminal import console

LONGEST_ELO = 1200  # differences beyond it say no more than "nearly always"


class Wish(NamedTuple):
    """How a tournament is played."""

    pairs: int
    workers: int
    file: Path | None = None
    sprt: Sprt | None = None


def read_sprt(text: str) -> Sprt:
    """The test of a text such as `0:50`.  Raises ArenaError."""
    one, _, other = text.partition(":")
    try:
        sprt = Sprt(float(one), float(other))
    except ValueError as error:
        raise ArenaError(f"{text!r} is no test; write two differences in Elo, such as 0:50.") from error
    if not -LONGEST_ELO <= sprt.elo0 < sprt.elo1 <= LONGEST_ELO:
        raise ArenaError(
            f"{text!r}: write the smaller difference first, both between {-LONGEST_ELO} and {LONGEST_ELO}."
        )
    return sprt


def show_arena(pairing: Pairing, wish: Wish) -> None:
    """Play a tournament and print its table.  Raises ArenaError or another IbauError where it cannot be played."""
    spent, faults = (Spent(), Spent()), Counter[str]()
    with _bar(wish.pairs) as (progress, bar):

        def show(tally: Tally, pair: Pair) -> None:
            for played in pair:
                faults.update([played.fault] if played.fault else [])
                for total, more in zip(spent, played.spent, strict=True):
                    total.add(more)
            progress.update(bar, completed=tally.games, description=f"{tally.points:g} of {tally.games}")

        tally = run_arena(
            game, pairing, wish.pairs, workers=wish.workers, file=wish.file, sprt=wish.sprt, progress=show
        )
    out = console()
    show_table(out, pairing, tally, spent)
    if wish.sprt:
        out.print(Text(verdict(wish.sprt, tally)))
    for fault, games in faults.items():
        out.print(Text(f"{games} lost by a fault: {fault}"), soft_wrap=True)


@contextmanager
def _bar(pairs: int) -> Generator[tuple[Progress, TaskID]]:
    """Progress on standard error."""
    errors = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        yield progress, progress.add_task("Playing", total=2 * pairs)


def show_table(out: Console, pairing: Pairing, tally: Tally, spent: tuple[Spent, Spent]) -> None:
    """Who has how many points, and what a move has cost."""
    one, other = pairing.contestants
    out.print(Text(f"{pairing.ruleset}: {tally.games} games in pairs, seed {pairing.seed}"))
    out.print(Text(f"A  {short_name(one)}\nB  {short_name(other)}\n"), soft_wrap=True)
    table = Table("", "score", "95 % interval", "won", "drawn", "lost", "a move", "nodes", "over", box=None)
    for column in table.columns[1:]:
        column.justify, column.no_wrap = "right", True
    low, high = tally.interval
    mine, theirs = (tally.wins, tally.draws, tally.losses), (tally.losses, tally.draws, tally.wins)
    table.add_row("A", *_scored(tally.score, low, high), *map(str, mine), *_spent(spent[0]))
    table.add_row("B", *_scored(1 - tally.score, 1 - high, 1 - low), *map(str, theirs), *_spent(spent[1]))
    out.print(table)
    lowest, highest = (elo_text(value) for value in tally.elo_interval)
    out.print(Text(f"\nElo difference {elo_text(tally.elo)} ({lowest} to {highest})"))


def short_name(contestant: Contestant) -> str:
    """A contestant without the command of its engine."""
    return contestant.text.partition(" ")[0]


def _scored(score: float, low: float, high: float) -> tuple[str, str]:
    return f"{100 * score:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %"


def _spent(spent: Spent) -> tuple[str, str, str]:
    """Time and nodes of a move on average, and by how much the longest exceeded its limit."""
    moves = max(spent.moves, 1)
    return f"{1000 * spent.seconds / moves:.2f} ms", f"{spent.nodes / moves:,.0f}", f"{1000 * spent.over:.1f} ms"


def elo_text(value: float) -> str:
    """A difference in Elo; one that no number of games could tell exactly is only bounded."""
    if abs(value) > LONGEST_ELO:
        return f"above {LONGEST_ELO}" if value > 0 else f"below {-LONGEST_ELO}"
    return f"{value:+.0f}"


def verdict(sprt: Sprt, tally: Tally) -> str:
    """What a sequential test says."""
    low, high = sprt.bounds
    accepted = sprt.accepted(tally)
    decided = "undecided" if accepted is None else f"{accepted:+g} Elo accepted"
    ratio = f"log-likelihood ratio {sprt.ratio(tally):.2f} ({low:.2f} to {high:.2f})"
    return f"SPRT {sprt.elo0:g}:{sprt.elo1:g}: {ratio}, {decided}"
