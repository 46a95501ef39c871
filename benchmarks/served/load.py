"""The delay from a step to the opponent's socket, while many play at once and computers think."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure_tables import FigureRow
from benchmarks.served.analysis_delay import finished_game, review_games
from benchmarks.served.game_client import megabytes, new_game, resident
from benchmarks.served.server_process import ServerProcess, raise_socket_limit
from benchmarks.served.socket_player import count_actions, step_regularly
from ibau.games import systems
from ibau.players import LEVELS

RULESETS = tuple(system.default_preset.id for system in systems().values())
SECONDS_PER_STEP = 2.0
GAMES_OVER = 40  # to review: more than can be done in a minute
STRONGEST = {"kind": "computer", "level": LEVELS[-1].id}


def load(games: int, seconds: float, thinking: int = 0, reviews: int = 0) -> Iterator[FigureRow]:
    """Games of all systems, each with two sockets and a step every two seconds.

    `thinking`: games between computers, each in its own process, at the same time.
    `reviews`: clients that review one game after the other at the same time.
    """
    raise_socket_limit(2 * games + thinking)
    with TemporaryDirectory() as data, ServerProcess(Path(data), workers=thinking) as process:
        delays, actions, reviewed, work = asyncio.run(measured(process, games, seconds, thinking, reviews))
        memory = resident(process.pid)
    yield FigureRow(f"{games} games, {2 * games} sockets: steps a second", f"{len(delays) / seconds:.0f}")
    if thinking:
        yield FigureRow(f"actions a second of {thinking} games of the strongest computers", f"{actions / seconds:.1f}")
    if reviews:
        yield FigureRow(f"games that {reviews} clients have reviewed, one after the other", str(reviewed))
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99)):
        delay = sorted(delays)[min(len(delays) - 1, int(share * len(delays)))]
        yield FigureRow(f"from a step to the opponent's socket, {name}", f"{1000 * delay:.0f} ms")
    yield FigureRow("work of the serving process a step", f"{1000 * work / len(delays):.1f} ms")
    yield FigureRow("memory of the serving process then", megabytes(memory))


async def measured(
    process: ServerProcess, games: int, seconds: float, thinking: int, reviews: int
) -> tuple[list[float], int, int, float]:
    """The delay of each step, the numbers of computers' actions and of reviewed games, and the server's CPU time."""
    chooser = random.Random(games)  # noqa: S311 - nothing is secret here
    all_there = asyncio.Barrier(games + thinking + reviews + 1)
    over = [
        [
            await finished_game(process.address, RULESETS[n % len(RULESETS)], seed=n)
            for n in range(each, GAMES_OVER, reviews)
        ]
        for each in range(reviews)
    ]
    rivals = [new_game(process.address, RULESETS[0], STRONGEST) for _ in range(thinking)]
    tables = [new_game(process.address, RULESETS[n % len(RULESETS)]) for n in range(games)]
    actions = asyncio.gather(*(count_actions(seat, all_there, seconds) for seat in rivals))
    delays = asyncio.gather(
        *(
            step_regularly(seat, SECONDS_PER_STEP, random.Random(chooser.random()), all_there, seconds)  # noqa: S311
            for seat in tables
        )
    )
    reviewed = asyncio.gather(*(review_games(process.address, names, all_there, seconds) for names in over))
    await all_there.wait()
    before = process.seconds_of_work
    found = [delay for each in await delays for delay in each], sum(await actions), sum(await reviewed)
    return *found, process.seconds_of_work - before
