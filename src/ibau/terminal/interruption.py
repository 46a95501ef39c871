"""What Ctrl-C does while something is worked out: what is known so far is still shown."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopped_by_interruption() -> Generator[threading.Event]:
    """What the first interruption within the block sets instead of ending it at once; the second one ends it.

    Only the main thread can arrange that.
    """
    stop, before = threading.Event(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
