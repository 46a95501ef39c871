"""kill -9 while many clients write: nothing that was acknowledged is lost, doubled or reordered."""

import asyncio
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import new_game
from benchmarks.served.server_process import PromiseBrokenError, ServerProcess
from benchmarks.served.socket_player import Writer
from ibau.games import systems

RULESET = next(name for name, system in systems().items() if system.has_throws)
LONGEST_WAIT = 60.0  # seconds until half the clients play again


def kills(times: int = 100, clients: int = 40) -> Iterator[FigureRow]:
    """Kill and restart a server `times` times under writing clients.  Raises PromiseBrokenError."""
    with TemporaryDirectory() as data, ServerProcess(Path(data)) as process:
        returns, actions = asyncio.run(_killed(process, times, clients))
    yield FigureRow(f"kill -9 {times} times under {clients} writing clients: actions acknowledged", str(actions))
    yield FigureRow("lost, doubled or reordered", "0")
    longest = f"{max(returns):.1f} s at most"
    yield FigureRow("half the clients play again after", f"{statistics.median(returns):.1f} s ({longest})")


async def _killed(process: ServerProcess, times: int, clients: int) -> tuple[list[float], int]:
    chooser = random.Random(times)  # noqa: S311 - nothing is secret here
    stopped = asyncio.Event()
    writers = [Writer(new_game(process.address, RULESET), seed) for seed in range(clients)]
    tasks = [asyncio.create_task(writer.run(stopped)) for writer in writers]
    returns: list[float] = []
    for _ in range(times):
        await asyncio.sleep(0.2 + chooser.random())
        killed = process.kill()
        await asyncio.to_thread(process.start)
        returns.append(await _half_again(writers, killed))
    stopped.set()
    await asyncio.wait(tasks, timeout=10)
    if faults := [fault for writer in writers for fault in writer.faults]:
        raise PromiseBrokenError("; ".join(faults))
    return returns, sum(len(writer.acknowledged) for writer in writers)


async def _half_again(writers: list[Writer], killed: float) -> float:
    """Seconds from a kill until half of the writers have played again.  Raises PromiseBrokenError."""
    while time.monotonic() < killed + LONGEST_WAIT:
        moments = sorted(writer.played_at for writer in writers if writer.played_at > killed)
        if len(moments) >= len(writers) / 2:
            return moments[len(writers) // 2 - 1] - killed
        await asyncio.sleep(0.02)
    raise PromiseBrokenError(f"fewer than half of the clients played again within {LONGEST_WAIT:.0f} s")
