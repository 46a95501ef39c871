"""Engines of the offline page: a second Web Worker answers questions, in messages as of thinking/engines.py."""

import asyncio
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from ibau.web.thinking.engines import Answer, EngineError, Failure, OnAnswer, Question, WorkerDiedError, answer_question

POLL_INTERVAL = 0.02  # seconds between two checks whether to stop


class WorkerPort(Protocol):
    """A Web Worker as the page sees it; JavaScript makes it."""

    def say(self, message: bytes) -> None:
        """Send a message; starts a worker if there is none."""
        ...

    def stop(self) -> None:
        """Ask the worker for its answer, or end it if it does not react."""
        ...

    def close(self) -> None:
        """End the worker."""
        ...


class PageWorker:
    """One worker of the page, which answers one question at a time."""

    def __init__(self, start: Callable[[Callable[[bytes | None], None]], WorkerPort]) -> None:
        """`start` is called with the function that receives each message, and None when the worker has ended."""
        self._received: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._port = start(self._received.put_nowait)

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Call `on_answer` with each answer.  Raises WorkerDiedError or EngineError."""
        self._port.say(pickle.dumps(question))
        while isinstance(message := await self._receive(), Answer):
            on_answer(message.answer)
        if isinstance(message, Failure):
            raise EngineError(message.reason)

    async def _receive(self) -> Any:
        message = await self._received.get()
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
    """Answers questions where they are asked, so they should be short."""

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Call `on_answer` with each answer.  Raises EngineError."""
        messages: list[Answer | Failure | str] = []
        answer_question(question, threading.Event(), messages.append)
        for message in messages:
            if isinstance(message, Answer):
                on_answer(message.answer)
            elif isinstance(message, Failure):
                raise EngineError(message.reason)

    def stop(self) -> None:
        """Do nothing: the question has been answered."""

    async def close(self) -> None:
        """Do nothing: there is no worker."""


# --- In the engine worker --------------------------------------------------------------------------------------------


class PolledStop(threading.Event):
    """An event that is set once `should_stop()`, polled when the event is checked, returns true."""

    def __init__(self, should_stop: Callable[[], bool]) -> None:
        super().__init__()
        self._should_stop = should_stop
        self._polled_at = time.perf_counter()

    def is_set(self) -> bool:
        now = time.perf_counter()
        if not super().is_set() and now - self._polled_at >= POLL_INTERVAL:
            if self._should_stop():
                self.set()
            self._polled_at = time.perf_counter()
        return super().is_set()


def answer_message(message: bytes, send: Callable[[bytes], object], should_stop: Callable[[], bool]) -> None:
    """Answer a question of the page's application, in messages for `send`."""
    question: Question = pickle.loads(message)  # noqa: S301 - a worker of the same page has made it
    answer_question(question, PolledStop(should_stop), lambda answer: send(pickle.dumps(answer)))
