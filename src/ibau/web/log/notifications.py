"""Notifications that a stream has a new version: sent after the append, and possibly lost.

A process that holds a stream in memory catches up when it receives one.  A lost notification costs only time: versions
are compared after each reconnection, and every few seconds where notifications can be lost.
"""

from collections.abc import Callable
from typing import NamedTuple

GONE = -1  # the version of a stream that has ended


class Notification(NamedTuple):
    """Notification of a new version of a stream, or of a message to the listeners of a game."""

    stream: str
    version: int
    message: str = ""  # to the listeners of a game; not stored


Receive = Callable[[Notification], None]


class Notifications:
    """Notifications within one process, which are never lost."""

    def __init__(self) -> None:
        self._subscribers: list[tuple[Receive, Callable[[], None]]] = []

    def listen(self, receive: Receive, compare: Callable[[], None]) -> None:
        """Subscribe: `receive` gets each notification, and `compare` is called when some may have been lost."""
        self._subscribers.append((receive, compare))

    def send(self, notification: Notification) -> None:
        """Send a notification to all subscribers."""
        self._publish(notification)

    def _publish(self, notification: Notification) -> None:
        for receive, _ in self._subscribers:
            receive(notification)

    async def close(self) -> None:
        """Stop sending and receiving."""
