"""Worker processes end with their parent, and in an orderly way."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from subprocess import run
from types import FrameType

import pytest

from ibau.core.errors import IbauError
from ibau.lab.commands.arena import handle_termination
from ibau.lab.worker_pool import TERMINATION_SIGNALS, WorkerPool, defer_interrupts, process_executor
from ibau.players.engine import EngineStartError

WORKER_DIED = IbauError("A process has died.")


def test_endings_are_handled_within_the_block() -> None:
    heard: list[int] = []

    def hear(number: int, _: FrameType | None) -> None:
        heard.append(number)

    before = signal.getsignal(signal.SIGTERM)
    with handle_termination(hear):
        signal.raise_signal(signal.SIGTERM)
    assert heard == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("number", TERMINATION_SIGNALS)
def test_what_is_ignored_stays_so(number: int) -> None:
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with handle_termination(signal.default_int_handler):
            signal.raise_signal(number)
        assert signal.getsignal(number) == signal.SIG_IGN
    finally:
        signal.signal(number, before)


def test_an_interruption_within_the_block_is_heard_at_its_end() -> None:
    reached: list[str] = []

    def interrupt() -> None:
        with defer_interrupts():
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert reached == ["the end"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_another_thread_may_begin_processes_too() -> None:
    entered: list[bool] = []

    def enter() -> None:
        with defer_interrupts():
            entered.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered == [True]


# --- Pools -----------------------------------------------------------------------------------------------------------


def two() -> AbstractContextManager[int]:
    return nullcontext(2)


def pool(count: int, open_tool: Callable[[], AbstractContextManager[int]] = two, grace: float = 0.0) -> WorkerPool[int]:
    return WorkerPool(process_executor(count, grace), count, open_tool, WORKER_DIED)


def multiplied(tool: int, number: int) -> int:
    """Takes longer for earlier pieces."""
    time.sleep(0.02 * (5 - number))
    return tool * number


def refused(_tool: int, number: int) -> int:
    raise IbauError(f"{number} is refused.")


def failed(_tool: int, number: int) -> int:
    raise EngineStartError("A program", f"fails at {number}")


def missed(_tool: int, number: int) -> int:
    raise FileNotFoundError(2, f"no file {number}")


def died(_tool: int, _number: int) -> int:
    signal.raise_signal(signal.SIGKILL)
    return 0


def slept(_tool: int, number: int) -> int:
    time.sleep(600 * number)
    return number


@contextmanager
def tool_signalled_twice(file: Path) -> Generator[int]:
    """A tool that leaves a file when it is closed, while its process gets a second signal."""
    try:
        yield 2
    finally:
        signal.raise_signal(signal.SIGTERM)
        file.touch()


@pytest.mark.parametrize("count", [1, 2])
def test_what_goes_wrong_in_a_piece_is_raised(count: int) -> None:
    with pool(count) as some:
        for do, error, text in (
            (refused, IbauError, "3 is refused"),
            (failed, EngineStartError, r"^A program fails at 3\.$"),
            (missed, FileNotFoundError, "no file 3"),
        ):
            with pytest.raises(error, match=text):
                list(some.map(do, [3]))


@pytest.mark.posix
def test_a_process_that_dies_is_no_silence() -> None:
    with pool(2) as both, pytest.raises(IbauError, match="A process has died"):
        list(both.map(died, [1]))


def test_processes_end_in_the_middle_of_their_work() -> None:
    begun = 0.0
    with pytest.raises(KeyboardInterrupt), pool(2) as both:  # noqa: PT012 - what is timed is the end of the block
        assert next(both.map(slept, [0, 1, 1])) == 0
        begun = time.monotonic()
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 2


IDLE = """
import signal
from ibau.lab.worker_pool import _start_worker
_start_worker()
try:
    signal.raise_signal(signal.SIGTERM)
finally:
    print("unwound")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there processes end at once")
def test_a_process_between_tasks_ends_where_it_is() -> None:
    """Interrupted while it reads, it would leave half a message to the next one, whose end was then a traceback."""
    command = [sys.executable, "-c", IDLE]
    ended = run(command, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own words
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_a_process_ends_with_its_parent() -> None:
    """The output of both is open as long as one of them lives."""
    script = "import os, ibau.lab.worker_pool as p; p.process_executor(2).submit(int).result(); os._exit(7)"
    ended = run([sys.executable, "-c", script], capture_output=True, timeout=30, check=False)  # noqa: S603 - our own words
    assert ended.returncode == 7


def test_processes_with_some_grace_close_their_tools(tmp_path: Path) -> None:
    file = tmp_path / "closed"
    with pool(2, partial(tool_signalled_twice, file), grace=60) as both:
        assert next(both.map(slept, [0, 1, 1])) == 0
        assert not file.exists()
        begun = time.monotonic()
    assert file.exists()
    assert time.monotonic() - begun < 20
