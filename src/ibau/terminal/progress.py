"""Progress on standard error: a bar, or an occasional line if it is not a terminal."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from ibau.core.phrase import N_, Phrase, Translate

SECONDS_BETWEEN_LINES = 10.0

ReportProgress = Callable[[str, int | None], None]  # (activity, amount done or None if unchanged)


@contextmanager
def show_progress(doing: str, total: int | None, translate: Translate = str) -> Generator[ReportProgress]:
    """Show progress within a block, by calls of the yielded function; without `total`, only the activity."""
    errors = Console(stderr=True, highlight=False)
    sign = SpinnerColumn("line"), TextColumn("{task.description}", markup=False)
    columns = (*sign, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if total else sign
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar, reported = progress.add_task(doing, total=total), time.monotonic()

        def report(what: str, done: int | None = None) -> None:
            nonlocal reported
            progress.update(bar, description=what, completed=done)
            now = time.monotonic()
            if not errors.is_terminal and now - reported >= SECONDS_BETWEEN_LINES and (done is None or done != total):
                errors.print(line_of(what, done, total, translate), markup=False, soft_wrap=True)
                reported = now

        yield report


def line_of(what: str, done: int | None, total: int | None, translate: Translate) -> str:
    """A line about the progress."""
    if done is None or total is None:
        return what
    return Phrase(N_("{what}, {count} to go"), {"what": what, "count": total - done}).to_text(translate)
