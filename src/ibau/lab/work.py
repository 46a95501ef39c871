"""The pieces of a work, sent in tasks of seconds to the workers of an executor of `concurrent.futures`.

with Pool(processes(2), 2, open_tool, death) as pool:
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
SECONDS_TO_LOOK = 1.0  # between two looks at whether there is still somebody who answers
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # SIGHUP: no terminal left
UNGUARDED = 119  # how a process ends that runs the script which began it, and would begin others
AGAIN = "Several workers run the script again as they begin: put what it does under `if __name__ == '__main__':`."

Tool = TypeVar("Tool")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


# --- What a worker keeps from one task to the next: a tool ----------------------------------------------------------

# Each thread has its own, since tools are not made to be shared.  A tool is closed when its work is over.  Nobody says
# so if the process that began the work has died; then the thread closes the tool when it turns to other work.


@dataclass(frozen=True)
class SameTool(Generic[Tool]):
    """Opens a tool that every worker is sent, and that has nothing to close."""

    tool: Tool

    def __call__(self) -> AbstractContextManager[Tool]:
        return nullcontext(self.tool)


class Work(NamedTuple):
    """Work that is done piece by piece."""

    name: str  # no other work has it
    open_tool: Callable[[], AbstractContextManager[Any]]


class _Kept(NamedTuple):
    work: str
    tool: Any
    closing: ExitStack


_kept: dict[int, _Kept] = {}  # by thread


def tool_for(work: Work) -> Any:
    """This thread's tool for a work, opened if there is none yet.  Raises whatever opening it raises."""
    thread = threading.get_ident()
    kept = _kept.get(thread)
    if kept is None or kept.work != work.name:
        _close(thread)
        with ExitStack() as stack:
            tool = stack.enter_context(work.open_tool())
            kept = _kept[thread] = _Kept(work.name, tool, stack.pop_all())
    return kept.tool


def put_away(name: str) -> None:
    """Close the tools of a work that is over, in all threads.

    A thread may still be using its tool, in a task that began before the work was over.  That task may fail; nobody
    waits for it.
    """
    for thread in [thread for thread, kept in list(_kept.items()) if kept.work == name]:
        _close(thread)


def _close(thread: int) -> None:
    kept = _kept.pop(thread, None)
    if kept:
        kept.closing.close()


def put_all_away() -> None:
    """Close all tools of this process."""
    for thread in list(_kept):
        _close(thread)


# --- Processes of this machine ---------------------------------------------------------------------------------------


def processes(workers: int, grace: float = 0.0) -> Executor | None:
    """Processes of this machine; None, this one, for one worker.  They end in the midst of their work when it is over.

    This many seconds of `grace` they have to close their tools.
    """
    if workers > 1 and getattr(current_process(), "_inheriting", False):  # it is a worker that runs a script again
        os._exit(UNGUARDED)
    return None if workers == 1 else Processes(workers, grace)


class Processes(ProcessPoolExecutor):
    """Processes that begin with the first tasks, leave interruptions to this one, and do not outlive it."""

    def __init__(self, workers: int, grace: float) -> None:
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_begin)
        self._grace = grace

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with interruptions_ignored():
            return super().submit(_do, fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without a wait they end in the middle of whatever they are doing."""
        crew = [] if wait else list((self._processes or {}).values())
        super().shutdown(wait, cancel_futures=cancel_futures or not wait)
        for process in crew if self._grace and sys.platform != "win32" else ():  # there they would end at once
            process.terminate()
        for process in crew:
            process.join(self._grace)
            process.kill()
            process.join()


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


def _begin() -> None:
    follow_parent()
    for number in ENDINGS:
        signal.signal(number, _leave)
    Finalize(None, put_all_away, exitpriority=0)


_at_work = threading.Event()  # this process, at a task


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End a task by way of the blocks that close what is open, in which no second signal may fall.

    Between tasks nothing is unwound: an executor that was interrupted while it read or sent a message would leave half
    of it to the other workers.
    """
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    if _at_work.is_set():
        sys.exit()
    _end()


def _do(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        _at_work.set()
        try:
            return fn(*args, **kwargs)
        finally:
            _at_work.clear()
    except SystemExit:  # which the executor would take for a result
        _end()


def _end() -> NoReturn:
    put_all_away()
    os._exit(0)


# --- Pieces of a work ------------------------------------------------------------------------------------------------


class Pool(Generic[Tool]):
    """Does the pieces of a work; `open_tool` gives each worker something of its own, with which it does them."""

    def __init__(
        self,
        executor: Executor | None,
        count: int,
        open_tool: Callable[[], AbstractContextManager[Tool]],
        death: IbauError,
    ) -> None:
        """`count` is how many are at work, without an executor this process; `death` is raised where they are lost."""
        self.count = count
        self.work = Work(secrets.token_hex(8), open_tool)
        self._executor = executor
        self._death = death

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        put_away(self.work.name)

    def close(self) -> None:
        """No more is sent."""
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def check(self) -> None:
        """Raises ClusterError where nobody answers any more: an executor may not say so."""

    def withdraw(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what no worker has begun."""
        for future in futures:
            future.cancel()

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Generator[Result]:
        """What becomes of each piece, in their order; there may be no end of them.

        Raises what a piece raises for people to read, and ClusterError where a tool cannot be opened.
        """
        if not self._executor:
            for piece in pieces:
                yield do(tool_for(self.work), piece)
            return
        sending = _Sending(self._executor, self.check, (self.work, do), pieces, self.count * TASKS_AHEAD)
        try:
            yield from sending.results()
        except BrokenExecutor as error:
            processes: dict[int, BaseProcess] | None = getattr(self._executor, "_processes", None)
            crew = list((processes or {}).values())
            for process in crew:  # they have been ended
                process.join()
            is_unguarded = any(process.exitcode == UNGUARDED for process in crew)
            raise type(self._death)(AGAIN) if is_unguarded else self._death from error
        finally:
            self.withdraw(sending.pending)


class Done(NamedTuple):
    """What has become of a task's pieces, in their order, up to the first that went wrong."""

    results: list[Any]
    error: Exception | None
    seconds: float  # that all of them took


class _Sending:
    """Tasks on their way; they are as long as the last one says that they should be."""

    def __init__(
        self,
        executor: Executor,
        check: Callable[[], None],
        task: tuple[Work, Callable[..., Any]],
        pieces: Iterable[Any],
        ahead: int,
    ) -> None:
        self._submit, self._check, self._task = executor.submit, check, task
        self._pieces = iter(pieces)
        self._ahead = ahead
        self.pending: dict[Future[Done], int] = {}  # the number of each task
        self._done: dict[int, Done] = {}
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
        while not (finished := wait(self.pending, SECONDS_TO_LOOK, FIRST_COMPLETED).done):
            self._check()
        for future in finished:
            done = self._done[self.pending.pop(future)] = future.result()
            if done.results:
                self._size = max(1, round(TASK_SECONDS * len(done.results) / max(done.seconds, 1e-9)))


def do_task(work: Work, do: Callable[[Any, Any], Any], pieces: list[Any]) -> Done:
    """Do some pieces, wherever this is called."""
    try:
        tool = tool_for(work)
    except (IbauError, OSError) as error:
        return Done([], ClusterError(f"A worker cannot begin: {error}"), 0.0)
    results: list[Any] = []
    began = time.perf_counter()
    try:
        for piece in pieces:
            results.append(do(tool, piece))  # noqa: PERF401 - those before an error count
    except (IbauError, OSError) as error:
        return Done(results, error, time.perf_counter() - began)
    return Done(results, None, time.perf_counter() - began)
