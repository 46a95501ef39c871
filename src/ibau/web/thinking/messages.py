"""What passes between the server and those who think: down go questions and STOP, up come answers and how it ended."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from ibau.web.thinking.turns import WorkKind

STOP = "stop"
DONE = "done"


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
