"""How soon a step is on the opponent's screen while one address attacks.

Beside it, how soon when the same programs attack another server of the same machine, on which nobody plays.
"""

import asyncio
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.served.attackers import ATTACKS
from benchmarks.served.load import measured
from benchmarks.served.process import Process, PromiseBroken, room_for_sockets
from benchmarks.table import Row

AIM = 2.0  # times as long


def attacks(games: int, seconds: float, wanted: Sequence[str] = ()) -> Iterator[Row]:
    """Games of all systems between two, for so long under each attack.  Raises PromiseBroken if a server complains."""
    room_for_sockets(2 * games)
    for name in wanted or ATTACKS:
        attacked, control = (_taken(games, seconds, name, here=here) for here in (True, False))
        what = f"{games} games while one address attacks ({name}): a step, median and p99; work of the server"
        ratio = f"{attacked.slow / control.slow:.1f}; aim at most {AIM:g}"
        yield Row(what, str(attacked), f"when it attacks another server {control}", ratio)


class Taken(NamedTuple):
    """What steps took, in seconds, and how much of a processor the server."""

    median: float
    slow: float  # but one in a hundred
    work: float

    def __str__(self) -> str:
        return f"{1000 * self.median:.0f} ms, {1000 * self.slow:.0f} ms; {100 * self.work:.0f} % of a processor"


def _taken(games: int, seconds: float, name: str, *, here: bool) -> Taken:
    with _served() as played_on, _served() as other, _attacking(name, played_on if here else other):
        delays, *_, work = asyncio.run(measured(played_on, games, seconds, thinking=0, reviews=0))
    found = sorted(delays)
    return Taken(found[len(found) // 2], found[int(0.99 * len(found))], work / seconds)


@contextmanager
def _served() -> Generator[Process]:
    """A server with an empty folder.  Raises PromiseBroken where it has complained of anything."""
    with TemporaryDirectory() as data:
        process = Process(Path(data))
        try:
            yield process
        finally:
            complaints = process.end()
    if complaints:
        raise PromiseBroken(f"the server complained: {complaints[-2500:]}")


@contextmanager
def _attacking(name: str, process: Process) -> Generator[None]:
    command = [sys.executable, "-m", "benchmarks.served.attackers", name, process.address]
    attacker = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    try:
        yield
        if attacker.poll() is not None:
            raise PromiseBroken(f"the attack {name} has ended")
    finally:
        attacker.kill()
        attacker.wait()
