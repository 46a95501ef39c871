"""python -m benchmarks.machine [--python P] [--native] [--served] [--rounds N] [--write].

Measures the time to the first move on a new machine, the size of the installation, and the speed of kernels compared
with Numba's code.  All but the last in an environment made from the wheel without extras, with empty caches.  Run it on
an idle machine, as waiting times are wall-clock time.  With --write the figures are saved in
docs/measured/first-move.tsv.
"""

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure_tables import FigureRow, machine_text, markdown, save
from benchmarks.machine.first_moves import first_moves, installation, starts
from benchmarks.machine.fresh_environment import install_wheel
from benchmarks.machine.search_speeds import speeds
from benchmarks.machine.simultaneous_games import crowd

ROUNDS = 5


def rows(python: Path, rounds: int, *, native: bool, served: bool) -> Iterator[FigureRow]:
    """The requested measurements."""
    yield from first_moves(python, rounds, native=native)
    yield from starts(python, rounds)
    yield from installation(python)
    yield from speeds(rounds)
    if served:
        yield from crowd(python)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.machine", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--python", type=Path, help="the Python of an environment with the wheel (default: a new one)")
    parser.add_argument("--native", action="store_true", help="also first moves by Numba, which take minutes")
    parser.add_argument("--served", action="store_true", help="also twenty games that a server begins at once")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    parser.add_argument("--write", action="store_true", help="save the figures in docs/measured/first-move.tsv")
    options = parser.parse_args()
    environment = contextlib.nullcontext(options.python.absolute()) if options.python else install_wheel()
    with environment as python:
        found = list(rows(python, options.rounds, native=options.native, served=options.served))
    conditions = f"{machine_text()}; medians of {options.rounds} rounds"
    print(f"{conditions}\n\n{markdown(found)}\n")
    if options.write:
        save("first-move", conditions, found)


if __name__ == "__main__":
    main()
