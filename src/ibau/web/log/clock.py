"""What time it is, for a log that outlives wrong clocks."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], float]  # in seconds


class Calendar:
    """Milliseconds since 1970, UTC.  A clock that is put forward while the server runs does not make time pass.

    One that is put back does turn time back: then nothing looks older than it is.
    """

    def __init__(self, wall: Clock = time.time, steady: Clock = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._begun = wall() - steady()

    def now(self) -> int:
        return int(1000 * min(self._wall(), self._begun + self._steady()))


def today() -> str:
    """The date, UTC."""
    return datetime.now(UTC).date().isoformat()
