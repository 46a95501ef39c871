"""How soon a step is on the opponent's screen, while many play at once."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.memory import megabytes, new_game, resident
from benchmarks.served.player import step_regularly
from benchmarks.served.process import Process
from benchmarks.table import Row
from ibau.games import systems

RULESETS = tuple(systems())
SECONDS_A_STEP = 2.0


def load(games: int, seconds: float) -> Iterator[Row]:
    """Games of all systems between two, each with two sockets and a step every two seconds."""
    with TemporaryDirectory() as data:
        process = Process(Path(data))
        try:
            delays = sorted(asyncio.run(_delays(process.address, games, seconds)))
            memory = resident(process.pid)
        finally:
            process.end()
    yield Row(f"{games} games, {2 * games} sockets: steps a second", f"{len(delays) / seconds:.0f}")
    for name, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99)):
        delay = delays[min(len(delays) - 1, int(share * len(delays)))]
        yield Row(f"from a step to the opponent's socket, {name}", f"{1000 * delay:.0f} ms")
    yield Row("memory of the serving process then", megabytes(memory))


async def _delays(address: str, games: int, seconds: float) -> list[float]:
    chooser = random.Random(games)  # noqa: S311 - nothing is secret here
    urls = [new_game(address, RULESETS[n % len(RULESETS)]) for n in range(games)]
    delays: list[tuple[float, float]] = []
    begun = time.monotonic() + SECONDS_A_STEP  # when all have come
    until = begun + seconds

    def note(delay: float) -> None:
        delays.append((time.monotonic(), delay))

    seeds = [random.Random(chooser.random()) for _ in urls]  # noqa: S311
    await asyncio.gather(
        *(step_regularly(url, SECONDS_A_STEP, until, seed, note) for url, seed in zip(urls, seeds, strict=True))
    )
    return [delay for moment, delay in delays if moment > begun]
