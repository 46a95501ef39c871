"""`ibau arena`: a tournament with its progress, and its table at the end, or where it was interrupted."""

import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ibau.core.errors import IbauError
from ibau.games import game
from ibau.players.arena import ArenaError, Contestant, Pair, Pairing, Spent, Sprt, Tally, run_arena
from ibau.players.processes import endings_handled
from ibau.terminal import console

LONGEST_ELO = 1200  # differences beyond it say no more than "nearly always"
SECONDS_BETWEEN_LINES = 10.0  # that tell the progress where there is no terminal
MILLION = 1_000_000


class Wish(NamedTuple):
    """How a tournament is played."""

    pairs: int
    workers: int
    file: Path | None = None
    sprt: Sprt | None = None


class Faults:
    """How often the engines failed, by contestant and kind, with what is told of the first time."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], list[str]] = {}

    def add(self, loser: int, fault: str) -> None:
        """Count one; its kind stands before the first colon."""
        kind, _, details = fault.partition(": ")
        self._found.setdefault((loser, kind), []).append(details)

    def lines(self) -> list[str]:
        """A line for each kind."""
        return [self._line(loser, kind, details) for (loser, kind), details in self._found.items()]

    def _line(self, loser: int, kind: str, details: list[str]) -> str:
        first = f" (the first time {details[0]})" if details[0] else ""
        return f"{'AB'[loser]} lost {len(details)} by a fault: {kind}{first}"


class Results:
    """What a tournament has brought so far."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.spent = Spent(), Spent()
        self.faults = Faults()

    def add(self, tally: Tally, pair: Pair) -> None:
        """Take in a pair, and the tally with it."""
        self.tally = tally
        for played in pair:
            if played.fault:
                self.faults.add(played.loser, played.fault)
            for total, more in zip(self.spent, played.spent, strict=True):
                total.add(more)


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
    """Play a tournament and print its table, also where it is interrupted or fails on the way.

    Raises ArenaError or another IbauError where it cannot be played, and KeyboardInterrupt also when told to end.
    """
    results = Results()
    try:
        with endings_handled(signal.default_int_handler), told_progress(2 * wish.pairs) as tell:

            def progress(tally: Tally, pair: Pair) -> None:
                results.add(tally, pair)
                tell(tally)

            run_arena(
                game, pairing, wish.pairs, workers=wish.workers, file=wish.file, sprt=wish.sprt, progress=progress
            )
    except (KeyboardInterrupt, IbauError, OSError) as error:
        if results.tally.games or isinstance(error, KeyboardInterrupt):
            show_results(console(), pairing, wish, results)
            console().print(Text(stopped_text(results.tally.games, wish)))
        raise
    show_results(console(), pairing, wish, results)


@contextmanager
def told_progress(games: int) -> Generator[Callable[[Tally], None]]:
    """What tells the progress on standard error: a bar, or a line now and then where that is no terminal."""
    errors = Console(stderr=True, highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar, told = progress.add_task("Playing", total=games), time.monotonic()

        def tell(tally: Tally) -> None:
            nonlocal told
            points = f"A has {tally.points:g} of {tally.games}"
            progress.update(bar, completed=tally.games, description=points)
            left, now = games - tally.games, time.monotonic()
            if left and not errors.is_terminal and now - told >= SECONDS_BETWEEN_LINES:
                errors.print(f"{points} points, {left} games to go", markup=False)
                told = now

        yield tell


def stopped_text(games: int, wish: Wish) -> str:
    """Where a tournament stopped, whether its games are kept, and how to go on."""
    if not games:
        return "Stopped before a pair of games was finished."
    so_far = f"Stopped after {games} of {2 * wish.pairs} games"
    if wish.file:
        return f"{so_far}, kept in {wish.file}: the same command goes on."
    return f"{so_far}, which are not kept; with --out FILE they would be, and the same command would go on."


def show_results(out: Console, pairing: Pairing, wish: Wish, results: Results) -> None:
    """All that is to say of what has been played."""
    if not results.tally.games:
        return
    show_table(out, pairing, results.tally, results.spent)
    if wish.sprt:
        out.print(Text(verdict(wish.sprt, results.tally)))
    for line in results.faults.lines():
        out.print(Text(line))


def show_table(out: Console, pairing: Pairing, tally: Tally, spent: tuple[Spent, Spent]) -> None:
    """Who has how many points, and what a move has cost."""
    one, other = pairing.contestants
    out.print(Text(f"{pairing.ruleset}: {tally.games} games in pairs, seed {pairing.seed}"))
    out.print(Text(f"A  {short_name(one)}\nB  {short_name(other)}\n"), soft_wrap=True)
    columns = "", "score", "95 % interval", "won", "drawn", "lost", "a move", "nodes", "over"
    table = Table(*columns, box=None, pad_edge=False)
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
    return time_text(spent.seconds / moves), count_text(spent.nodes / moves), time_text(spent.over)


def time_text(seconds: float) -> str:
    """`0.31 ms`, `12.3 ms`, `1.23 s`."""
    return f"{digits(1000 * seconds)} ms" if seconds < 1 else f"{digits(seconds)} s"


def count_text(count: float) -> str:
    """`1,234`, `20.0 M`."""
    return f"{count:,.0f}" if count < MILLION else f"{digits(count / MILLION)} M"


def digits(value: float) -> str:
    """A number with two decimals, fewer where it is large."""
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


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
