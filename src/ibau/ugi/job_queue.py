"""What an engine has to do, one thing after the other in a thread of its own: it hears what is said meanwhile."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.ugi.ugi_lines import CommandError

MOST_WAITING = 1 << 26  # bytes of lines that have not been obeyed yet
SECONDS_TO_STOP = 10.0


@dataclass(eq=False)
class EngineJob:
    """Something to do, which ends soon once `stop` is set."""

    do: Callable[["EngineJob"], None]
    size: int  # bytes of the line that asked for it
    is_long: bool  # may it take a while?
    is_endless: bool = False  # does it go on until `stop` is set?
    stop: threading.Event = field(default_factory=threading.Event)


class EngineJobQueue:
    """Everything that is still to be done; what goes wrong is told to `say_error`."""

    def __init__(self, say_error: Callable[[Exception | str], None]) -> None:
        self.broken: BrokenPipeError | None = None  # nobody listens any more
        self._say_error = say_error
        self._jobs: deque[EngineJob] = deque()  # that which is being done comes first
        self._waiting = 0  # bytes of their lines
        self._changed = threading.Condition()

    def add(self, job: EngineJob) -> None:
        """Do it when all before it is done.  Raises CommandError where too much waits already."""
        with self._changed:
            if self._waiting + job.size > MOST_WAITING:
                raise CommandError(f"too many commands are waiting: the limit is {MOST_WAITING} bytes")
            self._waiting += job.size
            self._jobs.append(job)
            if len(self._jobs) == 1:
                threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_long(self) -> bool:
        """Does anything that may take a while still have to be done?"""
        with self._changed:
            return any(job.is_long for job in self._jobs)

    def goes_on(self, job: EngineJob) -> None:
        """What is being done turns out to be endless."""
        with self._changed:
            job.is_endless = True
            self._changed.notify_all()

    def stop(self) -> None:
        """End whatever takes time, also of what has not begun yet."""
        with self._changed:
            for job in self._jobs:
                job.stop.set()

    def finish(self, *, at_once: bool, patience: float | None = None) -> None:
        """Wait until all is done; unless `at_once`, what has a limit may reach it, within seconds of patience.

        What does not hear that it shall stop, as it compiles, is left to the end of the process.
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
        """Do one thing after the other until nothing is left."""
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
            self.broken = error  # the reading loop will see it
            self.stop()
        except Exception as error:  # noqa: BLE001 - a player's fault ends neither the engine nor the lines after it
            self._say_error(f"internal: {error!r}")
            said = threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
            threading.excepthook(said)


def count_paths(state: State, depth: int, stop: threading.Event | None = None) -> int:
    """Perft that can be stopped.  Raises CommandError then."""
    from ibau.search.playout import paths_in_slices  # which most sessions do not need at the start

    paths = 0
    for found in paths_in_slices(state, depth):
        if stop and stop.is_set():
            raise CommandError("stopped before all paths were counted")
        paths += found
    return paths
