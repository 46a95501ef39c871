"""Worker pools: pieces of work, sent in tasks of a few seconds to an executor of `concurrent.futures`.

with WorkerPool(process_executor(2), 2, open_tool, worker_died) as pool:
    results = list(pool.map(do, pieces))

The workers are processes of this machine, or those of a cluster (`ibau.lab.cluster`).  Results must not depend on which
worker does a piece.  Processes end with their parent.
"""

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count, islice
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from types import FrameType, TracebackType
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeVar

from ibau.core.errors import ClusterError, IbauError

TASK_SECONDS = 2.0
TASKS_AHEAD = 2  # per worker, so that none is idle
CHECK_SECONDS = 1.0  # between two checks of the executor
TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
EXIT_UNGUARDED = 119  # the exit code of a worker that imports an unguarded main script
MISSING_MAIN_GUARD = "Workers import the main script: put its code under `if __name__ == '__main__':`."

Tool = TypeVar("Tool")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


@dataclass(frozen=True)
class SharedTool(Generic[Tool]):
    """Opens a tool that is pickled to every worker, and needs no closing."""

    tool: Tool

    def __call__(self) -> AbstractContextManager[Tool]:
        return nullcontext(self.tool)


class ToolSource(NamedTuple):
    """What opens the tools of a pool."""

    name: str  # unique to the pool
    open_tool: Callable[[], AbstractContextManager[Any]]


class WorkerPool(Generic[Tool]):
    """Does pieces of work on workers; `open_tool` opens a tool in each worker, to do them with."""

    def __init__(
        self,
        executor: Executor | None,
        worker_count: int,
        open_tool: Callable[[], AbstractContextManager[Tool]],
        worker_died: IbauError,
    ) -> None:
        """Make a pool; without an executor this process does the work.  `worker_died` is raised if workers die."""
        self.worker_count = worker_count
        self.tool_source = ToolSource(secrets.token_hex(8), open_tool)
        self._executor = executor
        self._worker_died = worker_died

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        close_tools(self.tool_source.name)

    def close(self) -> None:
        """Shut down the executor."""
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def check(self) -> None:
        """Raise ClusterError if the executor no longer answers; for subclasses."""

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel tasks that have not begun."""
        for future in futures:
            future.cancel()

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Generator[Result]:
        """Yield `do(tool, piece)` for each piece, in order; `pieces` may be infinite.

        Raises IbauError and OSError as `do` does, ClusterError if a tool cannot be opened, and `worker_died`.
        """
        if not self._executor:
            for piece in pieces:
                yield do(tool_for(self.tool_source), piece)
            return
        stream = _TaskStream(
            self._executor, self.check, (self.tool_source, do), pieces, self.worker_count * TASKS_AHEAD
        )
        try:
            yield from stream.results()
        except BrokenExecutor as error:
            processes: dict[int, BaseProcess] | None = getattr(self._executor, "_processes", None)
            workers = list((processes or {}).values())
            for process in workers:
                process.join()
            is_unguarded = any(process.exitcode == EXIT_UNGUARDED for process in workers)
            raise type(self._worker_died)(MISSING_MAIN_GUARD) if is_unguarded else self._worker_died from error
        finally:
            self.cancel(stream.pending)


class TaskResult(NamedTuple):
    """The results of a task's pieces, in order, up to the first error."""

    results: list[Any]
    error: Exception | None
    seconds: float  # of all pieces


class _TaskStream:
    """Tasks in progress; their size is adapted to TASK_SECONDS."""

    def __init__(
        self,
        executor: Executor,
        check: Callable[[], None],
        task: tuple[ToolSource, Callable[..., Any]],
        pieces: Iterable[Any],
        ahead: int,
    ) -> None:
        self._submit, self._check, self._task = executor.submit, check, task
        self._pieces = iter(pieces)
        self._ahead = ahead
        self.pending: dict[Future[TaskResult], int] = {}  # the number of each task
        self._done: dict[int, TaskResult] = {}
        self._numbers = count()
        self._size = 1

    def results(self) -> Iterator[Any]:
        """Yield results in the order of the pieces."""
        for wanted in count():
            self._send()
            while wanted not in self._done and self.pending:
                self._receive()
                self._send()
            if wanted not in self._done:
                return
            done = self._done.pop(wanted)
            yield from done.results
            if done.error:
                raise done.error

    def _send(self) -> None:
        while len(self.pending) < self._ahead and (pieces := list(islice(self._pieces, self._size))):
            self.pending[self._submit(do_task, *self._task, pieces)] = next(self._numbers)

    def _receive(self) -> None:
        while not (finished := wait(self.pending, CHECK_SECONDS, FIRST_COMPLETED).done):
            self._check()
        for future in finished:
            done = self._done[self.pending.pop(future)] = future.result()
            if done.results:
                self._size = max(1, round(TASK_SECONDS * len(done.results) / max(done.seconds, 1e-9)))


