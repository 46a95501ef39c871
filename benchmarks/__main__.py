"""python -m benchmarks [--rounds N] [--write] [NAME ...]: measure, print a Markdown table."""

import argparse
from collections.abc import Callable, Iterator

from benchmarks.batches import every_batch
from benchmarks.compiled_loops import perft_leaves, plain_games, random_games
from benchmarks.cpu_rates import use_one_core
from benchmarks.environments import environments
from benchmarks.figure_tables import FigureRow, machine_text, markdown, save
from benchmarks.machine.search_speeds import machine_named
from benchmarks.searches import nodes_per_second, overshoot
from benchmarks.served.memory import memory
from benchmarks.solving import solving
from ibau.games import game

PLACEMENT = "LLDDL/DLLDD/LD1LD/DLDLD/LDLDL first 24 - - 0 12 -"  # the placement of all pieces of Seega

BENCHMARKS: dict[str, Callable[[int], Iterator[FigureRow]]] = {
    "playouts": random_games,
    "batch": every_batch,
    "seega-plain": lambda rounds: plain_games("seega", 60_000, 200, rounds),
    "race-plain": lambda rounds: plain_games("senet-race", 20_000, 60, rounds),
    "nodes": nodes_per_second,
    "overshoot": overshoot,
    "seega-perft": lambda rounds: perft_leaves(game("seega").state(PLACEMENT), 8, rounds),
    "race-perft": lambda rounds: perft_leaves(game("senet-race").initial(), 8, rounds),
    "environments": environments,
    "solve": solving,
    "memory": lambda _rounds: memory(games=100, plies=20),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and print a Markdown table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which the sides take turns (default: 7)")
    parser.add_argument("--write", action="store_true", help="save the figures in docs/measured/speed.tsv")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown or options.rounds < 1:
        parser.error(f"no benchmark {unknown[0]!r}" if unknown else "at least one round is needed")
    use_one_core()
    rows: list[FigureRow] = []
    with machine_named("native"):
        for name in options.names or BENCHMARKS:
            rows += BENCHMARKS[name](options.rounds)
    conditions = f"{machine_text()}; one core, CPU time, medians of {options.rounds} rounds"
    print(f"{conditions}\n\n{markdown(rows)}\n")
    if options.write:
        save("speed", conditions, rows)


if __name__ == "__main__":
    main()
