"""How long a run will take yet: by the positions left, and the sweeps that groups before took."""

from collections.abc import Sequence

ENOUGH = 2.0  # seconds at a group until its speed is known
LEAST = 0.1  # of a group's sweeps that are still expected when it takes more than any before


class Forecast:
    """Counts positions swept, and expects of a group as many sweeps as the most that one has taken.

    All positions are expected to take as long as those of the group under way.  The first step of all is not timed,
    since loops are compiled in it.
    """

    def __init__(self, positions: Sequence[int], usual: float) -> None:
        """Expect the groups in this order, each in as many sweeps as are usual until one is done."""
        self._waiting = list(positions)
        self._usual = usual
        self._most = 0.0  # sweeps of a group that is done
        self._sweeps = 0.0  # of the one under way
        self._timed = self._seconds = 0.0  # sweeps of it, and how long they took
        self._is_first = True

    def swept(self, sweeps: float, seconds: float) -> None:
        """The group under way has been swept once or twice, or in part."""
        self._sweeps += sweeps
        if not self._is_first:
            self._timed += sweeps
            self._seconds += seconds
        self._is_first = False

    def done(self) -> None:
        """The group under way is done."""
        self._most = max(self._most, self._sweeps)
        self._sweeps = self._timed = self._seconds = 0.0
        del self._waiting[0]

    @property
    def left(self) -> float | None:
        """About this many seconds; None where that cannot be told yet."""
        if self._seconds < ENOUGH:
            return None
        expected = self._most or self._usual
        here, *others = self._waiting
        sweeps = max(expected - self._sweeps, LEAST * self._sweeps) + expected * sum(others) / here
        return sweeps * self._seconds / self._timed
