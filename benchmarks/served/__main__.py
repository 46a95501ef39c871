"""python -m benchmarks.served WHAT: measure what docs/promises.md promises, and print a table for it."""

import argparse
from collections.abc import Iterable

from benchmarks.served.analysts import analysts
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.memory import memory
from benchmarks.served.openings import openings
from benchmarks.served.parts import parts
from benchmarks.served.returns import returns
from benchmarks.table import Row, machine, markdown
from ibau.games import systems


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.served", description="Measure, and print a table.")
    commands = parser.add_subparsers(dest="command", required=True)
    loaded = commands.add_parser("load", help="how soon a step is on the opponent's screen")
    loaded.add_argument("--games", type=int, default=500, help="games at once (default: 500)")
    loaded.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    loaded.add_argument("--thinking", type=int, default=0, help="games in which computers think meanwhile (default: 0)")
    loaded.add_argument("--reviews", type=int, default=0, help="people who look back on games meanwhile (default: 0)")
    divided = commands.add_parser("parts", help="where the time of a step goes")
    divided.add_argument("--seconds", type=float, default=20.0, help="how long (default: 20)")
    held = commands.add_parser("memory", help="what many long games take")
    held.add_argument("--games", type=int, default=500, help="open games (default: 500)")
    held.add_argument("--plies", type=int, default=200, help="plies of each (default: 200)")
    killed = commands.add_parser("kills", help="kill -9 under writing clients")
    killed.add_argument("--times", type=int, default=100, help="kills (default: 100)")
    killed.add_argument("--clients", type=int, default=40, help="writing clients (default: 40)")
    returned = commands.add_parser("returns", help="everybody comes back at once to a server that was started again")
    returned.add_argument("--games", type=int, default=300, help="games with two people each (default: 300)")
    long = commands.add_parser("openings", help="games as long as can be are opened while others play")
    long.add_argument("--seconds", type=float, default=20.0, help="how long (default: 20)")
    commands.add_parser("analysts", help="how soon people are told what the analysts think")
    options = parser.parse_args()
    match options.command:
        case "load":
            rows = load(options.games, options.seconds, options.thinking, options.reviews)
        case "parts":
            rows = parts(options.seconds)
        case "memory":
            rows = memory(options.games, options.plies)
        case "kills":
            rows = kills(options.times, options.clients)
        case "openings":
            rows = openings(options.seconds)
        case "returns":
            rows = returns(options.games)
        case _:
            rows = analysts(system.usual.id for system in systems().values())
    _print(rows)


def _print(rows: Iterable[Row]) -> None:
    """A table of these rows, also of those that were measured before a promise was broken."""
    found: list[Row] = []
    try:
        found.extend(rows)
    finally:
        print(f"{machine()}\n\n{markdown(found)}")


if __name__ == "__main__":
    main()
