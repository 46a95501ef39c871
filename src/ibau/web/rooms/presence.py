"""Presence: which seats are empty and for how long, by a monotonic clock, and notices about it to the listeners."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping

from ibau.core.outcome import FIRST, SECOND
from ibau.web.hosted.views import away_view
from ibau.web.log.store import WATCHER, Absent
from ibau.web.protocol import SECONDS_TO_CLAIM, Away
from ibau.web.protocol.from_server import PresenceMessage
from ibau.web.rooms.context import RoomContext, RoomHost

PRESENT = 1 << 62  # the end of attendance of a connected player
NOTICE_DELAY = 1.0  # seconds, so that reloading a page causes no notice


class Absence:
    """Tracks since when seats are empty; initially all are, from now on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = dict.fromkeys((FIRST, SECOND), clock())

    def update(self, here: Collection[int]) -> None:
        """Set which seats are occupied from now on."""
        now = self._clock()
        self._left = {seat: self._left.get(seat, now) for seat in (FIRST, SECOND) if seat not in here}

    def seconds(self) -> Mapping[int, float]:
        """Return for how many seconds each empty seat has been empty."""
        now = self._clock()
        return {seat: now - left for seat, left in self._left.items()}


class Presence:
    """Tracks the players of a room at all processes, and broadcasts changes after a short delay."""

    def __init__(self, host: RoomHost, shared: RoomContext) -> None:
        self._absence = Absence()
        self._host = host
        self._shared = shared
        self._here: set[int] = set()  # the occupied seats
        self._elsewhere: Mapping[int, int] = {}  # by seat, until when a player was seen by any process
        self._sent: list[Away] | None = None
        self._timer: asyncio.TimerHandle | None = None  # of the next notice

    def update(self) -> None:
        """Update after a listener entered, left or took a seat."""
        here = {seat for listener in self._host.listeners for seat in listener.seats or (WATCHER,)}
        self._absence.update(here)
        for seat in here ^ self._here if self._shared.store.is_shared else ():
            self._shared.attending[self._host.name, seat] = PRESENT if seat in here else self._shared.store.now()
        self._here = here
        self._schedule_notice()

    def set_elsewhere(self, elsewhere: Mapping[int, int]) -> None:
        """Set until when players are present at any process, by seat."""
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._schedule_notice()

    async def refresh(self) -> None:
        """Read the attendance at all processes.  Raises StoreFullError."""
        known = await self._shared.store.attendance([self._host.name])
        self.set_elsewhere({seat: until for (_, seat), until in known.items()})

    def _schedule_notice(self) -> None:
        if self._host.hosted.seats.has_friends and not self._timer:
            self._timer = asyncio.get_running_loop().call_later(NOTICE_DELAY, self._broadcast)

    def view(self) -> list[Away] | None:
        """Return the view of absent players."""
        return away_view(self._host.hosted, self.away())

    def away(self) -> Mapping[int, float]:
        """Return for how many seconds each empty seat has been empty at all processes."""
        now = self._shared.store.now()
        unseen = {
            seat: min(seconds, (now - self._elsewhere.get(seat, 0)) / 1000)
            for seat, seconds in self._absence.seconds().items()
            if self._elsewhere.get(seat, 0) <= now
        }
        return self._host.hosted.seats.away(unseen, now)

    def absent(self, seat: int) -> Absent | None:
        """Return the condition for claiming the win over a seat; None where attendance elsewhere is irrelevant."""
        if seat in self._host.hosted.seats.left_seats or not self._shared.store.is_shared:
            return None
        return Absent(seat, self._shared.store.now() - 1000 * SECONDS_TO_CLAIM)

    def _broadcast(self) -> None:
        self._timer = None
        now = self.view()
        if now is not None and has_changed(now, self._sent):
            self._sent = now
            self._host.broadcast(lambda _: PresenceMessage(now))


def has_changed(now: list[Away], before: list[Away] | None) -> bool:
    """Do two views differ in more than the elapsed time?"""
    gone, were_gone = ([(away.seat, away.gone) for away in view] for view in (now, before or []))
    return before is None or gone != were_gone
