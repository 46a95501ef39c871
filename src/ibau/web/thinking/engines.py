"""Processes that think, for computer players and for whoever analyses, so that the server answers meanwhile."""

import asyncio
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from typing import Any

from ibau.core.game import State
from ibau.web.thinking.questions import Choosing
from ibau.web.thinking.worker import STOP, Question, Said, Trouble, work

TRIES = 3
SECONDS_TO_END = 2
PLAYING, ANALYSING = 10, 15  # niceness: the server goes first, and players go before analysis

Hear = Callable[[Any], object]


class EngineFailed(Exception):  # noqa: N818 - it says what is the matter
    """No answer could be had."""


class WorkerDied(Exception):  # noqa: N818
    """The process ended while it was thinking."""


class Worker:
    """One process, started when it is first asked, and again after it has died.

    It thinks in one thread of the server and is stopped and ended from others.
    """

    def __init__(self, niceness: int = PLAYING) -> None:
        self._niceness = niceness
        self._process: SpawnProcess | None = None
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
                context = get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(target=work, args=(theirs, self._niceness), name="player", daemon=True)
                self._process.start()
                theirs.close()

    def _end(self) -> None:
        with self._changing:
            if self._process:
                self._process.kill()
                self._process.join(SECONDS_TO_END)
            self._process = None


class Engines:
    """A few workers; whoever asks while all of them are thinking waits in line."""

    def __init__(self, count: int, niceness: int = PLAYING) -> None:
        self.workers = [Worker(niceness) for _ in range(count)]
        self.waiting = 0  # who wait in line
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self.workers:
            self._idle.put_nowait(worker)

    @property
    def thinking(self) -> int:
        """How many are thinking."""
        return len(self.workers) - self._idle.qsize()

    async def choose(self, state: State, level: str) -> str:
        """The action of a computer player.  Raises EngineFailed."""
        answers: list[str] = []
        await self.ask(Choosing(state, level, secrets.randbits(62)), answers.append)
        return answers[-1]

    async def ask(self, question: Question, hear: Hear) -> None:
        """Have each answer heard, in the event loop; all again where a worker has died.  Raises EngineFailed."""
        for _ in range(TRIES):
            try:
                return await self._ask(question, hear)
            except WorkerDied:
                continue
        raise EngineFailed(f"its process ended {TRIES} times")

    async def _ask(self, question: Question, hear: Hear) -> None:
        loop = asyncio.get_running_loop()
        listening = True

        def pass_on(answer: Any) -> None:
            if listening:  # what is said once it was stopped is cut short
                hear(answer)

        def from_thread(answer: Any) -> None:
            loop.call_soon_threadsafe(pass_on, answer)

        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        thought = asyncio.create_task(asyncio.to_thread(worker.think, question, from_thread))
        thought.add_done_callback(partial(self._done, worker))
        try:
            await asyncio.shield(thought)
        except asyncio.CancelledError:
            listening = False
            worker.stop()
            raise

    def _done(self, worker: Worker, thought: "asyncio.Future[None]") -> None:
        if not thought.cancelled():
            thought.exception()  # whoever asked may have gone; then nobody else looks at it
        self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(asyncio.to_thread(worker.close) for worker in self.workers))
