"""Notes: what all processes of a server share for a while, such as codes for other devices, and rate limits.

A crash may lose them.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol


class Note(NamedTuple):
    """A text that is known for a while."""

    text: str
    until: int  # in milliseconds since 1970, UTC


class Notes(Protocol):
    """Where notes are: a log."""

    now: Callable[[], int]  # in milliseconds since 1970, UTC

    async def update_note(self, key: str, decide: Callable[[Note | None], Note | None]) -> None: ...
