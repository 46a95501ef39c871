"""Processes that play pairs side by side."""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.players.arena.contest import Contest, Pairing
from ibau.players.arena.errors import ArenaError
from ibau.players.arena.results import Pair
from ibau.players.processes import endings_handled, follow_parent, interruptions_ignored

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
            yield from _shared(pipes, numbers)


def _shared(pipes: list[Connection], numbers: range) -> Iterator[Pair]:
    """Hand out numbers to whoever is idle, and give back the pairs in order."""
    waiting = iter(numbers)
    finished: dict[int, Pair] = {}
    for pipe in pipes:
        pipe.send(next(waiting))
    for number in numbers:
        while number not in finished:
            for pipe in ready(pipes):
                pair = _received(pipe)
                finished[pair[0].pair] = pair
                if (following := next(waiting, None)) is not None:
                    pipe.send(following)
        yield finished.pop(number)


def ready(pipes: list[Connection]) -> list[Connection]:
    """Those with something to receive, at least one."""
    able = wait(pipes)
    return [pipe for pipe in pipes if pipe in able]


def _received(pipe: Any) -> Pair:
    try:
        answer: Pair | str = pipe.recv()
    except (EOFError, OSError) as error:
        raise ArenaError(
            "A process of the arena has ended in the midst of a game: killed, or out of memory?"
        ) from error
    if isinstance(answer, str):
        raise ArenaError(answer)
    return answer


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
            number: int = pipe.recv()
            try:
                pipe.send(contest.pair(number))
            except IbauError as error:
                pipe.send(str(error))


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit()
