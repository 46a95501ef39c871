"""The command `ibau`, also as `python -m ibau`: quiet where it is interrupted before it has begun."""

import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command.  While Python imports it, Ctrl-C ends it as it does later on, and shows nobody our modules."""
    try:
        with ended_at_once():
            from ibau.terminal.main import main as run
        run()
    except KeyboardInterrupt:  # before the command listens for it
        _leave(signal.SIGINT)


@contextmanager
def ended_at_once() -> Generator[None]:
    """Within the block Ctrl-C ends the process: nothing has been done, and an exception might get lost in an import."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield  # somebody wants it ignored, or handles it
        return
    signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _leave(number: int, _frame: object = None) -> NoReturn:
    with suppress(OSError):
        os.write(2, b"\n")
    os._exit(128 + number)  # ibau.terminal.main.SIGNALLED


if __name__ == "__main__":
    main()
