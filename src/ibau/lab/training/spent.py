"""How long a training has been at work, however often it was stopped."""

import os
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from types import TracebackType
from typing import Self

from ibau.core.phrase import N_, Phrase
from ibau.lab.training.files import read_result, write_result

TimeSpent = dict[int, float]  # seconds by the clock, by how many processes were at work


class Watch:
    """Adds the time from now on to what a file holds from earlier; when the block is left, the file holds it all."""

    def __init__(self, file: Path, workers: int, clock: Callable[[], float]) -> None:
        """Raises TrainingError where the file holds something else."""
        self._file = file
        self._workers = workers
        self._clock = clock
        self._earlier = read_result(file, TimeSpent) if file.exists() else {}
        self._begun = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.note()

    @property
    def spent(self) -> TimeSpent:
        """What has been spent by now."""
        now = self._clock() - self._begun
        return {**self._earlier, self._workers: self._earlier.get(self._workers, 0.0) + now}

    def note(self) -> None:
        """Write it down, so that a kill loses none of it."""
        write_result(self._file, self.spent)


def spent_text(spent: TimeSpent, *, on_cluster: bool = False) -> Phrase:
    """A sentence for people, with what this machine has, unless others did the work."""
    parts = [part_text(n, spent[n]) for n in sorted(spent)]
    time = reduce(lambda one, other: Phrase(N_("{one} and {other}"), {"one": one, "other": other}), parts)
    if on_cluster:
        return Phrase(N_("It took {time}, on a cluster."), {"time": time})
    cores = os.cpu_count() or 1
    text = N_("It took {time}, on {count} cores.") if cores > 1 else N_("It took {time}, on {count} core.")
    return Phrase(text, {"time": time, "count": cores})


def part_text(processes: int, seconds: float) -> Phrase:
    """How long so many processes were at work."""
    text = N_("{time} with {count} processes") if processes > 1 else N_("{time} with {count} process")
    return Phrase(text, {"time": clock_text(seconds), "count": processes})


def clock_text(seconds: float) -> str:
    """Hours and minutes, or minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, more = divmod(minutes, 60)
    return f"{hours} h {more:02} min" if hours else f"{minutes} min {rest:02} s"
