"""The process in which questions are answered that take thought.

Down the pipe come `Question`s, and STOP for the one being thought about.  Up go each answer as `Said`, and at the end
DONE or a `Trouble`.
"""

import os
import queue
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from ibau.machine.host import give_way
from ibau.web.thinking.messages import STOP, Question, answer


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
        begun = questions.get()
        answer(begun.question, begun.stop, pipe.send)


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
