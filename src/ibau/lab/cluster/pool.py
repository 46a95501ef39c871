"""The pieces of a work, sent through the interface of `concurrent.futures` in tasks of seconds."""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager
from itertools import count, islice
from typing import Any, Generic, NamedTuple, TypeVar

from ibau.core.errors import ClusterError, IbauError
from ibau.lab.cluster.tools import Work, tool_for

TASK_SECONDS = 2.0
TASKS_AHEAD = 2  # for each worker, so that none is ever idle

Tool = TypeVar("Tool")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Done(NamedTuple):
    """What has become of a task's pieces, in their order, up to the first that went wrong."""

    results: list[Any]
    error: Exception | None
    seconds: float  # that all of them took


class TaskPool(Generic[Tool]):
    """Does the pieces of a work as `processes.Pool` does them, by whoever an executor sends tasks to."""

    def __init__(
        self, executor: Executor, count: int, open_tool: Callable[[], AbstractContextManager[Tool]], death: IbauError
    ) -> None:
        """`count` is how many are at work; `death` is raised where the executor has lost them."""
        self.count = count
        self.work = Work(secrets.token_hex(8), open_tool)
        self._executor = executor
        self._death = death

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """What becomes of each piece, in their order; there may be no end of them.

        Raises what a piece raises for people to read, and ClusterError where a tool cannot be opened.
        """
        sending = _Sending(self._executor, self.work, do, pieces, self.count * TASKS_AHEAD)
        try:
            yield from sending.results()
        except BrokenExecutor as error:
            raise self._death from error
        finally:
            sending.stop()


class _Sending:
    """Tasks on their way; they are as long as the last one says that they should be."""

    def __init__(
        self, executor: Executor, work: Work, do: Callable[..., Any], pieces: Iterable[Any], ahead: int
    ) -> None:
        self._submit = executor.submit
        self._do = work, do
        self._pieces = iter(pieces)
        self._ahead = ahead
        self._pending: dict[Future[Done], int] = {}  # the number of each task
        self._done: dict[int, Done] = {}
        self._numbers = count()
        self._size = 1

    def results(self) -> Iterator[Any]:
        """One by one, in the order of the pieces."""
        for wanted in count():
            self._send()
            while wanted not in self._done and self._pending:
                self._receive()
                self._send()
            if wanted not in self._done:
                return
            done = self._done.pop(wanted)
            yield from done.results
            if done.error:
                raise done.error

    def stop(self) -> None:
        """Cancel what nobody has begun."""
        for future in self._pending:
            future.cancel()

    def _send(self) -> None:
        while len(self._pending) < self._ahead and (pieces := list(islice(self._pieces, self._size))):
            self._pending[self._submit(do_task, *self._do, pieces)] = next(self._numbers)

    def _receive(self) -> None:
        finished, _ = wait(self._pending, return_when=FIRST_COMPLETED)
        for future in finished:
            done = self._done[self._pending.pop(future)] = future.result()
            if done.results:
                self._size = max(1, round(TASK_SECONDS * len(done.results) / max(done.seconds, 1e-9)))


def do_task(work: Work, do: Callable[[Any, Any], Any], pieces: list[Any]) -> Done:
    """Do some pieces, wherever this is called."""
    try:
        tool = tool_for(work)
    except (IbauError, OSError) as error:
        return Done([], ClusterError(f"A worker of the cluster cannot begin: {error}"), 0.0)
    results: list[Any] = []
    began = time.perf_counter()
    try:
        for piece in pieces:
            results.append(do(tool, piece))  # noqa: PERF401 - those before an error count
    except (IbauError, OSError) as error:
        return Done(results, error, time.perf_counter() - began)
    return Done(results, None, time.perf_counter() - began)
