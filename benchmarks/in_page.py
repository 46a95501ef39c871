"""python -m benchmarks.in_page [--rounds N] [--write]: searches in a page's Python beside those in a process.

Each search of each game thinks about the same positions, by the same kernels: in Node.js, whose engine is that of
Chromium, and by wasmtime.  The two take turns; both count CPU time, after a first thought that is not timed.  Then the
strongest level of each game thinks, each in a Python of its own, and the memory that this takes is told.  With --write
the table goes into docs/benchmarks.md.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from benchmarks.measure import Rates
from benchmarks.searches import positions, searches_of
from benchmarks.table import Row, compared, filled, machine, markdown
from ibau.games import systems
from ibau.players import Budget, levels_of, player

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
PROGRAM = "benchmarks.in_page"
IN_A_PAGE = sys.platform == "emscripten"
ROUNDS = 3
THOUGHTS = 2  # positions of each game
NODES = {"mcts": 100_000, "uct": 10_000}  # of a thought; a playout is long
MORE = 500_000  # of the other searches
MEBIBYTE = 1 << 20


def rows(rounds: int) -> Iterator[Row]:
    """The speed of each search, and the memory of all together."""
    turns = [(in_a_page("speeds"), in_a_process("speeds")) for _ in range(rounds)]
    for name in turns[0][0]:
        ours, theirs = (Rates(tuple(turn[side][name] for turn in turns)) for side in (0, 1))
        yield compared(f"{name}: nodes / s in a page", ours, "wasmtime", theirs)
    for ruleset in systems():
        taken = in_a_page("memory", ruleset)[ruleset]
        yield Row(f"WebAssembly's memory, {ruleset}, strongest level", f"{taken / MEBIBYTE:.0f} MiB")


def in_a_page(*what: str) -> dict[str, float]:
    """What this program measures in a page's Python."""
    from tests.pocket.python import run

    found: dict[str, float] = json.loads(run("-m", PROGRAM, *what, timeout=1800).stdout)
    return found


def in_a_process(what: str) -> dict[str, float]:
    """What it measures by wasmtime."""
    command = ["env", "IBAU_MACHINE=kernel", sys.executable, "-m", PROGRAM, what]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)  # noqa: S603 - ours
    return found


# --- On either side --------------------------------------------------------------------------------------------------


def speeds() -> dict[str, float]:
    """Nodes a second of each search in each game."""
    found: dict[str, float] = {}
    clock = cpu_clock()
    for ruleset in systems():
        for name in searches_of(ruleset):
            thinker, budget = player(name, 1), Budget(nodes=NODES.get(name, MORE))
            thinker.choose(positions(ruleset)[0], budget)
            began = clock()
            nodes = sum(thinker.choose(state, budget).nodes for state in positions(ruleset)[:THOUGHTS])
            found[f"{name}, {ruleset}"] = nodes / (clock() - began)
    return found


def cpu_clock() -> Callable[[], float]:
    """Seconds of CPU; a page's Python does not know them itself."""
    if not IN_A_PAGE:
        return time.process_time
    process = import_module("js").process

    def clock() -> float:
        used = process.cpuUsage()
        return float(used.user + used.system) / 1e6

    return clock


def memory(ruleset: str) -> dict[str, float]:
    """The bytes of WebAssembly, Python's and a kernel's, once the strongest level of a game has thought."""
    process = import_module("js").process
    for state in positions(ruleset)[:THOUGHTS]:
        player(levels_of(systems()[ruleset])[-1].id, 1).choose(state)
    used = process.memoryUsage()
    return {ruleset: float(used.external - used.arrayBuffers)}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.in_page", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    table = f"{machine()}; medians of {options.rounds} rounds\n\n{markdown(rows(options.rounds))}"
    if options.write:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), "pocket", f"{table}\n"), encoding="utf-8")
    print(table)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["speeds"]:
            print(json.dumps(speeds()))
        case ["memory", ruleset]:
            print(json.dumps(memory(ruleset)))
        case _:
            main()
