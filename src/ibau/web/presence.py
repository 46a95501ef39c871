"""Who is there: since when nobody is at a seat, by a monotonic clock: to set the clock of the house changes nothing."""

import time
from collections.abc import Callable, Collection, Mapping

from ibau.core.outcome import FIRST, SECOND


class Presence:
    """The seats that nobody is at; at first all of them, from now on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = dict.fromkeys((FIRST, SECOND), clock())

    def note(self, here: Collection[int]) -> None:
        """From now on somebody is at these seats, and at no other."""
        now = self._clock()
        self._left = {seat: self._left.get(seat, now) for seat in (FIRST, SECOND) if seat not in here}

    def expect(self, seat: int) -> None:
        """Somebody has just got this seat: until now, nobody can have left it."""
        if seat in self._left:
            self._left[seat] = self._clock()

    def away(self) -> Mapping[int, float]:
        """For how many seconds nobody has been at a seat, for those where nobody is."""
        now = self._clock()
        return {seat: now - left for seat, left in self._left.items()}
