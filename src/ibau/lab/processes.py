"""Processes of a larger work: the one that began them decides when they end, and none outlives it."""

import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType, TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from ibau.core.errors import IbauError

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # SIGHUP: no terminal left

Tool = TypeVar("Tool")
Tool_co = TypeVar("Tool_co", covariant=True)
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class ToldToEnd(KeyboardInterrupt):
    """A signal says that this process shall end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


# --- Pieces of a work ------------------------------------------------------------------------------------------------


class Workers(Protocol[Tool_co]):
    """Whoever does the pieces of a work: processes of this machine, or those of a cluster."""

    count: int

    def map(self, do: Callable[[Tool_co, Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """What becomes of each piece, in their order."""
        ...


class Pool(Generic[Tool]):
    """Several processes that do the pieces of a work, or this one alone; which of them does a piece must not matter.

    `open_tool` gives each of them something of its own, with which it does its pieces.  They begin with the first
    pieces.  When the block is left they end in the middle of whatever they are doing, after `grace` at the latest: so
    many seconds they have to close their tools.
    """

    def __init__(
        self,
        count: int,
        open_tool: Callable[[], AbstractContextManager[Tool]],
        death: IbauError,
        grace: float = 0.0,
    ) -> None:
        """`death` is raised where one of them has died."""
        self.count = count
        self._open_tool = open_tool
        self._death = death
        self._grace = grace
        self._crew: list[tuple[SpawnProcess, Connection]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process, pipe in self._crew:
            pipe.close()
            if self._grace and sys.platform != "win32":  # there it would end at once, with whatever its tool has begun
                process.terminate()
        for process, _ in self._crew:
            process.join(self._grace)
            process.kill()
            process.join()

    def map(self, do: Callable[[Tool, Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """What becomes of each piece, in their order; there may be no end of them.

        Raises what a piece raises for people to read.
        """
        if self.count == 1:
            with self._open_tool() as tool:
                for piece in pieces:
                    yield do(tool, piece)
        else:
            yield from self._handed_out((do, piece) for piece in pieces)

    def _handed_out(self, work: Iterable[Any]) -> Iterator[Any]:
        """Hand out a piece to whoever is idle, and give back in order what becomes of them."""
        pipes = self._pipes()
        waiting = iter(enumerate(work))
        done: dict[int, Any] = {}
        given = 0
        for pipe, numbered in zip(pipes, waiting, strict=False):
            pipe.send(numbered)
            given += 1
        for wanted in count():
            while wanted not in done and wanted < given:
                able = wait(pipes)
                for pipe in (pipe for pipe in pipes if pipe in able):
                    number, done[number] = self._received(pipe)
                    if (following := next(waiting, None)) is not None:
                        pipe.send(following)
                        given += 1
            if wanted == given:
                return
            yield done.pop(wanted)

    def _pipes(self) -> list[Connection]:
        """A pipe to each process."""
        context = get_context("spawn")
        with interruptions_ignored():
            while len(self._crew) < self.count:
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, self._open_tool), daemon=True)
                process.start()
                theirs.close()
                self._crew.append((process, ours))
        return [pipe for _, pipe in self._crew]

    def _received(self, pipe: Connection) -> tuple[int, Any]:
        """The number of a piece and what has become of it."""
        try:
            number, result = pipe.recv()
        except (EOFError, OSError) as error:
            raise self._death from error
        if isinstance(result, Exception):
            raise result
        return number, result


def _work(pipe: Connection, open_tool: Callable[[], AbstractContextManager[Tool]]) -> None:
    """Do the pieces that come, until nobody sends any more."""
    follow_parent()
    with endings_handled(_leave), open_tool() as tool, suppress(EOFError, BrokenPipeError):
        while True:
            number, (do, piece) = pipe.recv()
            pipe.send((number, _outcome(do, tool, piece)))


def _outcome(do: Callable[[Tool, Piece], Result], tool: Tool, piece: Piece) -> Result | Exception:
    try:
        return do(tool, piece)
    except (IbauError, OSError) as error:
        return error


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End by way of the block that closes the tool."""
    sys.exit()


# --- Beginning and ending --------------------------------------------------------------------------------------------


def follow_parent() -> None:
    """Leave interruptions to the process that began this one; when that ends, even by force, SIGTERM comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


@contextmanager
def interruptions_ignored() -> Generator[None]:
    """Processes begun within the block hear no interruption, from their first moment on.

    Only the main thread can arrange that; begun by another one, they hear it until they ignore it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def raise_ending(number: int, _frame: FrameType | None) -> None:
    """Handles an ending like an interruption, but says which it is."""
    raise ToldToEnd(number)


@contextmanager
def endings_handled(handler: Callable[[int, FrameType | None], Any]) -> Generator[None]:
    """Within the block a handler is called when this process is told to end; what is ignored (nohup) stays so."""
    before = {number: signal.getsignal(number) for number in ENDINGS}
    for number, former in before.items():
        if former is not signal.SIG_IGN:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)
