"""How far a work has come, told on standard error: by a bar, or by a line now and then where that is no terminal."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from ibau.core.phrase import N_, Phrase, Translate

SECONDS_BETWEEN_LINES = 10.0

ReportProgress = Callable[[str, int | None], None]  # what is being done, and how much of it; None is as much as before


@contextmanager
def show_progress(doing: str, total: int | None, translate: Translate = str) -> Generator[ReportProgress]:
    """Reports how far a work has come; without a `total` it is only told that it goes on."""
    errors = Console(stderr=True, highlight=False)
    sign = SpinnerColumn("line"), TextColumn("{task.description}", markup=False)
    columns = (*sign, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if total else sign
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar, told = progress.add_task(doing, total=total), time.monotonic()

        def tell(what: str, done: int | None = None) -> None:
            nonlocal told
            progress.update(bar, description=what, completed=done)
            now = time.monotonic()
            if not errors.is_terminal and now - told >= SECONDS_BETWEEN_LINES and (done is None or done != total):
                errors.print(line_of(what, done, total, translate), markup=False, soft_wrap=True)
                told = now

        yield tell


def line_of(what: str, done: int | None, total: int | None, translate: Translate) -> str:
    """What is told in a line."""
    if done is None or total is None:
        return what
    return Phrase(N_("{what}, {count} to go"), {"what": what, "count": total - done}).to_text(translate)
