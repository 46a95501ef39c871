"""How fast searches are by kernel and by Numba, in turns within one run."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, compared
from benchmarks.searches import positions, searches_of
from ibau.games import systems
from ibau.machine import machines
from ibau.players import Budget, player

NODES = {"uct": 2_000}  # of a thought; a playout is long
NAMED_MACHINE = "ASKED"  # the name of what is asked for, within machines.py
MORE = 50_000  # of the other searches


def speeds(rounds: int) -> Iterator[FigureRow]:
    """Nodes a CPU second of each search in each game."""
    for ruleset in systems():
        for name in searches_of(ruleset):
            sides = {each: thinking(name, ruleset, each) for each in ("kernel", "native")}
            measured = rates(sides, rounds)
            ours, theirs = measured["kernel"]["nodes"], measured["native"]["nodes"]
            yield compared(f"{name}, {ruleset}: nodes / s by kernel", ours, "Numba", theirs)


def thinking(name: str, ruleset: str, machine: str) -> Side:
    """The same thought about each position of a game, on a machine."""
    thinker, budget = player(name, 1), Budget(nodes=NODES.get(name, MORE))

    def think(_number: int) -> Work:
        with machine_named(machine):
            return {"nodes": sum(thinker.choose(state, budget).nodes for state in positions(ruleset))}

    return think


@contextmanager
def machine_named(machine: str) -> Generator[None]:
    """Within the block loops run as if IBAU_MACHINE named this machine."""
    before = getattr(machines, NAMED_MACHINE)
    setattr(machines, NAMED_MACHINE, machine)
    try:
        yield
    finally:
        setattr(machines, NAMED_MACHINE, before)
