"""What many long games take of memory while all of them are open."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.served.client import Place, megabytes, new_game, random_game, resident
from benchmarks.served.player import hear, next_request, opened
from benchmarks.served.process import Process, room_for_sockets
from benchmarks.table import Row
from ibau.games import systems

AT_ONCE = 20  # games that are being played
TRIALS = 5  # random games that show whether those of a system last


def memory(games: int = 500, plies: int = 200) -> Iterator[Row]:
    """Games of this many plies, each with two sockets; of the systems in which chance plays so long."""
    room_for_sockets(2 * games)
    lasting = [name for name in systems() if all(random_game(name, plies, n).ply_count == plies for n in range(TRIALS))]
    with TemporaryDirectory() as data:
        process = Process(Path(data))
        try:
            idle = resident(process.pid)
            held = asyncio.run(_held(process, games, plies, lasting))
        finally:
            process.end()
    yield Row("memory of the serving process, idle", megabytes(idle))
    yield Row(f"the same with {games} open games of {plies} plies, {2 * games} sockets", megabytes(held))


async def _held(process: Process, games: int, plies: int, rulesets: list[str]) -> int:
    """The memory of the server while all games are open, in bytes."""
    at_once, dice = asyncio.Semaphore(AT_ONCE), random.Random(games)  # noqa: S311 - nothing is secret here

    async def play(ruleset: str) -> None:
        async with at_once:
            while await _played(new_game(process.address, ruleset), plies, dice, sockets) < plies:
                pass  # it has ended: another one

    async with AsyncExitStack() as sockets:
        await asyncio.gather(*(play(rulesets[n % len(rulesets)]) for n in range(games)))
        return resident(process.pid)


async def _played(place: Place, plies: int, dice: random.Random, sockets: AsyncExitStack) -> int:
    """Play this many plies, if the game lasts; how many they were.  Its sockets stay."""
    mine, theirs = [await sockets.enter_async_context(opened(place)) for _ in range(2)]
    present = (await hear(mine, "welcome")).state
    await hear(theirs, "welcome")  # it hears what is played from here on
    while present and present.at < plies and (request := next_request(present, dice)):
        await mine.send(request)
        await hear(theirs, "played")
        present = (await hear(mine, "played")).state
    return present.at if present else 0
