"""`ibau puzzles`: positions in which one action is clearly better than every other, found in games of the computer."""

import secrets
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from ibau.adapters.puzzle_files import found_line, going_on, read_found
from ibau.analysis.puzzle_finder import Finder, Found
from ibau.core.game import Game
from ibau.core.limits import LARGEST_SEED
from ibau.core.phrase import N_, Phrase
from ibau.language import translator
from ibau.terminal.progress import progress_told


@dataclass(frozen=True)
class Hunt:
    """Which puzzles are looked for, and how; what is None sets no limit, or is left to chance."""

    game: Game
    count: int | None
    seconds: float | None
    seed: int | None
    workers: int = 1


def show_puzzles(hunt: Hunt, out: Path | None, lang: str) -> None:
    """Find so many puzzles of a game, or for so long, and write each as a line of JSON as soon as it is found.

    What the file holds already counts among them, and the search goes on after it.  Raises PuzzleError for a file of
    something else.
    """
    translate, stop = translator(lang), threading.Event()
    end = None if hunt.seconds is None else time.monotonic() + hunt.seconds
    known = read_found(out, hunt.game, hunt.seed) if out else []
    looking, found = Phrase(N_("Looking for puzzles")).said(translate), len(known)

    def looked(games: int, positions: int) -> None:
        values = {"games": games, "positions": positions, "found": found}
        said = Phrase(N_("Puzzles: {found}, games: {games}, positions: {positions}"), values).said(translate)
        tell(said, found if hunt.count else None)
        if end is not None and time.monotonic() >= end:
            stop.set()

    finder = Finder(hunt.game, seed_of(hunt, known), known)
    left = None if hunt.count is None else max(0, hunt.count - found)
    with written(out) as file, progress_told(looking, hunt.count, translate) as tell:
        for one in islice(finder.look(stop, looked, hunt.workers), left):
            found += 1
            print(found_line(one), file=file, flush=True)


def seed_of(hunt: Hunt, known: Sequence[Found]) -> int:
    """The seed of what is known, else the one asked for, else any."""
    if known:
        return known[-1].place.seed
    return secrets.randbelow(LARGEST_SEED) if hunt.seed is None else hunt.seed


def written(out: Path | None) -> AbstractContextManager[TextIO]:
    """The file, or standard output."""
    return going_on(out) if out else nullcontext(sys.stdout)
