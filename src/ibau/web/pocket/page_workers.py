"""Thinking in a page: a worker beside the one in which the application runs, begun at the first thought.

What passes between them is what passes through the pipes of a server (thinking/engines.py), as bytes.
"""

import asyncio
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from ibau.web.thinking.engines import Answer, EngineError, Failure, OnAnswer, Question, WorkerDiedError, answer_question

POLL_INTERVAL = 0.02  # two looks at whether a thought is to stop


class WorkerPort(Protocol):
    """The page's end of a worker."""

    def say(self, message: bytes) -> None:
        """Have it heard there; what is said to nobody begins a worker."""
        ...

    def stop(self) -> None:
        """Have the thought stopped, or where the worker does not hear it, ended."""
        ...

    def close(self) -> None:
        """End the worker."""
        ...


class PageWorker:
    """One worker of the page, which answers one question at a time."""

    def __init__(self, begin: Callable[[Callable[[bytes | None], None]], WorkerPort]) -> None:
        """`begin` is handed what hears each message, and None where the worker has ended."""
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._port = begin(self._heard.put_nowait)

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Have each answer heard.  Raises WorkerDiedError or EngineError."""
        self._port.say(pickle.dumps(question))
        while isinstance(message := await self._said(), Answer):
            on_answer(message.answer)
        if isinstance(message, Failure):
            raise EngineError(message.reason)

    async def _said(self) -> Any:
        message = await self._heard.get()
        if message is None:
            raise WorkerDiedError
        return pickle.loads(message)  # noqa: S301 - a worker of the same page has made it

    def stop(self) -> None:
        """Ask for an answer at once."""
        self._port.stop()

    async def close(self) -> None:
        """End the worker for good."""
        self._port.close()


class InlineWorker:
    """Nobody else: a question is answered where it is asked, so it had better be a short one."""

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Have each answer heard.  Raises EngineError."""
        said: list[Answer | Failure | str] = []
        answer_question(question, threading.Event(), said.append)
        for message in said:
            if isinstance(message, Answer):
                on_answer(message.answer)
            elif isinstance(message, Failure):
                raise EngineError(message.reason)

    def stop(self) -> None:
        """It has been answered by then."""

    async def close(self) -> None:
        """There is nobody."""


# --- In the other worker ---------------------------------------------------------------------------------------------


class PolledStop(threading.Event):
    """Is set once the page says so, which it is asked from time to time while somebody looks."""

    def __init__(self, look: Callable[[], bool]) -> None:
        super().__init__()
        self._look = look
        self._looked = time.perf_counter()

    def is_set(self) -> bool:
        now = time.perf_counter()
        if not super().is_set() and now - self._looked >= POLL_INTERVAL:
            if self._look():
                self.set()
            self._looked = time.perf_counter()
        return super().is_set()


def answer_message(message: bytes, say: Callable[[bytes], object], look: Callable[[], bool]) -> None:
    """Answer a question that came from the other worker; `look` says whether it is to stop."""
    question: Question = pickle.loads(message)  # noqa: S301 - a worker of the same page has made it
    answer_question(question, PolledStop(look), lambda said: say(pickle.dumps(said)))
