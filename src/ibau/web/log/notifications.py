"""Notifications that a stream has a new version: sent after the append, and possibly lost.

A process that holds a stream in memory catches up when it receives one.  A lost notification costs only time: versions
are compared after each reconnection, and every few seconds where notifications can be lost.
"""

from collections.abc import Callable
from typing import NamedTuple

GONE = -1  # the version of a stream that has ended


class Hint(NamedTuple):
    """Notification of a new version of a stream, or of a message to the listeners of a game."""

    stream: str
    version: int
    word: str = ""  # the message, which is not stored


Receive = Callable[[Hint], None]


class Hints:
    """Notifications within one process, which are never lost."""

    def __init__(self) -> None:
        self._subscribers: list[tuple[Receive, Callable[[], None]]] = []

    def listen(self, receive: Receive, compare: Callable[[], None]) -> None:
        """Subscribe: `receive` gets each hint, and `compare` is called when some may have been lost."""
        self._subscribers.append((receive, compare))

    def send(self, hint: Hint) -> None:
        """Send a hint to all subscribers."""
        self._publish(hint)

    def _publish(self, hint: Hint) -> None:
        for receive, _ in self._subscribers:
            receive(hint)

    async def close(self) -> None:
        """Stop sending and receiving."""
