"""The memory of many long games while all of them are open."""

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
    """Games of this many plies, each with two sockets, of the systems whose random games last so long."""
    raise_socket_limit(2 * games)
    lasting = [name for name in systems() if all(random_game(name, plies, n).ply_count == plies for n in range(TRIALS))]
    with TemporaryDirectory() as data:
        process = ServerProcess(Path(data))
        try:
            idle = resident(process.pid)
            held = asyncio.run(_held(process, games, plies, lasting))
        finally:
            process.end()
    yield FigureRow("memory of the serving process, idle", megabytes(idle))
    yield FigureRow(f"the same with {games} open games of {plies} plies, {2 * games} sockets", megabytes(held))


async def _held(process: ServerProcess, games: int, plies: int, rulesets: list[str]) -> int:
    """The memory of the server while all games are open, in bytes."""
    at_once, dice = asyncio.Semaphore(AT_ONCE), random.Random(games)  # noqa: S311 - nothing is secret here

    async def play(ruleset: str) -> None:
        async with at_once:
            while await _played(new_game(process.address, ruleset), plies, dice, sockets) < plies:
                pass  # it has ended early: try another

    async with AsyncExitStack() as sockets:
        await asyncio.gather(*(play(rulesets[n % len(rulesets)]) for n in range(games)))
        return resident(process.pid)


async def _played(place: GameSeat, plies: int, dice: random.Random, sockets: AsyncExitStack) -> int:
    """Play up to `plies` plies and return their number; the sockets stay open."""
    mine, theirs = [await sockets.enter_async_context(join_game(place)) for _ in range(2)]
    present = (await next_message(mine, "welcome")).state
    await next_message(theirs, "welcome")  # from here on it receives moves
    while present and present.ply_count < plies and (request := next_request(present, dice)):
        await mine.send(request)
        await next_message(theirs, "played")
        present = (await next_message(mine, "played")).state
    return present.ply_count if present else 0
