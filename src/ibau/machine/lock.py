"""Exclusive locks of files between processes, which the system releases however the holder ends."""

import sys
import time
from typing import BinaryIO

POLL = 0.02  # seconds

if sys.platform == "win32":
    import msvcrt

    BEYOND = 1 << 30  # beyond the end of any file, as other processes cannot read locked bytes

    def lock(file: BinaryIO) -> None:
        """Lock a file until it is closed.  Raises BlockingIOError if another process holds the lock."""
        file.seek(BEYOND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
        file.seek(0)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Lock a file until it is closed.  Raises BlockingIOError if another process holds the lock."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_within(file: BinaryIO, patience: float) -> None:
    """Wait up to `patience` seconds for the lock of a file, then go on without it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            lock(file)
        except BlockingIOError:
            time.sleep(POLL)
        else:
            return
