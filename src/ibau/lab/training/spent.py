"""How long a training has been at work, however often it was stopped."""

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

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


def spent_text(spent: TimeSpent, *, on_cluster: bool = False) -> str:
    """A sentence for people, with what this machine has, unless others did the work."""
    time = " and ".join(part_text(n, spent[n]) for n in sorted(spent))
    cores = os.cpu_count() or 1
    return f"It took {time}, on {'a cluster' if on_cluster else f'{cores} core' + 's' * (cores > 1)}."


def part_text(processes: int, seconds: float) -> str:
    """How long this many processes were at work."""
    return f"{clock_text(seconds)} with {processes} process{'es' if processes > 1 else ''}"


def clock_text(seconds: float) -> str:
    """Hours and minutes, or minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, more = divmod(minutes, 60)
    return f"{hours} h {more:02} min" if hours else f"{minutes} min {rest:02} s"
