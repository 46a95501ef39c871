"""The process in which questions are answered that take thought.

Down the pipe come `Question`s, and STOP for the one being thought about.  Up go each answer as `Said`, and at the end
DONE or a `Trouble`.
"""

import os
import queue
import signal
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol

from ibau.machine.host import give_way
from ibau.web.thinking.turns import Kind

STOP = "stop"
DONE = "done"


class Question(Protocol):
    """A value that is sent to the process and answered there; questions.py has them.

    One with `patience` gives way to others after this many seconds: its last answer is good enough.
    """

    @property
    def kind(self) -> Kind: ...
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


class _Begun(NamedTuple):
    question: Question
    stop: threading.Event


def work(pipe: "Connection[Any, Any]", niceness: int) -> None:
    """Answer questions until the pipe closes, letting others go first: the server, and whatever else runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    give_way(niceness)
    questions: queue.SimpleQueue[_Begun] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    while True:
        _answer(questions.get(), pipe)


def _listen(pipe: "Connection[Any, Any]", questions: "queue.SimpleQueue[_Begun]") -> None:
    stop = threading.Event()
    try:
        while True:
            message = pipe.recv()
            if message == STOP:
                stop.set()
            else:
                stop = threading.Event()
                questions.put(_Begun(message, stop))
    except Exception:  # noqa: BLE001 - the server has gone, or its question cannot be read: then it begins another process
        os._exit(0)


def _answer(begun: _Begun, pipe: "Connection[Any, Any]") -> None:
    try:
        for answer in begun.question.answers(begun.stop):
            pipe.send(Said(answer))
    except Exception as error:  # noqa: BLE001 - the server tells people and goes on
        pipe.send(Trouble(f"{type(error).__name__}: {error}"))
    else:
        pipe.send(DONE)
