"""The results of a tournament of `ibau arena`, and how they are printed."""

from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ibau.core.phrase import percent
from ibau.lab.arena import Entrant, Pair, Pairing, Spent, Sprt, Tally
from ibau.lab.figure_text import interval_text
from ibau.terminal.glyphs import print_block, print_table
from ibau.terminal.json_output import print_json

MAX_ELO = 1200  # larger differences are not estimated
MILLION = 1_000_000


class TournamentSettings(NamedTuple):
    """The settings of a tournament: number of pairs, workers, file and output."""

    pairs: int
    workers: int
    file: Path | None = None
    sprt: Sprt | None = None
    as_json: bool = False
    cluster: str | None = None  # the address of its scheduler


class EngineFaults:
    """The failures of engines, by entrant and kind, with the details of the first."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], list[str]] = {}

    def add(self, loser: int, fault: str) -> None:
        """Add a fault; the text before the first colon is its kind."""
        kind, _, details = fault.partition(": ")
        self._found.setdefault((loser, kind), []).append(details)

    def data(self) -> list[dict[str, Any]]:
        """The faults as data."""
        found = self._found.items()
        return [{"by": "AB"[n], "fault": kind, "games": len(all_), "first": all_[0]} for (n, kind), all_ in found]

    def lines(self) -> list[str]:
        """One line per entrant and kind."""
        return [self._line(loser, kind, details) for (loser, kind), details in self._found.items()]

    def _line(self, loser: int, kind: str, details: list[str]) -> str:
        first = f" (the first time {details[0]})" if details[0] else ""
        return f"{'AB'[loser]} lost {len(details)} by a fault: {kind}{first}"


class TournamentResults:
    """The results of a tournament so far."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.spent = Spent(), Spent()
        self.faults = EngineFaults()

    def add(self, tally: Tally, pair: Pair) -> None:
        """Add a pair, with the tally after it."""
        self.tally = tally
        for played in pair:
            if played.fault:
                self.faults.add(played.loser, played.fault)
            for total, more in zip(self.spent, played.spent, strict=True):
                total.add(more)


class TournamentPrinter:
    """Prints the results of a tournament, as tables or JSON."""

    def __init__(self, out: Console, pairing: Pairing, settings: TournamentSettings) -> None:
        self._out = out
        self._pairing = pairing
        self._settings = settings

    def show_text(self, text: str) -> None:
        """Print a paragraph."""
        print_block(self._out, Text(text))

    def show_stopped(self, text: str) -> None:
        """Print that it was interrupted; with JSON output, to standard error."""
        if self._settings.as_json:
            click.echo(text, err=True)
        else:
            self.show_text(text)

    def show(self, results: TournamentResults) -> None:
        """Print all results so far."""
        tally = results.tally
        if not tally.games:
            return
        if self._settings.as_json:
            print_json(tournament_data(self._pairing, self._settings, results))
            return
        self._heading(tally)
        self._table(tally, results.spent)
        self._elo(tally)
        if self._settings.sprt:
            self.show_text(sprt_text(self._settings.sprt, tally))
        for line in results.faults.lines():
            print_block(self._out, Text(line))

    def _heading(self, tally: Tally) -> None:
        self.show_text(f"{self._pairing.ruleset}: {tally.games} games in pairs, seed {self._pairing.seed}")
        one, other = map(short_name, self._pairing.entrants)
        self._out.print(Text(f"A  {one}\nB  {other}\n"), soft_wrap=True)

    def _table(self, tally: Tally, spent: tuple[Spent, Spent]) -> None:
        """Print scores, and the average cost of a move."""
        columns = "score", "95 % interval", "wins", "draws", "losses", "a move", "nodes", "over"
        table = Table("", *columns, box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify, column.no_wrap = "right", True
        low, high = tally.interval
        mine, theirs = (tally.wins, tally.draws, tally.losses), (tally.losses, tally.draws, tally.wins)
        table.add_row("A", *_scored(tally.score, low, high), *map(str, mine), *_spent(spent[0]))
        table.add_row("B", *_scored(1 - tally.score, 1 - high, 1 - low), *map(str, theirs), *_spent(spent[1]))
        print_table(self._out, table)

    def _elo(self, tally: Tally) -> None:
        lowest, highest = map(elo_text, tally.elo_interval)
        self._out.print()
        self.show_text(f"Elo difference {elo_text(tally.elo)} ({lowest} to {highest})")


def tournament_data(pairing: Pairing, settings: TournamentSettings, results: TournamentResults) -> dict[str, Any]:
    """All figures of a tournament as data; score and Elo difference are those of A."""
    tally = results.tally
    sprt = (
        {"ratio": settings.sprt.log_likelihood_ratio(tally), "accepted": settings.sprt.accepted(tally)}
        if settings.sprt
        else None
    )
    return {
        "ruleset": pairing.ruleset,
        "seed": pairing.seed,
        "entrants": [entrant.text for entrant in pairing.entrants],
        **{name: getattr(tally, name) for name in ("games", "wins", "draws", "losses", "score", "interval")},
        "elo": tally.elo,
        "elo_interval": tally.elo_interval,
        "spent": results.spent,
        "sprt": sprt,
        "faults": results.faults.data(),
    }


def short_name(entrant: Entrant) -> str:
    """The text of an entrant without the command of its engine."""
    return entrant.text.partition(" ")[0]


def _scored(score: float, low: float, high: float) -> tuple[str, str]:
    return percent(score), interval_text((low, high))


def _spent(spent: Spent) -> tuple[str, str, str]:
    """Average time and nodes per move, and the largest excess over the time limit."""
    moves = max(spent.moves, 1)
    return time_text(spent.seconds / moves), count_text(spent.nodes / moves), time_text(spent.over)


def time_text(seconds: float) -> str:
    """`0.31 ms`, `12.3 ms`, `1.23 s`."""
    return f"{digits(1000 * seconds)} ms" if seconds < 1 else f"{digits(seconds)} s"


def count_text(count: float) -> str:
    """`1,234`, `20.0 M`."""
    return f"{count:,.0f}" if count < MILLION else f"{digits(count / MILLION)} M"


def digits(value: float) -> str:
    """Format a number with two decimals, fewer from 10 on."""
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f}"


def elo_text(value: float) -> str:
    """Format an Elo difference; one beyond MAX_ELO is only bounded."""
    if value > MAX_ELO:
        return f"above {MAX_ELO}"
    if value < -MAX_ELO:
        return f"below {-MAX_ELO}"
    return f"{value:+.0f}"


def sprt_text(sprt: Sprt, tally: Tally) -> str:
    """The state of a sequential test."""
    low, high = sprt.bounds
    accepted = sprt.accepted(tally)
    decided = "undecided" if accepted is None else f"{accepted:+g} Elo accepted"
    ratio = f"log-likelihood ratio {sprt.log_likelihood_ratio(tally):.2f} ({low:.2f} to {high:.2f})"
    return f"SPRT {sprt.elo0:g}:{sprt.elo1:g}: {ratio}, {decided}"
