"""Hints that a stream has new events: they come after the events are stored, and may get lost.

Whoever holds a stream in memory listens, and reads the events.  A lost hint costs time but never an event: versions are
compared whenever hints may have been lost, and every few seconds where they can be.
"""

from collections.abc import Callable
from typing import NamedTuple

GONE = -1  # the version of a stream that has ended


class Hint(NamedTuple):
    """The version that a stream has come to, or a word to pass on to those who are at its game."""

    stream: str
    version: int
    word: str = ""  # to pass on; no event, stored nowhere


Hear = Callable[[Hint], None]


class Hints:
    """The hints of one process, which reach no other one and are never lost."""

    def __init__(self) -> None:
        self._hearers: list[tuple[Hear, Callable[[], None]]] = []

    def listen(self, hear: Hear, compare: Callable[[], None]) -> None:
        """Call `hear` with every hint, and `compare` when some may have been lost."""
        self._hearers.append((hear, compare))

    def send(self, hint: Hint) -> None:
        """Let all who listen hear a hint soon."""
        self._hear(hint)

    def _hear(self, hint: Hint) -> None:
        for hear, _ in self._hearers:
            hear(hint)

    async def close(self) -> None:
        """Send and hear nothing more."""
