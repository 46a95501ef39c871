"""Processes that do pieces of a training, as many as asked for; the results do not depend on how many."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Self, TypeVar

from ibau.core.errors import IbauError
from ibau.players.processes import follow_parent, handed_out, interruptions_ignored
from ibau.players.training.files import TrainingError

A = TypeVar("A")
R = TypeVar("R")


class Workers:
    """Several processes, or this one alone.  They begin with the first pieces; when they are left, they end at once,
    in the middle of whatever they are doing.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._crew: list[tuple[SpawnProcess, Connection]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process, pipe in self._crew:
            pipe.close()
            process.terminate()
        for process, _ in self._crew:
            process.join()

    def map(self, do: Callable[[A], R], pieces: Sequence[A]) -> Iterator[R]:
        """What becomes of each piece, in their order.

        Raises what a piece raises for people to read, and TrainingError where a process has died.
        """
        if self.count == 1:
            return map(do, pieces)
        return handed_out(self._pipes(), [(do, piece) for piece in pieces], _received)

    def _pipes(self) -> list[Connection]:
        """A pipe to each process."""
        context = get_context("spawn")
        with interruptions_ignored():
            while len(self._crew) < self.count:
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs,), daemon=True)
                process.start()
                theirs.close()
                self._crew.append((process, ours))
        return [pipe for _, pipe in self._crew]


def _received(pipe: Connection) -> tuple[int, Any]:
    try:
        number, result = pipe.recv()
    except (EOFError, OSError) as error:
        raise TrainingError("A process of the training has died; --resume goes on with what is done.") from error
    if isinstance(result, Exception):
        raise result
    return number, result


def _work(pipe: Connection) -> None:
    """Do the pieces that come, until nobody sends any more."""
    follow_parent()
    with suppress(EOFError, BrokenPipeError):
        while True:
            number, (do, piece) = pipe.recv()
            pipe.send((number, _outcome(do, piece)))


def _outcome(do: Callable[[A], R], piece: A) -> R | Exception:
    try:
        return do(piece)
    except (IbauError, OSError) as error:
        return error
