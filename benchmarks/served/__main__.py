"""python -m benchmarks.served load|kills: measure, print a table for docs/promises.md."""

import argparse

from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.table import machine, markdown


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.served", description="Measure, and print a table.")
    commands = parser.add_subparsers(dest="command", required=True)
    loaded = commands.add_parser("load", help="how soon a step is on the opponent's screen")
    loaded.add_argument("--games", type=int, default=500, help="games at once (default: 500)")
    loaded.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    killed = commands.add_parser("kills", help="kill -9 under writing clients")
    killed.add_argument("--times", type=int, default=100, help="kills (default: 100)")
    killed.add_argument("--clients", type=int, default=40, help="writing clients (default: 40)")
    options = parser.parse_args()
    rows = load(options.games, options.seconds) if options.command == "load" else kills(options.times, options.clients)
    print(f"{machine()}\n\n{markdown(list(rows))}")


if __name__ == "__main__":
    main()
