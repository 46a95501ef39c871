"""`ibau puzzles`: find puzzles in games between computer players."""

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
    """The options of a search; None is no limit, or a random seed."""

    game: Game
    count: int | None
    seconds: float | None
    seed: int | None
    workers: int = 1


def show_puzzles(search: PuzzleSearch, out: Path | None) -> None:
    """Find puzzles within the limits of a search, and write each as a line of JSON as soon as it is found.

    Puzzles already in the file are counted, and the search continues after them.  Raises PuzzleError for a file with
    other content, and for one in use.
    """
    if out is None:
        search_puzzles(search, [], partial(print, flush=True))
        return
    with Journal(out, PuzzleError(f"{out} is in use by another search; name another file.")) as journal:
        search_puzzles(
            search, read_found_puzzles(journal, search.game, search.seed), lambda line: journal.add(line.encode())
        )


def search_puzzles(search: PuzzleSearch, known: Sequence[FoundPuzzle], write: Callable[[str], None]) -> None:
    """Find puzzles in addition to the known ones, and write the line of each."""
    stop = threading.Event()
    end = None if search.seconds is None else time.monotonic() + search.seconds
    found = len(known)

    def progress(games: int, positions: int) -> None:
        show(f"Puzzles: {found}, games: {games}, positions: {positions}", found if search.count else None)
        if end is not None and time.monotonic() >= end:
            stop.set()

    finder = PuzzleFinder(search.game, seed_of(search, known), known)
    left = None if search.count is None else max(0, search.count - found)
    with show_progress("Looking for puzzles", search.count) as show:
        for puzzle in islice(finder.find(stop, progress, search.workers), left):
            found += 1
            write(found_line(puzzle))


def seed_of(search: PuzzleSearch, known: Sequence[FoundPuzzle]) -> int:
    """The seed of the known puzzles, else that of the search, else a random one."""
    if known:
        return known[-1].origin.seed
    return secrets.randbelow(LARGEST_SEED) if search.seed is None else search.seed
