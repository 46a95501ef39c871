"""The command `ibau`, also as `python -m ibau`: quiet where it is interrupted before it has begun."""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command.  While Python imports it, Ctrl-C ends it as it does later on, and shows nobody our modules."""
    sys.unraisablehook = interrupted_again
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


def interrupted_again(lost: "sys.UnraisableHookArgs") -> None:
    """An interruption that Python drops because it came while an object was finalized comes once more, soon after."""
    if lost.exc_type is KeyboardInterrupt:
        threading.Timer(0.05, _interrupt).start()
    else:
        sys.__unraisablehook__(lost)


def _interrupt() -> None:
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # wakes what waits, too
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def _leave(number: int, _frame: object = None) -> NoReturn:
    with suppress(OSError):
        os.write(2, b"\n")
    os._exit(128 + number)  # ibau.terminal.main.SIGNALLED


if __name__ == "__main__":
    main()
