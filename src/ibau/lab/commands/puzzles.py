"""`ibau puzzles`: puzzles of a game, found in games of the computer."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED, MOST_COUNTED
from ibau.core.puzzle import PuzzleError
from ibau.lab.commands.worker_options import workers
from ibau.lab.journal import Journal
from ibau.lab.puzzle_finder import FoundPuzzle, PuzzleFinder, found_line, read_found_puzzles
from ibau.terminal.click_params import IntegerType, NumberType, PathType, examples, ruleset_argument, seed_option
from ibau.terminal.progress import show_progress

DEFAULT_COUNT = 10


@click.command(
    epilog=examples("ibau puzzles seega", "ibau puzzles senet-race --seconds 300 --seed 1 --workers 2 --out race.jsonl")
)
@ruleset_argument
@click.option(
    "--count", type=IntegerType(1, MOST_COUNTED), help="How many to find; 10 by default, unless there are --seconds."
)
@click.option("--seconds", type=NumberType(0, min_open=True), help="How long to look for them.")
@click.option(
    "--out",
    "-o",
    type=PathType(),
    help="Keep them in this file, and continue where it stopped. By default they go to standard output.",
)
@click.option("--workers", type=workers, default=1, show_default=True, help="How many processes look for them.")
@seed_option
def puzzles(out: Path | None, **options: Any) -> None:
    """Find puzzles in games that the computer plays.

    In each one action is better than every other, mostly by a fifth of the chance to win, as a search finds and one ten
    times as long confirms. Each is a line of JSON: position, solution, values, the weakest level that finds it, and
    where it was found. Ctrl-C keeps what has been found.
    """
    if options["count"] is None and options["seconds"] is None:
        options["count"] = DEFAULT_COUNT
    show_puzzles(PuzzleSearch(**options), out)


@dataclass(frozen=True)
class PuzzleSearch:
    """Which puzzles are looked for, and how; what is None sets no limit, or is left to chance."""

    game: Game
    count: int | None
    seconds: float | None
    seed: int | None
    workers: int = 1


def show_puzzles(search: PuzzleSearch, out: Path | None) -> None:
    """Find this many puzzles of a game, or for so long, and write each as a line of JSON as soon as it is found.

    What the file holds already counts among them, and the search goes on after it.  Raises PuzzleError for a file of
    something else, and for one in use.
    """
    if out is None:
        search_puzzles(search, [], partial(print, flush=True))
        return
    with Journal(out, PuzzleError(f"{out} is in use by another search; name another file.")) as journal:
        search_puzzles(
            search, read_found_puzzles(journal, search.game, search.seed), lambda line: journal.add(line.encode())
        )


def search_puzzles(search: PuzzleSearch, known: Sequence[FoundPuzzle], write: Callable[[str], None]) -> None:
    """Find puzzles beside those that are known, and write the line of each."""
    stop = threading.Event()
    end = None if search.seconds is None else time.monotonic() + search.seconds
    found = len(known)

    def looked(games: int, positions: int) -> None:
        tell(f"Puzzles: {found}, games: {games}, positions: {positions}", found if search.count else None)
        if end is not None and time.monotonic() >= end:
            stop.set()

    finder = PuzzleFinder(search.game, seed_of(search, known), known)
    left = None if search.count is None else max(0, search.count - found)
    with show_progress("Looking for puzzles", search.count) as tell:
        for one in islice(finder.find(stop, looked, search.workers), left):
            found += 1
            write(found_line(one))


def seed_of(search: PuzzleSearch, known: Sequence[FoundPuzzle]) -> int:
    """The seed of what is known, else the one asked for, else any."""
    if known:
        return known[-1].origin.seed
    return secrets.randbelow(LARGEST_SEED) if search.seed is None else search.seed
