"""The server's memory while many long games are open."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import GameSeat, megabytes, new_game, random_game, resident
from benchmarks.served.server_process import ServerProcess, raise_socket_limit
from benchmarks.served.socket_player import join_game, next_message, next_request
from ibau.games import systems

AT_ONCE = 20  # games that are played at the same time
TRIALS = 5  # random games that show whether those of a system last long enough


def memory(games: int = 500, plies: int = 200) -> Iterator[FigureRow]:
    """The server's memory when idle, and with this many open games of `plies` plies, each with two sockets.

    They are games of the systems whose random games last so long.
    """
    raise_socket_limit(2 * games)
    lasting = [name for name in systems() if all(random_game(name, plies, n).ply_count == plies for n in range(TRIALS))]
    with TemporaryDirectory() as data, ServerProcess(Path(data)) as process:
        idle = resident(process.pid)
        occupied = asyncio.run(_memory_of_games(process, games, plies, lasting))
    yield FigureRow("memory of the serving process, idle", megabytes(idle))
    yield FigureRow(f"the same with {games} open games of {plies} plies, {2 * games} sockets", megabytes(occupied))


async def _memory_of_games(process: ServerProcess, games: int, plies: int, rulesets: list[str]) -> int:
    """Play the games, keep them open, and return the memory of the server, in bytes."""
    at_once, chooser = asyncio.Semaphore(AT_ONCE), random.Random(games)  # noqa: S311 - nothing is secret here

    async def play(ruleset: str) -> None:
        async with at_once:
            while await _play(new_game(process.address, ruleset), plies, chooser, sockets) < plies:
                pass  # it has ended early: try another

    async with AsyncExitStack() as sockets:
        await asyncio.gather(*(play(rulesets[n % len(rulesets)]) for n in range(games)))
        return resident(process.pid)


async def _play(seat: GameSeat, plies: int, chooser: random.Random, sockets: AsyncExitStack) -> int:
    """Play a game up to `plies` plies and return their number; its two sockets stay open in `sockets`."""
    mine, theirs = [await sockets.enter_async_context(join_game(seat)) for _ in range(2)]
    state = (await next_message(mine, "welcome")).state
    await next_message(theirs, "welcome")  # from here on it receives moves
    while state and state.ply_count < plies and (request := next_request(state, chooser)):
        await mine.send(request)
        await next_message(theirs, "played")
        state = (await next_message(mine, "played")).state
    return state.ply_count if state else 0
