"""The command `ibau`, also as `python -m ibau`: quiet where it is interrupted before it has begun."""

import os
import signal
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command.  While Python imports it, Ctrl-C ends it as it does later on, and shows nobody our modules."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # else somebody wants it ignored
        signal.signal(signal.SIGINT, _leave)
    from ibau.terminal.main import main as run

    try:
        signal.signal(signal.SIGINT, usual)
        run()
    except KeyboardInterrupt:  # before the command listens for it
        _leave(signal.SIGINT)


def _leave(number: int, _frame: object = None) -> NoReturn:
    """End at once: nothing has been done, and an exception might get lost in an import."""
    with suppress(OSError):
        os.write(2, b"\n")
    os._exit(128 + number)  # ibau.terminal.main.SIGNALLED


if __name__ == "__main__":
    main()
