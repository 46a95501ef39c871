"""Moved to ibau.machine.rule."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from ibau.core.cache import LOADING, untyped
from ibau.machine.rule import PLAIN, Loop, loop, loop_of, once, register_rules, rule

COMPILING = "numba:compile"  # an event
COMPILING_OR_LOADING = (COMPILING, LOADING)


@contextmanager
def watch_compilation(report: Callable[[int], None], *, loads: bool = False) -> Generator[None]:
    """Call `report(n)` each time the n-th function is being compiled within the block; never if nothing is.

    With `loads` also each time that compiled code is looked for on the disk.
    """
    if PLAIN:
        yield
        return
    from numba.core.event import Listener

    class Counter(Listener):
        count = 0

        def on_start(self, event: Any) -> None:  # noqa: ARG002 - Numba's signature
            self.count += 1
            report(self.count)

        def on_end(self, event: Any) -> None:
            pass

    with _heard(Counter(), COMPILING_OR_LOADING if loads else (COMPILING,)):
        yield


@contextmanager
def timed_compilation() -> Generator[Callable[[], float]]:
    """Within the block: how many seconds of this thread have gone into compiling, or loading compiled code, so far."""
    if PLAIN:
        yield lambda: 0.0
        return
    from numba.core.event import Listener

    class Stopwatch(Listener):
        thread, depth, began, seconds = threading.get_ident(), 0, 0.0, 0.0

        def on_start(self, event: Any) -> None:  # noqa: ARG002 - Numba's signature
            if threading.get_ident() == self.thread:
                self.began = self.began if self.depth else time.perf_counter()
                self.depth += 1

        def on_end(self, event: Any) -> None:  # noqa: ARG002
            if threading.get_ident() == self.thread:
                self.depth -= 1
                self.seconds += 0.0 if self.depth else time.perf_counter() - self.began

    stopwatch = Stopwatch()
    with _heard(stopwatch, COMPILING_OR_LOADING):
        yield lambda: stopwatch.seconds


@contextmanager
def _heard(listener: Any, kinds: Sequence[str]) -> Generator[None]:
    """A listener hears of these events within the block."""
    events = untyped("numba.core.event")
    for kind in kinds:
        events.register(kind, listener)
    try:
        yield
    finally:
        for kind in kinds:
            events.unregister(kind, listener)


