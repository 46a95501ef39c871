"""Engines: pools of workers that think for computer players and analyses while the server goes on."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from ibau.core.game import State
from ibau.web.thinking.fair_queue import ANONYMOUS, Asker, FairQueue, Loan, WorkKind
from ibau.web.thinking.questions import MoveQuestion

MAX_TRIES = 3
STOP = "stop"  # to a worker, like questions
DONE = "done"  # from it, after the last answer

OnAnswer = Callable[[Any], object]


class Question(Protocol):
    """A value that is sent to a worker and answered there; questions.py has them.

    One with `yields_after` gives way to others after this many seconds: its latest answer is good enough.
    """

    @property
    def kind(self) -> WorkKind: ...
    @property
    def yields_after(self) -> float: ...

    def answers(self, stop: threading.Event) -> Iterator[Any]:
        """Yield the answers; once `stop` is set, the last one comes soon."""
        ...


class Answer(NamedTuple):
    """An answer."""

    answer: Any


class Failure(NamedTuple):
    """The reason why there is no answer."""

    reason: str


def answer_question(
    question: Question, stop: threading.Event, send: Callable[[Answer | Failure | str], object]
) -> None:
    """Send each answer as it comes, and at the end DONE or a Failure."""
    try:
        for answer in question.answers(stop):
            send(Answer(answer))
    except Exception as error:  # noqa: BLE001 - the server reports it and goes on
        send(Failure(f"{type(error).__name__}: {error}"))
    else:
        send(DONE)


class EngineError(Exception):
    """There is no answer."""


class EnginesClosedError(EngineError):
    """The engines are closed."""


class WorkerDiedError(Exception):
    """A worker ended while it was thinking."""


class Worker(Protocol):
    """A worker that answers one question at a time: a process, or a worker of a page."""

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Call `on_answer` with each answer, in the event loop.  Raises WorkerDiedError or EngineError."""
        ...

    def stop(self) -> None:
        """Ask for an answer at once."""
        ...

    async def close(self) -> None:
        """End the worker for good."""
        ...


class Engines:
    """A pool of workers, at most `each` per household; questions wait in a fair queue."""

    def __init__(self, workers: Sequence[Worker], each: int | None = None) -> None:
        self.workers = workers
        self._queue = FairQueue(workers, each)
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of waiting questions."""
        return len(self._queue)

    @property
    def thinking(self) -> int:
        """The number of workers that are thinking."""
        return len(self.workers) - len(self._queue.free)

    async def choose(self, state: State, level: str, asker: Asker = ANONYMOUS) -> str:
        """The action of a computer player.  Raises EngineError."""
        answer: str = await self.answer(MoveQuestion(state, level, secrets.randbits(62)), asker)
        return answer

    async def answer(self, question: Question, asker: Asker = ANONYMOUS) -> Any:
        """The last answer.  Raises EngineError."""
        answers: list[Any] = []
        await self.ask(question, answers.append, asker)
        return answers[-1]

    async def ask(self, question: Question, on_answer: OnAnswer, asker: Asker = ANONYMOUS) -> None:
        """Call `on_answer` with each answer, in the event loop; repeats all if a worker dies.  Raises EngineError."""
        for _ in range(MAX_TRIES):
            try:
                return await self._ask(question, on_answer, asker)
            except WorkerDiedError:
                continue
        raise EngineError(f"its process ended {MAX_TRIES} times")

    async def _ask(self, question: Question, on_answer: OnAnswer, asker: Asker) -> None:
        listening = True

        def pass_on(answer: Any) -> None:
            if listening:  # an answer after a stop is cut short
                on_answer(answer)

        if self._closed:
            raise EnginesClosedError
        loan = await self._queue.acquire(asker, question.kind)
        worker = loan.thing
        thought = asyncio.create_task(worker.think(question, pass_on))
        thought.add_done_callback(partial(self._release, loan))
        if question.yields_after:
            ending = asyncio.create_task(self._stop_if_crowded(worker, question.yields_after))
            thought.add_done_callback(lambda _: ending.cancel())
        try:
            await asyncio.shield(thought)
        except asyncio.CancelledError:
            listening = False
            worker.stop()
            raise

    async def _stop_if_crowded(self, worker: Worker, seconds: float) -> None:
        """Ask for an answer as soon as others wait, but not before this many seconds."""
        await asyncio.sleep(seconds)
        await self._queue.has_waiting.wait()
        worker.stop()

    def _release(self, loan: Loan[Worker], thought: "asyncio.Task[None]") -> None:
        if not thought.cancelled():
            thought.exception()  # mark it as retrieved: the caller may have gone
        self._queue.release(loan)

    async def close(self) -> None:
        """End all workers; waiting questions get an error."""
        self._closed = True
        self._queue.fail_waiting(EnginesClosedError())
        await asyncio.gather(*(worker.close() for worker in self.workers))
