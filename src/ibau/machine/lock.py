"""A file that one process at a time may write: the system releases the lock however its holder ends."""

import sys
import time
from typing import BinaryIO

POLL = 0.02  # seconds

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30  # beyond the end of any file: what is locked nobody else can read

    def lock(file: BinaryIO) -> None:
        """Hold a file until it is closed.  Raises BlockingIOError where somebody else does."""
        file.seek(BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
        file.seek(0)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Hold a file until it is closed.  Raises BlockingIOError where somebody else does."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_within(file: BinaryIO, patience: float) -> None:
    """Hold a file as soon as nobody else does; after this many seconds go on without."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            lock(file)
        except BlockingIOError:
            time.sleep(POLL)
        else:
            return
