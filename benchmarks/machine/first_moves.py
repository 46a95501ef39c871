"""The time from the start of a process to the computer's first move, and the start-up times of other programs."""

import os
import statistics
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure_tables import FigureRow
from benchmarks.machine.fresh_environment import RunTime, run, running_server, sizes
from benchmarks.served.game_client import megabytes
from ibau.games import systems
from ibau.players import levels_of

FIRST_MOVE = """
import sys
from ibau.background_compiler import next_decision
from ibau.games import game
from ibau.players import player
player(sys.argv[2], 1).choose(next_decision(game(sys.argv[1]).initial()))
"""
MIDDLE = "level5"
AIMS = {False: 2.0, True: 5.0}  # seconds, below the top level and at it
OTHERS = ("pip", "setuptools")  # packages of an environment that are not dependencies


def first_moves(python: Path, rounds: int, *, native: bool) -> Iterator[FigureRow]:
    """At the weakest, the middle and the strongest level of each game; with `native`, compared with Numba."""
    for name, system in systems().items():
        offered = [level.id for level in levels_of(system)]
        for level in dict.fromkeys((offered[0], MIDDLE, offered[-1])):
            ours = _median(run(python, "-c", FIRST_MOVE, name, level) for _ in range(rounds))
            what = f"start to first move, {name}, {level}: seconds"
            aim = f"aim at most {AIMS[level == offered[-1]]:g}"
            if not native:
                yield FigureRow(what, _seconds(ours), aim)
                continue
            theirs = run(Path(sys.executable), "-c", FIRST_MOVE, name, level, IBAU_MACHINE="native")
            yield FigureRow(what, _seconds(ours), f"Numba {_seconds(theirs)}; {aim}", f"{theirs.wall / ours.wall:.3g}")


def starts(python: Path, rounds: int) -> Iterator[FigureRow]:
    """The start-up times of the package, the command and the server."""
    bare = _median(run(python, "-c", "pass") for _ in range(rounds))
    imported = _median(run(python, "-c", "import ibau") for _ in range(rounds))
    yield FigureRow(
        "`import ibau`: milliseconds, Python's own start left out", f"{1000 * (imported.cpu - bare.cpu):.0f} of CPU"
    )
    helped = _median(run(python, "-m", "ibau", "--help") for _ in range(rounds))
    yield FigureRow("`ibau --help`: seconds", _seconds(helped), "aim at most 0.25 of CPU")
    served = _median(_served(python) for _ in range(rounds))
    yield FigureRow("`ibau serve` until `/healthz` answers: seconds", _seconds(served))


def installation(python: Path) -> Iterator[FigureRow]:
    """The sizes of installed packages, the largest first."""
    found = {name: size for name, size in sizes(python).items() if name not in OTHERS}
    each = ", ".join(f"{name} {megabytes(size)}" for name, size in sorted(found.items(), key=lambda each: -each[1]))
    yield FigureRow("installed without extras", megabytes(sum(found.values())), f"aim below 100 MB; {each}")


def _served(python: Path) -> RunTime:
    started = time.perf_counter()
    with running_server(python) as (pid, address):
        with urllib.request.urlopen(f"http://{address}/healthz") as answer:
            answer.read()
        return RunTime(time.perf_counter() - started, _cpu_seconds(pid))


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")  # proc(5): utime and stime


def _median(taken: Iterator[RunTime]) -> RunTime:
    walls, cpus = zip(*taken, strict=True)
    return RunTime(statistics.median(walls), statistics.median(cpus))


def _seconds(taken: RunTime) -> str:
    return f"{taken.wall:.2f} ({taken.cpu:.2f} of CPU)"
