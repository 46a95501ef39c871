"""python -m benchmarks.machine [--python P] [--native] [--served] [--rounds N] [--write].

How soon a computer moves on a machine that is new to Ibau, how large what is installed is, and how fast kernels are
beside Numba's code.  All but the last is measured in an environment made from the wheel without extras, with nothing
kept from one program to the next.  On a quiet machine: what a person waits for is told by the wall's clock.  With
--write the figures are saved in docs/measured/first-move.tsv.
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
    """All that is asked for."""
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
    parser.add_argument("--python", type=Path, help="the Python of an environment with the wheel; else one is made")
    parser.add_argument("--native", action="store_true", help="first moves by Numba too, which take minutes")
    parser.add_argument("--served", action="store_true", help="and twenty games that a server begins at once")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    parser.add_argument("--write", action="store_true", help="save the figures in docs/measured/first-move.tsv")
    options = parser.parse_args()
    given = contextlib.nullcontext(options.python.absolute()) if options.python else install_wheel()
    with given as python:
        found = list(rows(python, options.rounds, native=options.native, served=options.served))
    conditions = f"{machine_text()}; medians of {options.rounds} rounds"
    print(f"{conditions}\n\n{markdown(found)}\n")
    if options.write:
        save("first-move", conditions, found)


if __name__ == "__main__":
    main()
