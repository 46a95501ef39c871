"""`ibau puzzles`: positions in which one action is far better than every other, found in games of the computer."""

import sys
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path
from typing import TextIO

from ibau.analysis.puzzle_finder import find_puzzles
from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase
from ibau.core.puzzle import json_of
from ibau.language import translator
from ibau.terminal.progress import preparation_told, progress_told


def show_puzzles(game: Game, count: int | None, seconds: float | None, seed: int, out: Path | None, lang: str) -> None:
    """Find so many puzzles of a game, or for so long, and write each as a line of JSON as soon as it is found.

    Raises FileExistsError where there is a file of the name of `out` already.
    """
    translate, stop = translator(lang), threading.Event()
    end = None if seconds is None else time.monotonic() + seconds
    looking, found = Phrase(N_("Looking for puzzles")).said(translate), 0

    def looked(games: int, positions: int) -> None:
        values = {"games": games, "positions": positions, "found": found}
        said = Phrase(N_("Puzzles: {found}, games: {games}, positions: {positions}"), values).said(translate)
        tell(said, found if count else None)
        if end is not None and time.monotonic() >= end:
            stop.set()

    with opened(out) as file, progress_told(looking, count, translate) as tell, preparation_told(tell, translate):
        for puzzle in islice(find_puzzles(game, seed, stop, looked), count):
            found += 1
            print(json_of(puzzle), file=file, flush=True)


def opened(out: Path | None) -> AbstractContextManager[TextIO]:
    """A new file, or standard output."""
    return out.open("x", encoding="utf-8") if out else nullcontext(sys.stdout)
