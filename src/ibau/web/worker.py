"""The process in which a computer player thinks.

Down the pipe come `Question`s, and STOP for the one being thought about.  Up go the number of functions compiled so
far, then the action, or a `Trouble`.
"""

import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ibau.core.game import State
from ibau.core.rule import watch_compilation
from ibau.players import Budget, player

STOP = "stop"
SECONDS_BETWEEN_REPORTS = 0.2
NICENESS = 10  # who thinks lets others go first: the server, and whatever else runs on the machine


class Question(NamedTuple):
    """What does the player `level` do in this state?"""

    state: State
    level: str
    seed: int
    budget: Budget | None = None  # None for that of the level


class Trouble(NamedTuple):
    """The player could not answer."""

    reason: str


class _Begun(NamedTuple):
    question: Question
    stop: threading.Event


def work(pipe: "Connection[Any, Any]") -> None:
    """Answer questions until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    os.nice(NICENESS)
    questions: queue.SimpleQueue[_Begun] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    while True:
        pipe.send(_answer(questions.get(), pipe))


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
    except (EOFError, OSError):
        os._exit(0)  # the server has gone: no use in thinking on


def _answer(begun: _Begun, pipe: "Connection[Any, Any]") -> str | Trouble:
    state, level, seed, budget = begun.question
    try:
        with watch_compilation(_rarely(pipe.send)):
            return player(level, seed).choose(state, budget, stop=begun.stop).action
    except Exception as error:  # noqa: BLE001 - the server tells people and goes on
        return Trouble(f"{type(error).__name__}: {error}")


def _rarely(report: Callable[[int], None]) -> Callable[[int], None]:
    """Pass on what comes, but not everything that comes at once."""
    reported = 0.0

    def passed_on(count: int) -> None:
        nonlocal reported
        if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
            reported = time.monotonic()
            report(count)

    return passed_on
