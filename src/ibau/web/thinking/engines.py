"""Processes that think, for computer players and for analyses, so that the server answers meanwhile."""

import asyncio
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.process import BaseProcess
from typing import Any

from ibau.core.game import State
from ibau.web.thinking.questions import Choosing
from ibau.web.thinking.turns import NOBODY, Asker, Loan, Turns
from ibau.web.thinking.worker import STOP, Question, Said, Trouble, work

TRIES = 3
SECONDS_TO_END = 2
READING, PLAYING, ANALYSING = 5, 10, 15  # niceness: the server goes first, and players go before analysis
METHOD = next(known for known in ("forkserver", "spawn") if known in get_all_start_methods())

Hear = Callable[[Any], object]


def prepare(*modules: str) -> None:
    """Have a process ready from which workers are forked, where the system can, with all that these modules import."""
    if sys.platform != "win32" and METHOD == "forkserver":
        from multiprocessing import forkserver  # Windows lacks what it needs

        forkserver.set_forkserver_preload(list(modules))
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for the server
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class EngineFailed(Exception):  # noqa: N818 - it says what is the matter
    """No answer could be had."""


class EnginesEnded(EngineFailed):
    """There is nobody any more who thinks."""


class WorkerDied(Exception):  # noqa: N818
    """The process ended while it was thinking."""


class Worker:
    """One process, started when it is first asked, and again after it has died.

    It thinks in one thread of the server and is stopped and ended from others.
    """

    def __init__(self, niceness: int = PLAYING) -> None:
        self._niceness = niceness
        self._process: BaseProcess | None = None
        self._pipe: Any = None
        self._closed = False
        self._changing = threading.Lock()  # held while the process begins or ends

    @property
    def pid(self) -> int | None:
        """The process, where there is one."""
        return self._process.pid if self._process else None

    def think(self, question: Question, hear: Hear) -> None:
        """Have each answer heard.  Raises WorkerDied or EngineFailed.  Blocks."""
        try:
            self._begin()
            self._pipe.send(question)
            while isinstance(message := self._pipe.recv(), Said):
                hear(message.answer)
        except (EOFError, OSError) as error:
            self._end()
            raise WorkerDied from error
        if isinstance(message, Trouble):
            raise EngineFailed(message.reason)

    def stop(self) -> None:
        """Ask for an answer at once."""
        with self._changing, suppress(OSError):  # it has ended: then it is not thinking either
            if self._process:
                self._pipe.send(STOP)

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._end()

    def _begin(self) -> None:
        with self._changing:
            if self._closed:
                raise EOFError("closed")
            if self._process is None:
                context: Any = get_context(METHOD)
                self._pipe, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs, self._niceness), name="player", daemon=True)
                process.start()
                self._process = process
                theirs.close()

    def _end(self) -> None:
        with self._changing:
            if self._process:
                self._process.kill()
                self._process.join(SECONDS_TO_END)
            self._process = None


class Engines:
    """A few workers, at most `each` for one household; questions wait their turn while all are thinking."""

    def __init__(self, count: int, niceness: int = PLAYING, each: int | None = None) -> None:
        self.workers = [Worker(niceness) for _ in range(count)]
        self._turns = Turns(self.workers, each)
        self._threads = ThreadPoolExecutor(count, "thinking")
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return len(self._turns)

    @property
    def thinking(self) -> int:
        """How many are thinking."""
        return len(self.workers) - len(self._turns.free)

    async def choose(self, state: State, level: str, asker: Asker = NOBODY) -> str:
        """The action of a computer player.  Raises EngineFailed."""
        answer: str = await self.answer(Choosing(state, level, secrets.randbits(62)), asker)
        return answer

    async def answer(self, question: Question, asker: Asker = NOBODY) -> Any:
        """The last answer.  Raises EngineFailed."""
        answers: list[Any] = []
        await self.ask(question, answers.append, asker)
        return answers[-1]

    async def ask(self, question: Question, hear: Hear, asker: Asker = NOBODY) -> None:
        """Have each answer heard, in the event loop; all again where a worker has died.  Raises EngineFailed."""
        for _ in range(TRIES):
            try:
                return await self._ask(question, hear, asker)
            except WorkerDied:
                continue
        raise EngineFailed(f"its process ended {TRIES} times")

    async def _ask(self, question: Question, hear: Hear, asker: Asker) -> None:
        loop = asyncio.get_running_loop()
        listening = True

        def pass_on(answer: Any) -> None:
            if listening:  # what is said once it was stopped is cut short
                hear(answer)

        def from_thread(answer: Any) -> None:
            loop.call_soon_threadsafe(pass_on, answer)

        if self._closed:
            raise EnginesEnded
        loan = await self._turns.take(asker, question.kind)
        worker = loan.thing
        thought = asyncio.ensure_future(loop.run_in_executor(self._threads, worker.think, question, from_thread))
        thought.add_done_callback(partial(self._done, loan))
        if question.patience:
            ending = asyncio.create_task(self._give_way(worker, question.patience))
            thought.add_done_callback(lambda _: ending.cancel())
        try:
            await asyncio.shield(thought)
        except asyncio.CancelledError:
            listening = False
            worker.stop()
            raise

    async def _give_way(self, worker: Worker, seconds: float) -> None:
        """Have an answer at once when others wait, after so long."""
        await asyncio.sleep(seconds)
        await self._turns.crowded.wait()
        worker.stop()

    def _done(self, loan: Loan[Worker], thought: "asyncio.Future[None]") -> None:
        if not thought.cancelled():
            thought.exception()  # the caller may have gone; then nobody else looks at it
        self._turns.give_back(loan)

    async def close(self) -> None:
        """End all processes, and the waiting for them."""
        self._closed = True
        self._turns.end(EnginesEnded())
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self.workers))
        self._threads.shutdown(wait=False)
