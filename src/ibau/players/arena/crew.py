"""Processes that play pairs side by side."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import FrameType

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.players.arena.contest import Contest, Pairing
from ibau.players.arena.errors import ArenaError
from ibau.players.arena.results import Pair
from ibau.players.processes import endings_handled, follow_parent, handed_out, interruptions_ignored

MakeGame = Callable[[str], Game]

SECONDS_TO_END = 5.0  # engines are ended meanwhile


def pairs_in_order(make_game: MakeGame, pairing: Pairing, numbers: range, workers: int) -> Generator[Pair]:
    """The pairs of these numbers, in their order, played by so many processes; a single one is this process.

    Raises what a contest raises, and ArenaError where a process has died.
    """
    if workers == 1 or len(numbers) < 2:
        with Contest(make_game, pairing) as contest:
            for number in numbers:
                yield contest.pair(number)
    else:
        with crew(make_game, pairing, min(workers, len(numbers))) as pipes:
            yield from handed_out(pipes, numbers, _received)


def _received(pipe: Connection) -> tuple[int, Pair]:
    try:
        number: int
        answer: Pair | str
        number, answer = pipe.recv()
    except (EOFError, OSError) as error:
        raise ArenaError(
            "A process of the arena has ended in the midst of a game: killed, or out of memory?"
        ) from error
    if isinstance(answer, str):
        raise ArenaError(answer)
    return number, answer


@contextmanager
def crew(make_game: MakeGame, pairing: Pairing, workers: int) -> Generator[list[Connection]]:
    """Pipes to so many new processes, which are ended with the block."""
    context = get_context("spawn")
    processes: list[SpawnProcess] = []
    pipes: list[Connection] = []
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, make_game, pairing), daemon=True)
            with interruptions_ignored():
                process.start()
            theirs.close()
            processes.append(process)
            pipes.append(ours)
        yield pipes
    finally:
        for pipe in pipes:
            pipe.close()
        _end(processes)


def _end(processes: list[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(SECONDS_TO_END)
        process.kill()
        process.join()


def _work(pipe: Connection, make_game: MakeGame, pairing: Pairing) -> None:
    """Play the pairs that are asked for, until nobody asks any more."""
    follow_parent()
    leaving = endings_handled(_leave)  # so that engines are ended too
    with leaving, Contest(make_game, pairing) as contest, suppress(EOFError, BrokenPipeError):
        while True:
            number, pair = pipe.recv()
            try:
                pipe.send((number, contest.pair(pair)))
            except IbauError as error:
                pipe.send((number, str(error)))


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit()
