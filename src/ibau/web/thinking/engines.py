"""Who think, for computer players and for analyses, so that the server answers meanwhile; and how they take turns."""

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from ibau.core.game import State
from ibau.web.thinking.questions import Choosing
from ibau.web.thinking.turns import NOBODY, Asker, Loan, Turns, WorkKind

TRIES = 3
STOP = "stop"  # what is said to a worker beside questions
DONE = "done"  # and by it, after the last answer

Hear = Callable[[Any], object]


class Question(Protocol):
    """A value that is sent to the process and answered there; questions.py has them.

    One with `patience` gives way to others after this many seconds: its last answer is good enough.
    """

    @property
    def kind(self) -> WorkKind: ...
    @property
    def patience(self) -> float: ...

    def answers(self, stop: threading.Event) -> Iterator[Any]:
        """One after the other; once `stop` is set the last comes soon."""
        ...


class Said(NamedTuple):
    """An answer."""

    answer: Any


class Trouble(NamedTuple):
    """There is no answer."""

    reason: str


def answer(question: Question, stop: threading.Event, say: Callable[[Said | Trouble | str], object]) -> None:
    """Say each answer as it comes, and at the end DONE or what went wrong."""
    try:
        for answer in question.answers(stop):
            say(Said(answer))
    except Exception as error:  # noqa: BLE001 - the server tells people and goes on
        say(Trouble(f"{type(error).__name__}: {error}"))
    else:
        say(DONE)


class EngineFailed(Exception):
    """No answer could be had."""


class EnginesEnded(EngineFailed):
    """There is nobody any more who thinks."""


class WorkerDied(Exception):
    """It ended while it was thinking."""


class Worker(Protocol):
    """One who thinks, about one question at a time: a process, or a worker of a page."""

    async def think(self, question: Question, hear: Hear) -> None:
        """Have each answer heard, in the event loop.  Raises WorkerDied or EngineFailed."""
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
        self._turns = Turns(workers, each)
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
        listening = True

        def pass_on(answer: Any) -> None:
            if listening:  # what is said once it was stopped is cut short
                hear(answer)

        if self._closed:
            raise EnginesEnded
        loan = await self._turns.take(asker, question.kind)
        worker = loan.thing
        thought = asyncio.create_task(worker.think(question, pass_on))
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

    def _done(self, loan: Loan[Worker], thought: "asyncio.Task[None]") -> None:
        if not thought.cancelled():
            thought.exception()  # the caller may have gone; then nobody else looks at it
        self._turns.give_back(loan)

    async def close(self) -> None:
        """End all of them, and the waiting for them."""
        self._closed = True
        self._turns.end(EnginesEnded())
        await asyncio.gather(*(worker.close() for worker in self.workers))
