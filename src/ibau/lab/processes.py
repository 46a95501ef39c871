"""Processes of a larger work: the one that began them decides when they end, and none outlives it."""

import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing import parent_process
from types import FrameType
from typing import Any

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # SIGHUP: no terminal left


class ToldToEnd(KeyboardInterrupt):
    """A signal says that this process shall end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def follow_parent() -> None:
    """Leave interruptions to the process that began this one; when that ends, even by force, SIGTERM comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        main = threading.main_thread().ident
        if sys.platform != "win32" and main:
            signal.pthread_kill(main, signal.SIGTERM)  # the main thread may be waiting for work, and hears it there
        else:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def interruptions_ignored() -> Generator[None]:
    """Processes begun within the block hear no interruption, from their first moment on.

    Only the main thread can arrange that; begun by another one, they hear it until they ignore it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def raise_ending(number: int, _frame: FrameType | None) -> None:
    """Handles an ending like an interruption, but says which it is."""
    raise ToldToEnd(number)


@contextmanager
def endings_handled(handler: Callable[[int, FrameType | None], Any]) -> Generator[None]:
    """Within the block a handler is called when this process is told to end; what is ignored (nohup) stays so."""
    before = {number: signal.getsignal(number) for number in ENDINGS}
    for number, former in before.items():
        if former is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
