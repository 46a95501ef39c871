"""The speed of searches by kernels and by Numba, measured in alternation."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, compared
from benchmarks.searches import positions, searches_of
from ibau.games import systems
from ibau.machine import machines
from ibau.players import Budget, player

NODES = {"uct": 2_000}  # per search; a playout is long
NAMED_MACHINE = "ASKED"  # the variable of machines.py that names the machine to use
MORE = 50_000  # nodes of the other searches


def speeds(rounds: int) -> Iterator[FigureRow]:
    """Nodes per CPU second of each search in each game."""
    for ruleset in systems():
        for name in searches_of(ruleset):
            sides = {each: thinking(name, ruleset, each) for each in ("kernel", "native")}
            measured = rates(sides, rounds)
            ours, theirs = measured["kernel"]["nodes"], measured["native"]["nodes"]
            yield compared(f"{name}, {ruleset}: nodes / s by kernel", ours, "Numba", theirs)


def thinking(name: str, ruleset: str, machine: str) -> Side:
    """A search of each position of a game, on a machine."""
    thinker, budget = player(name, 1), Budget(nodes=NODES.get(name, MORE))

    def think(_number: int) -> Work:
        with machine_named(machine):
            return {"nodes": sum(thinker.choose(state, budget).nodes for state in positions(ruleset))}

    return think


@contextmanager
def machine_named(machine: str) -> Generator[None]:
    """Run loops in the block as if IBAU_MACHINE named this machine."""
    before = getattr(machines, NAMED_MACHINE)
    setattr(machines, NAMED_MACHINE, machine)
    try:
        yield
    finally:
        setattr(machines, NAMED_MACHINE, before)
