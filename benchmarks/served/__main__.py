"""python -m benchmarks.served WHAT: measure what docs/promises.md promises, and print a table for it."""

import argparse
from collections.abc import Callable, Iterable

from benchmarks.served.analysts import analysts
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.memory import memory
from benchmarks.served.openings import openings
from benchmarks.served.parts import parts
from benchmarks.served.returns import returns
from benchmarks.table import Row, machine, markdown

PROGRAMS: dict[str, tuple[str, Callable[[], Iterable[Row]]]] = {
    "parts": ("where the time of a step goes", parts),
    "memory": ("what many long games take", memory),
    "kills": ("kill -9 under writing clients", kills),
    "returns": ("everybody comes back at once to a server that was started again", returns),
    "openings": ("games as long as can be are opened while others play", openings),
    "analysts": ("how soon people are told what the analysts think", analysts),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.served", description="Measure, and print a table.")
    commands = parser.add_subparsers(dest="command", required=True)
    loaded = commands.add_parser("load", help="how soon a step is on the opponent's screen")
    loaded.add_argument("--games", type=int, default=500, help="games at once (default: 500)")
    loaded.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    loaded.add_argument("--thinking", type=int, default=0, help="games in which computers think meanwhile (default: 0)")
    loaded.add_argument("--reviews", type=int, default=0, help="people who look back on games meanwhile (default: 0)")
    for name, (said, _) in PROGRAMS.items():
        commands.add_parser(name, help=said)
    options = parser.parse_args()
    if options.command == "load":
        _print(load(options.games, options.seconds, options.thinking, options.reviews))
    else:
        _print(PROGRAMS[options.command][1]())


def _print(rows: Iterable[Row]) -> None:
    """A table of these rows, also of those that were measured before a promise was broken."""
    found: list[Row] = []
    try:
        found.extend(rows)
    finally:
        print(f"{machine()}\n\n{markdown(found)}")


if __name__ == "__main__":
    main()
