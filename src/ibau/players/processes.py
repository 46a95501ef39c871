"""Processes of a larger work: the one that began them decides when they end, and none outlives it."""

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, TypeVar

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # SIGHUP: no terminal more

R = TypeVar("R")


def handed_out(
    pipes: Sequence[Connection], pieces: Sequence[Any], receive: Callable[[Connection], tuple[int, R]]
) -> Iterator[R]:
    """Hand out pieces to whoever is idle, each as (number, piece), and give back in order what becomes of them.

    `receive` takes an answer from a pipe: the number of its piece, and what became of it.
    """
    waiting = iter(enumerate(pieces))
    done: dict[int, R] = {}
    for pipe, numbered in zip(pipes, waiting, strict=False):
        pipe.send(numbered)
    for wanted in range(len(pieces)):
        while wanted not in done:
            able = wait(pipes)
            for pipe in (pipe for pipe in pipes if pipe in able):
                number, done[number] = receive(pipe)
                if (following := next(waiting, None)) is not None:
                    pipe.send(following)
        yield done.pop(wanted)


def follow_parent() -> None:
    """Leave interruptions to the process that began this one; with its end, by force too, SIGTERM comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


@contextmanager
def interruptions_ignored() -> Generator[None]:
    """Processes begun within the block hear no interruption, from their first moment on.

    Where it is not the main thread that begins them, which alone may say so, they hear it until they ignore it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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
