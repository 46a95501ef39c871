"""Work that takes time, in a thread of its own, so that the engine hears what is said meanwhile."""

import threading
from collections.abc import Callable

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.ugi.lines import CommandError

PERFT_AT_ONCE = 4  # levels counted without checking whether to stop


class Work:
    """One piece of work at a time; what goes wrong in it is told to `say_error`."""

    def __init__(self, say_error: Callable[[Exception | str], None]) -> None:
        self.stop = threading.Event()
        self._say_error = say_error
        self._thread: threading.Thread | None = None
        self._endless = False

    def begin(self, do: Callable[[], None], *, endless: bool = False) -> None:
        """What is `endless` goes on until `stop` is set."""
        self.stop.clear()
        self._endless = endless
        self._thread = threading.Thread(target=self._run, args=(do,), daemon=True)
        self._thread.start()

    def _run(self, do: Callable[[], None]) -> None:
        try:
            do()
        except IbauError as error:
            self._say_error(error)
        except BrokenPipeError:
            self.stop.set()  # nobody listens any more; the reading loop will see it too
        except Exception as error:
            self._say_error(f"internal: {error!r}")
            raise

    def wait(self) -> None:
        """Wait until the work is done.  Raises CommandError where that would be for ever."""
        if self._thread and self._thread.is_alive():
            if self._endless and not self.stop.is_set():
                raise CommandError("still thinking, until stop")
            self._thread.join()

    def finish(self, *, at_once: bool) -> None:
        """End it; unless `at_once`, what has a limit may reach it."""
        if at_once or self._endless:
            self.stop.set()
        if self._thread:
            self._thread.join()


def count_paths(state: State, depth: int, stop: threading.Event | None = None) -> int:
    """Perft that can be stopped.  Raises CommandError then."""
    from ibau.search.playout import perft  # brings NumPy, which most sessions do not need at the start

    if depth <= PERFT_AT_ONCE:
        return perft(state, depth)
    paths = 0
    for action in state.legal:
        if stop and stop.is_set():
            raise CommandError("stopped before all paths were counted")
        paths += count_paths(state.after(action), depth - 1, stop)
    return paths
