"""Processes that think, each asked through a pipe by a thread of the server.

Down the pipe come `Question`s, and STOP for the one being thought about.  Up go each answer as `Answer`, and at the end
DONE or a `Failure`.
"""

import asyncio
import os
import queue
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from ibau.machine.os_support import lower_priority
from ibau.web.thinking.engines import (
    STOP,
    Answer,
    EngineError,
    Engines,
    Failure,
    OnAnswer,
    Question,
    WorkerDiedError,
    answer_question,
)

JOIN_TIMEOUT = 2
READER_NICENESS, PLAYER_NICENESS, ANALYST_NICENESS = 5, 10, 15  # the server first, players before analysis
START_METHOD = next(known for known in ("forkserver", "spawn") if known in get_all_start_methods())


def preload_forkserver(*modules: str) -> None:
    """Have a process ready from which workers are forked, where the system can, with all that these modules import."""
    if sys.platform != "win32" and START_METHOD == "forkserver":
        from multiprocessing import forkserver  # Windows lacks what it needs

        forkserver.set_forkserver_preload(list(modules))
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the server
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def process_pool(count: int, niceness: int = PLAYER_NICENESS, each: int | None = None) -> Engines:
    """Engines that think in processes, which give way to others; at most `each` for one household."""
    return Engines([WorkerProcess(niceness) for _ in range(count)], each)


class WorkerProcess:
    """One process, started when it is first asked, and again after it has died.

    One thread of the server waits for its answers; it is stopped and ended from others.
    """

    def __init__(self, niceness: int = PLAYER_NICENESS) -> None:
        self._niceness = niceness
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._closed = False
        self._changing = threading.Lock()  # held while the process begins or ends

    @property
    def pid(self) -> int | None:
        """The process, where there is one."""
        return self._process.pid if self._process else None

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Have each answer heard, in the event loop.  Raises WorkerDiedError or EngineError."""
        loop = asyncio.get_running_loop()

        def pass_on(answer: Any) -> None:
            loop.call_soon_threadsafe(on_answer, answer)

        await loop.run_in_executor(self._thread, self.converse, question, pass_on)

    def converse(self, question: Question, on_answer: OnAnswer) -> None:
        """Have each answer heard, in this thread.  Raises WorkerDiedError or EngineError.  Blocks."""
        try:
            self._begin()
            self._pipe.send(question)
            while isinstance(message := self._pipe.recv(), Answer):
                on_answer(message.answer)
        except (EOFError, OSError) as error:
            self._end()
            raise WorkerDiedError from error
        if isinstance(message, Failure):
            raise EngineError(message.reason)

    def stop(self) -> None:
        """Ask for an answer at once."""
        with self._changing, suppress(OSError):  # it has ended: then it is not thinking either
            if self._process:
                self._pipe.send(STOP)

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        await asyncio.to_thread(self._end)
        self._thread.shutdown(wait=False)

    def _begin(self) -> None:
        with self._changing:
            if self._closed:
                raise EOFError("closed")
            if self._process is None:
                context: Any = get_context(START_METHOD)
                self._pipe, theirs = context.Pipe()
                process = context.Process(target=worker_main, args=(theirs, self._niceness), name="player", daemon=True)
                process.start()
                self._process = process
                theirs.close()

    def _end(self) -> None:
        with self._changing:
            if self._process:
                self._process.kill()
                self._process.join(JOIN_TIMEOUT)
            self._process = None


# --- In the process ---------------------------------------------------------------------------------------------------


class _OpenQuestion(NamedTuple):
    question: Question
    stop: threading.Event


def worker_main(pipe: "Connection[Any, Any]", niceness: int) -> None:
    """Answer questions until the pipe closes, letting others go first: the server, and whatever else runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    lower_priority(niceness)
    questions: queue.SimpleQueue[_OpenQuestion] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    while True:
        begun = questions.get()
        answer_question(begun.question, begun.stop, pipe.send)


def _listen(pipe: "Connection[Any, Any]", questions: "queue.SimpleQueue[_OpenQuestion]") -> None:
    stop = threading.Event()
    try:
        while True:
            message = pipe.recv()
            if message == STOP:
                stop.set()
            else:
                stop = threading.Event()
                questions.put(_OpenQuestion(message, stop))
    except Exception:  # noqa: BLE001 - the server has gone, or its question cannot be read: then it begins another process
        os._exit(0)
