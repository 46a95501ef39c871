"""python -m benchmarks.served WHAT: measure the guarantees of docs/promises.md, and print a table."""

import argparse
from collections.abc import Callable, Iterable

from benchmarks.figure_tables import FigureRow, machine_text, markdown
from benchmarks.served.analysis_delay import analysis_delays
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.long_games import long_game_delays
from benchmarks.served.memory import memory
from benchmarks.served.reconnects import reconnects
from benchmarks.served.scale import scale
from benchmarks.served.step_parts import step_parts

PROGRAMS: dict[str, tuple[str, Callable[[], Iterable[FigureRow]]]] = {
    "steps": ("what the time of a step is spent on", step_parts),
    "memory": ("the memory of many long games", memory),
    "kills": ("kill -9 under writing clients", kills),
    "reconnects": ("all pages reconnect at once after a restart", reconnects),
    "long-games": ("the longest possible games are opened while others play", long_game_delays),
    "analysis": ("the delay of advice and reviews", analysis_delays),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.served", description="Measure, and print a table.")
    commands = parser.add_subparsers(dest="command", required=True)
    loaded = commands.add_parser("load", help="the delay from a step to the opponent's socket")
    loaded.add_argument("--games", type=int, default=500, help="games at once (default: 500)")
    loaded.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    loaded.add_argument("--thinking", type=int, default=0, help="games between computers at the same time (default: 0)")
    loaded.add_argument("--reviews", type=int, default=0, help="reviews at the same time (default: 0)")
    scaled = commands.add_parser("scale", help="SQLite compared with PostgreSQL and 1, 2 and 4 processes")
    scaled.add_argument("--games", type=int, default=80, help="games at once (default: 80)")
    scaled.add_argument("--pause", type=float, default=0.5, help="seconds between steps of a game (default: 0.5)")
    scaled.add_argument("--seconds", type=float, default=15.0, help="how long, each time (default: 15)")
    scaled.add_argument("--rounds", type=int, default=3, help="how often (default: 3)")
    scaled.add_argument("--pages", type=int, default=200, help="pages that come back at once, 8 or more (default: 200)")
    scaled.add_argument("--events", type=int, default=100_000, help="events at a start (default: 100000)")
    for name, (text, _) in PROGRAMS.items():
        commands.add_parser(name, help=text)
    options = parser.parse_args()
    if options.command == "load":
        _print(load(options.games, options.seconds, options.thinking, options.reviews))
    elif options.command == "scale":
        sizes = options.pages, options.events
        _print(scale(options.games, options.pause, options.seconds, options.rounds, *sizes))
    else:
        _print(PROGRAMS[options.command][1]())


def _print(rows: Iterable[FigureRow]) -> None:
    """Print a table of these rows, even if measuring them ends with an error."""
    found: list[FigureRow] = []
    try:
        found.extend(rows)
    finally:
        print(f"{machine_text()}\n\n{markdown(found)}")


if __name__ == "__main__":
    main()
