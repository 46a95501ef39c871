"""The queue of an engine's commands, run one after the other in a thread while the engine reads on."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.ugi.ugi_lines import CommandError

MOST_WAITING = 1 << 26  # bytes of queued lines
SECONDS_TO_STOP = 10.0


@dataclass(eq=False)
class EngineJob:
    """A command to run, which ends soon once `stop` is set."""

    do: Callable[["EngineJob"], None]
    size: int  # bytes of its line
    is_long: bool  # may it take a while?
    is_endless: bool = False  # does it run until `stop` is set?
    stop: threading.Event = field(default_factory=threading.Event)


class EngineJobQueue:
    """The commands still to run; errors are reported to `say_error`."""

    def __init__(self, say_error: Callable[[Exception | str], None]) -> None:
        self.broken: BrokenPipeError | None = None  # set once the output is closed
        self._say_error = say_error
        self._jobs: deque[EngineJob] = deque()  # the running one first
        self._waiting = 0  # bytes of their lines
        self._changed = threading.Condition()

    def add(self, job: EngineJob) -> None:
        """Run a job after all before it.  Raises CommandError if the queue is full."""
        with self._changed:
            if self._waiting + job.size > MOST_WAITING:
                raise CommandError(f"too many commands are waiting: the limit is {MOST_WAITING} bytes")
            self._waiting += job.size
            self._jobs.append(job)
            if len(self._jobs) == 1:
                threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_long(self) -> bool:
        """Is there a job that may take a while?"""
        with self._changed:
            return any(job.is_long for job in self._jobs)

    def mark_endless(self, job: EngineJob) -> None:
        """Mark the running job as endless."""
        with self._changed:
            job.is_endless = True
            self._changed.notify_all()

    def stop(self) -> None:
        """Stop all jobs, including those that have not begun."""
        with self._changed:
            for job in self._jobs:
                job.stop.set()

    def finish(self, *, at_once: bool, patience: float | None = None) -> None:
        """Wait until all jobs are done; unless `at_once`, jobs with a limit may reach it, within `patience` seconds.

        A job that does not react to `stop`, as while it compiles, ends with the process.
        """
        until = time.monotonic() + (0 if at_once else math.inf if patience is None else patience)
        with self._changed:
            while self._jobs and (left := until - time.monotonic()) > 0:
                if self._jobs[0].is_endless:
                    self._jobs[0].stop.set()
                self._changed.wait(None if left == math.inf else left)
            self.stop()
            self._changed.wait_for(lambda: not self._jobs, SECONDS_TO_STOP)

    def _run(self) -> None:
        """Run jobs until the queue is empty."""
        while True:
            job = self._jobs[0]
            self._try(job)
            with self._changed:
                self._waiting -= self._jobs.popleft().size
                self._changed.notify_all()
                if not self._jobs:
                    return

    def _try(self, job: EngineJob) -> None:
        try:
            job.do(job)
        except IbauError as error:
            self._say_error(error)
        except BrokenPipeError as error:
            self.broken = error  # raised by the reading loop
            self.stop()
        except Exception as error:  # noqa: BLE001 - a player's fault ends neither the engine nor the lines after it
            self._say_error(f"internal: {error!r}")
            args = (type(error), error, error.__traceback__, threading.current_thread())
            threading.excepthook(threading.ExceptHookArgs(args))


def count_paths(state: State, depth: int, stop: threading.Event | None = None) -> int:
    """Perft that can be stopped.  Raises CommandError if it is."""
    from ibau.search.playout import paths_in_slices  # rarely needed, and slow to import

    paths = 0
    for found in paths_in_slices(state, depth):
        if stop and stop.is_set():
            raise CommandError("stopped before all paths were counted")
        paths += found
    return paths
