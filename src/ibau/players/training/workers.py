"""Processes that do pieces of a training, as many as asked for; the results do not depend on how many."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from types import TracebackType
from typing import Self, TypeVar

A = TypeVar("A")
R = TypeVar("R")


class Workers:
    """Several processes, or this one alone."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = None
        if count > 1:
            self._pool = ProcessPoolExecutor(count, get_context("spawn"), _follow)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def map(self, do: Callable[[A], R], pieces: Sequence[A]) -> Iterator[R]:
        """What becomes of each piece, in their order."""
        return self._pool.map(do, pieces) if self._pool else map(do, pieces)


def _follow() -> None:
    """The first process is interrupted for all of them, and none outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)
