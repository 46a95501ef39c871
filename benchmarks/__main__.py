"""python -m benchmarks [--rounds N] [NAME ...]: measure, print a table for docs/benchmarks.md."""

import argparse
from collections.abc import Callable, Iterator

from benchmarks.batches import every_batch
from benchmarks.compiled import PLACEMENT, every_ruleset, perft_leaves, plain_games, random_games, tree_search
from benchmarks.environments import environments
from benchmarks.friendly import against_chess
from benchmarks.long_games import late_plies
from benchmarks.machine.speeds import asked
from benchmarks.measure import use_one_core
from benchmarks.memory import serving
from benchmarks.searches import nodes_per_second, overshoot
from benchmarks.solving import solving
from benchmarks.table import Row, machine, markdown
from ibau.games import game

BENCHMARKS: dict[str, Callable[[int], Iterator[Row]]] = {
    "seega": lambda rounds: random_games("seega", "seega_bits", 60_000, rounds),
    "race": lambda rounds: random_games("senet-race", "senet_v1", 20_000, rounds),
    "rulesets": every_ruleset,
    "batch": every_batch,
    "seega-plain": lambda rounds: plain_games("seega", 60_000, 200, rounds),
    "race-plain": lambda rounds: plain_games("senet-race", 20_000, 60, rounds),
    "search": lambda rounds: tree_search(50_000, rounds),
    "nodes": nodes_per_second,
    "overshoot": overshoot,
    "seega-perft": lambda rounds: perft_leaves(game("seega").state(PLACEMENT), 8, rounds),
    "race-perft": lambda rounds: perft_leaves(game("senet-race").initial(), 8, rounds),
    "seega-python": lambda rounds: against_chess("seega", 100, 10, rounds),
    "race-python": lambda rounds: against_chess("senet-race", 15, 10, rounds),
    "environments": environments,
    "long": late_plies,
    "solve": solving,
    "memory": lambda _rounds: serving(games=100),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure, and print a Markdown table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which the sides take turns (default: 7)")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown or options.rounds < 1:
        parser.error(f"no benchmark {unknown[0]!r}" if unknown else "at least one round is needed")
    use_one_core()
    rows: list[Row] = []
    with asked("native"):
        for name in options.names or BENCHMARKS:
            rows += BENCHMARKS[name](options.rounds)
    print(f"{machine()}; one core, CPU time, medians of {options.rounds} rounds\n\n{markdown(rows)}")


if __name__ == "__main__":
    main()
