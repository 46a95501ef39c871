"""What a second thread brings: python -m benchmarks.threads [--rounds N] [--write].

By the wall's clock, on the same positions, one thread and two in turns: how much sooner alphabeta and expectimax have
looked as deep as one thread does in half a second, and how many more iterations a second mcts makes.  Where other
work is done meanwhile the figures say nothing.  With --write the table goes into docs/measured/strength.md.
"""

import argparse
import time
from collections.abc import Callable, Iterator

from benchmarks.measure import Rates
from benchmarks.searches import positions, searches_of
from benchmarks.strength import PAGE
from benchmarks.table import Row, compared, filled, machine, markdown
from ibau.core.game import State
from ibau.games import systems
from ibau.players import Budget, player

THOUGHT = 0.5  # seconds of one thread for a position
POSITIONS = 4  # of each game
ROUNDS = 3


def depth_in(name: str, state: State) -> int:
    """How deep one thread looks in a thought."""
    return player(name, 1).choose(state, Budget(seconds=THOUGHT)).depth


def depths_reached(name: str, states: dict[State, int], threads: int) -> float:
    """Thoughts a second, each as deep as told."""
    started = time.perf_counter()
    for state, depth in states.items():
        player(name, 1, threads).choose(state, Budget(depth=depth))
    return len(states) / (time.perf_counter() - started)


def iterations(name: str, states: dict[State, int], threads: int) -> float:
    """Iterations a second."""
    thoughts = [player(name, 1, threads).choose(state, Budget(seconds=THOUGHT)) for state in states]
    return sum(thought.nodes for thought in thoughts) / sum(thought.seconds for thought in thoughts)


def rows(rounds: int) -> Iterator[Row]:
    """The search of each game that goes down and up one path, and where throws are the tree that plays its levels."""
    for ruleset, system in systems().items():
        by_depth, tree, _ = searches_of(ruleset)
        yield row(ruleset, by_depth, "thoughts", depths_reached, rounds)
        if system.has_throws:
            yield row(ruleset, tree, "iterations", iterations, rounds)


def row(ruleset: str, name: str, unit: str, measure: Callable[[str, dict[State, int], int], float], rounds: int) -> Row:
    """Two threads beside one; an untimed thought of each compiles."""
    for threads in (1, 2):
        player(name, 1, threads).choose(positions(ruleset)[0], Budget(nodes=1000))
    states = {state: depth_in(name, state) for state in positions(ruleset)[:POSITIONS]}
    measured = [(measure(name, states, 2), measure(name, states, 1)) for _ in range(rounds)]
    two, one = (Rates(side) for side in zip(*measured, strict=True))
    return compared(f"{name}, {ruleset}: {unit} / s with two threads", two, "one thread", one)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.threads", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default: {ROUNDS}")
    parser.add_argument("--write", action="store_true", help="put the table into docs/measured/strength.md")
    options = parser.parse_args()
    text = f"{markdown(rows(options.rounds))}\n\n{machine()}; the wall's clock.\n"
    print(text)
    if options.write:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), "threads", text), "utf-8")


if __name__ == "__main__":
    main()
