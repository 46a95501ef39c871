"""Hints that a stream has gone on: they come after the event is stored, and may get lost.

Whoever holds a stream in memory hears them and reads on.  What a lost one costs is time, never truth: versions are
compared whenever some may have been lost, and every few seconds where they can be.
"""

from collections.abc import Callable
from typing import NamedTuple

GONE = -1  # the version of a stream that has ended


class Hint(NamedTuple):
    """That a stream has come to a version, or something to pass on to those who are at a game."""

    stream: str
    version: int
    word: str = ""  # to be passed on; it is kept nowhere


Hear = Callable[[Hint], None]


class Hints:
    """Those of one process, which get nowhere else and are never lost."""

    def __init__(self) -> None:
        self._hearers: list[tuple[Hear, Callable[[], None]]] = []

    def listen(self, hear: Hear, compare: Callable[[], None]) -> None:
        """Have all hints heard, and versions compared when some may have been lost."""
        self._hearers.append((hear, compare))

    def send(self, hint: Hint) -> None:
        """Let all who listen hear a hint soon."""
        self._hear(hint)

    def _hear(self, hint: Hint) -> None:
        for hear, _ in self._hearers:
            hear(hint)

    async def close(self) -> None:
        """Send and hear nothing more."""
