"""The pieces of a work, sent in tasks of seconds to the workers of an executor of `concurrent.futures`.

with WorkerPool(process_executor(2), 2, open_tool, worker_died) as pool:
    results = list(pool.map(do, pieces))

The workers are processes of this machine, or those of a cluster (`ibau.lab.cluster`).  Who does a piece must not
matter; processes end with the one that began them, which also decides when.
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
TASKS_AHEAD = 2  # for each worker, so that none is ever idle
CHECK_SECONDS = 1.0  # between two looks at whether there is still somebody who answers
TERMINATION_SIGNALS = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # SIGHUP: no terminal left
EXIT_UNGUARDED = 119  # how a process ends that runs the script which began it, and would begin others
MISSING_MAIN_GUARD = (
    "Several workers run the script again as they begin: put what it does under `if __name__ == '__main__':`."
)

Tool = TypeVar("Tool")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


# --- What a worker keeps from one task to the next: a tool ----------------------------------------------------------

# Each thread has its own, since tools are not made to be shared.  A tool is closed when its work is over.  Nobody says
# so if the process that began the work has died; then the thread closes the tool when it turns to other work.


@dataclass(frozen=True)
class SharedTool(Generic[Tool]):
    """Opens a tool that every worker is sent, and that has nothing to close."""

    tool: Tool

    def __call__(self) -> AbstractContextManager[Tool]:
        return nullcontext(self.tool)


class ToolSource(NamedTuple):
    """Work that is done piece by piece."""

    name: str  # no other work has it
    open_tool: Callable[[], AbstractContextManager[Any]]


class _OpenTool(NamedTuple):
    source_name: str
    tool: Any
    closing: ExitStack


_open_tools: dict[int, _OpenTool] = {}  # by thread


def tool_for(source: ToolSource) -> Any:
    """This thread's tool for a work, opened if there is none yet.  Raises whatever opening it raises."""
    thread = threading.get_ident()
    kept = _open_tools.get(thread)
    if kept is None or kept.source_name != source.name:
        _close(thread)
        with ExitStack() as stack:
            tool = stack.enter_context(source.open_tool())
            kept = _open_tools[thread] = _OpenTool(source.name, tool, stack.pop_all())
    return kept.tool


def close_tools(name: str) -> None:
    """Close the tools of a work that is over, in all threads.

    A thread may still be using its tool, in a task that began before the work was over.  That task may fail; nobody
    waits for it.
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
    """Processes of this machine; None, this one, for one worker.  They end in the midst of their work when it is over.

    This many seconds of `grace` they have to close their tools.
    """
    if workers > 1 and getattr(current_process(), "_inheriting", False):  # it is a worker that runs a script again
        os._exit(EXIT_UNGUARDED)
    return None if workers == 1 else ProcessExecutor(workers, grace)


class ProcessExecutor(ProcessPoolExecutor):
    """Processes that begin with the first tasks, leave interruptions to this one, and do not outlive it."""

    def __init__(self, workers: int, grace: float) -> None:
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_start_worker)
        self._grace = grace

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with ignore_interrupts():
            return super().submit(_run_in_worker, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without a wait they end in the middle of whatever they are doing."""
        workers = [] if wait else list((self._processes or {}).values())
        super().shutdown(wait, cancel_futures=cancel_futures or not wait)
        for process in workers if self._grace and sys.platform != "win32" else ():  # there they would end at once
            process.terminate()
        for process in workers:
            process.join(self._grace)
            process.kill()
            process.join()


def end_with_parent() -> None:
    """Leave interruptions to the process that began this one; when that ends, even by force, SIGTERM comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_terminate_with_parent, daemon=True).start()


def _terminate_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        main = threading.main_thread().ident
        if sys.platform != "win32" and main:
            signal.pthread_kill(main, signal.SIGTERM)  # the main thread may be waiting for work, and hears it there
        else:
            signal.raise_signal(signal.SIGTERM)


@contextmanager
def ignore_interrupts() -> Generator[None]:
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


def _start_worker() -> None:
    end_with_parent()
    for number in TERMINATION_SIGNALS:
        signal.signal(number, _on_termination)
    Finalize(None, close_all_tools, exitpriority=0)


_in_task = threading.Event()  # this process, at a task


def _on_termination(_signal: int, _frame: FrameType | None) -> None:
    """End a task by way of the blocks that close what is open, in which no second signal may fall.

    Between tasks nothing is unwound: an executor that was interrupted while it read or sent a message would leave half
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
    except SystemExit:  # which the executor would take for a result
        _exit_worker()


def _exit_worker() -> NoReturn:
    close_all_tools()
    os._exit(0)


# --- Pieces of a work ------------------------------------------------------------------------------------------------


class WorkerPool(Generic[Tool]):
    """Does the pieces of a work; `open_tool` gives each worker something of its own, with which it does them."""

    def __init__(
        self,
        executor: Executor | None,
        worker_count: int,
        open_tool: Callable[[], AbstractContextManager[Tool]],
        worker_died: IbauError,
    ) -> None:
        """`worker_count` workers, without an executor this process; `worker_died` is raised where they are lost."""
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
        """No more is sent."""
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def check(self) -> None:
        """Raises ClusterError where nobody answers any more: an executor may not say so."""

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what no worker has begun."""
        for future in futures:
            future.cancel()

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Generator[Result]:
        """What becomes of each piece, in their order; there may be no end of them.

        Raises what a piece raises for people to read, and ClusterError where a tool cannot be opened.
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
            for process in workers:  # they have been ended
                process.join()
            is_unguarded = any(process.exitcode == EXIT_UNGUARDED for process in workers)
            raise type(self._worker_died)(MISSING_MAIN_GUARD) if is_unguarded else self._worker_died from error
        finally:
            self.cancel(stream.pending)


class TaskResult(NamedTuple):
    """What has become of a task's pieces, in their order, up to the first that went wrong."""

    results: list[Any]
    error: Exception | None
    seconds: float  # that all of them took


class _TaskStream:
    """Tasks on their way; they are as long as the last one says that they should be."""

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
        """One by one, in the order of the pieces."""
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
    """Do some pieces, wherever this is called."""
    try:
        tool = tool_for(source)
    except (IbauError, OSError) as error:
        return TaskResult([], ClusterError(f"A worker cannot begin: {error}"), 0.0)
    results: list[Any] = []
    began = time.perf_counter()
    try:
        for piece in pieces:
            results.append(do(tool, piece))  # noqa: PERF401 - those before an error count
    except (IbauError, OSError) as error:
        return TaskResult(results, error, time.perf_counter() - began)
    return TaskResult(results, None, time.perf_counter() - began)
