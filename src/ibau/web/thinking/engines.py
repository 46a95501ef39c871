"""Who think, for computer players and for analyses, so that the server answers meanwhile; and how they take turns."""

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
STOP = "stop"  # what is said to a worker beside questions
DONE = "done"  # and by it, after the last answer

OnAnswer = Callable[[Any], object]


class Question(Protocol):
    """A value that is sent to the process and answered there; questions.py has them.

    One with `yields_after` gives way to others after this many seconds: its last answer is good enough.
    """

    @property
    def kind(self) -> WorkKind: ...
    @property
    def yields_after(self) -> float: ...

    def answers(self, stop: threading.Event) -> Iterator[Any]:
        """One after the other; once `stop` is set the last comes soon."""
        ...


class Answer(NamedTuple):
    """An answer."""

    answer: Any


class Failure(NamedTuple):
    """There is no answer."""

    reason: str


def answer_question(
    question: Question, stop: threading.Event, send: Callable[[Answer | Failure | str], object]
) -> None:
    """Say each answer as it comes, and at the end DONE or what went wrong."""
    try:
        for answer in question.answers(stop):
            send(Answer(answer))
    except Exception as error:  # noqa: BLE001 - the server tells people and goes on
        send(Failure(f"{type(error).__name__}: {error}"))
    else:
        send(DONE)


class EngineError(Exception):
    """No answer could be had."""


class EnginesClosedError(EngineError):
    """There is nobody any more who thinks."""


class WorkerDiedError(Exception):
    """It ended while it was thinking."""


class Worker(Protocol):
    """One who thinks, about one question at a time: a process, or a worker of a page."""

    async def think(self, question: Question, on_answer: OnAnswer) -> None:
        """Have each answer heard, in the event loop.  Raises WorkerDiedError or EngineError."""
        ...

    def stop(self) -> None:
        """Ask for an answer at once."""
        ...

    async def close(self) -> None:
        """End for good."""
        ...


class Engines:
    """A few workers, at most `each` for one household; questions wait their turn while all are thinking."""

    def __init__(self, workers: Sequence[Worker], each: int | None = None) -> None:
        self.workers = workers
        self._queue = FairQueue(workers, each)
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return len(self._queue)

    @property
    def thinking(self) -> int:
        """How many are thinking."""
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
        """Have each answer heard, in the event loop; all again where a worker has died.  Raises EngineError."""
        for _ in range(MAX_TRIES):
            try:
                return await self._ask(question, on_answer, asker)
            except WorkerDiedError:
                continue
        raise EngineError(f"its process ended {MAX_TRIES} times")

    async def _ask(self, question: Question, on_answer: OnAnswer, asker: Asker) -> None:
        listening = True

        def pass_on(answer: Any) -> None:
            if listening:  # what is said once it was stopped is cut short
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
        """Have an answer at once when others wait, after so long."""
        await asyncio.sleep(seconds)
        await self._queue.has_waiting.wait()
        worker.stop()

    def _release(self, loan: Loan[Worker], thought: "asyncio.Task[None]") -> None:
        if not thought.cancelled():
            thought.exception()  # the caller may have gone; then nobody else looks at it
        self._queue.release(loan)

    async def close(self) -> None:
        """End all of them, and the waiting for them."""
        self._closed = True
        self._queue.fail_waiting(EnginesClosedError())
        await asyncio.gather(*(worker.close() for worker in self.workers))
