"""What has ever happened in a game of the server, whatever was taken back of it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ibau.core.line import Line
from ibau.web.log.events import Event, Played, Wished

MOST_EVENTS = 12_000  # of a game; the longest that the rules of any of ours end has 6,001 actions
MOST_IDS = 100  # that are remembered; who asks again asks for one of the last


class Numbers(NamedTuple):
    """The number of an action, and those of the actions before it."""

    last: int
    earlier: "Numbers | None"

    def listed(self) -> list[int]:
        """All of them, in order."""
        found: list[int] = []
        one: Numbers | None = self
        while one:
            found.append(one.last)
            one = one.earlier
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Past:
    """How much has happened, what was played and what was granted.  A value: what happens next gives another one."""

    events: int = 1  # the first one began the game
    plies: int = 0  # those taken back included
    fulfilled: tuple[str, ...] = ()  # the ids of the last wishes that were granted
    numbers: Numbers | None = field(default=None, compare=False, repr=False)  # of the actions of these plies

    @property
    def is_too_long(self) -> bool:
        """Can nothing more be played, since all that has happened is read whenever the game is opened again?"""
        return self.events >= MOST_EVENTS

    def after(self, event: Event, line: Line) -> "Past":
        """The past once this has happened; `line` is the game as it then stands."""
        ids = (*self.fulfilled, event.id)[-MOST_IDS:] if isinstance(event, Wished) and event.id else self.fulfilled
        if not isinstance(event, Played):
            return Past(self.events + 1, self.plies, ids, self.numbers)
        return Past(self.events + 1, self.plies + 1, ids, Numbers(line.last.action, self.numbers))