def do_task(source: ToolSource, do: Callable[[Any, Any], Any], pieces: list[Any]) -> TaskResult:
    """Do some pieces in this process."""
    try:
        tool = tool_for(source)
    except (IbauError, OSError) as error:
        return TaskResult([], ClusterError(f"A worker cannot start: {error}"), 0.0)
    results: list[Any] = []
    began = time.perf_counter()
    try:
        for piece in pieces:
            results.append(do(tool, piece))  # noqa: PERF401 - results before an error are kept
    except (IbauError, OSError) as error:
        return TaskResult(results, error, time.perf_counter() - began)
    return TaskResult(results, None, time.perf_counter() - began)


# --- Tools: what a worker keeps from one task to the next ------------------------------------------------------------

# Each thread has its own, since tools are not thread-safe.  A tool is closed when its pool is closed, or, if the pool's
# process has died, when the thread begins a task of another pool.


class _OpenTool(NamedTuple):
    source_name: str
    tool: Any
    closing: ExitStack


_open_tools: dict[int, _OpenTool] = {}  # by thread


def tool_for(source: ToolSource) -> Any:
    """This thread's tool of a pool, opened on first use.  Raises what opening it raises."""
    thread = threading.get_ident()
    kept = _open_tools.get(thread)
    if kept is None or kept.source_name != source.name:
        _close(thread)
        with ExitStack() as stack:
            tool = stack.enter_context(source.open_tool())
            kept = _open_tools[thread] = _OpenTool(source.name, tool, stack.pop_all())
    return kept.tool


def close_tools(name: str) -> None:
    """Close the tools of a pool in all threads.

    A tool may still be in use, by a task that began before the pool was closed; its result is not awaited.
    """
    for thread in [thread for thread, kept in list(_open_tools.items()) if kept.source_name == name]:
        _close(thread)


def _close(thread: int) -> None:
    kept = _open_tools.pop(thread, None)
    if kept:
        kept.closing.close()


def close_all_tools() -> None:
    """Close all tools of this process."""
    for thread in list(_open_tools):
        _close(thread)


# --- Processes of this machine ---------------------------------------------------------------------------------------


def process_executor(workers: int, grace: float = 0.0) -> Executor | None:
    """An executor of `workers` processes; None for one worker, which is this process.

    At the end they are killed, even within a task; `grace`: seconds that they have to close their tools.
    """
    if workers > 1 and getattr(current_process(), "_inheriting", False):  # a worker that imports the main script
        os._exit(EXIT_UNGUARDED)
    return None if workers == 1 else ProcessExecutor(workers, grace)


class ProcessExecutor(ProcessPoolExecutor):
    """Processes that begin with the first tasks, ignore interruptions, and end with this process."""

    def __init__(self, workers: int, grace: float) -> None:
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_start_worker)
        self._grace = grace

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with defer_interrupts():
            return super().submit(_run_in_worker, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down; without `wait` the processes are killed, even within a task."""
        workers = [] if wait else list((self._processes or {}).values())
        super().shutdown(wait, cancel_futures=cancel_futures or not wait)
        for process in workers if self._grace and sys.platform != "win32" else ():  # where it kills
            process.terminate()
        for process in workers:
            process.join(self._grace)
            process.kill()
            process.join()


def end_with_parent() -> None:
    """Ignore interruptions in this process, and raise SIGTERM when its parent ends, even if killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_terminate_with_parent, daemon=True).start()


def _terminate_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        main = threading.main_thread().ident
        if sys.platform != "win32" and main:
            signal.pthread_kill(main, signal.SIGTERM)  # wakes the main thread
        else:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def defer_interrupts() -> Generator[None]:
    """Defer interruptions to the end of the block, and start processes in it with interruptions blocked.

    In the main thread only; processes started by another one are interruptible until they ignore signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    deferred: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: deferred.append(number))
    try:
        with _blocked_interrupts():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
        if deferred:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _blocked_interrupts() -> Generator[None]:
    if sys.platform == "win32":  # which lacks signal masks
        yield
        return
    from multiprocessing import resource_tracker  # not in a web page

    resource_tracker.ensure_running()  # started later, it would unblock them (Python 3.11)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    end_with_parent()
    for number in TERMINATION_SIGNALS:
        signal.signal(number, _on_termination)
    Finalize(None, close_all_tools, exitpriority=0)


_in_task = threading.Event()  # set while this process does a task


def _on_termination(_signal: int, _frame: FrameType | None) -> None:
    """End a task by SystemExit, so that its `finally` blocks run, without a second signal.

    Between tasks the process exits at once: an executor that unwinds while it reads or sends a message would leave half
    of it to the other workers.
    """
    for number in TERMINATION_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if _in_task.is_set():
        sys.exit()
    _exit_worker()


def _run_in_worker(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        _in_task.set()
        try:
            return fn(*args, **kwargs)
        finally:
            _in_task.clear()
    except SystemExit:  # otherwise the executor would return it as an error
        _exit_worker()


def _exit_worker() -> NoReturn:
    close_all_tools()
    os._exit(0)
