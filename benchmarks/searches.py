"""The searches of every game: positions per second, and by how much they exceed a time limit."""

import random
import statistics
import time
from collections.abc import Iterator
from functools import cache

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, alone
from ibau.core.game import State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.games import game, systems
from ibau.players import Budget, player

POSITIONS = 8  # of each game
APART = 5  # decisions between them
THOUGHT = 0.05  # seconds per position
LIMITS = (0.02, 0.1, 1.0)  # seconds
THOUGHTS = 5  # searches per limit and game
AIM = 0.05  # seconds over a limit
MILLISECONDS = 1000


@cache
def positions(ruleset: str) -> tuple[State, ...]:
    """Positions of random games with more than one legal action."""
    dice = random.Random(1)  # noqa: S311 - nothing is secret here
    found: list[State] = []
    state, decisions = game(ruleset).initial(), 0
    while len(found) < POSITIONS:
        if state.turn == NOBODY:
            state = game(ruleset).initial()
        if state.turn == CHANCE:
            state = state.play(state.chance_action(dice.randrange(16)))
            continue
        decisions += 1
        if decisions % APART == 0 and len(state.legal) > 1:
            found.append(state)
        state = state.after(dice.choice(state.legal))
    return tuple(found)


def searches_of(ruleset: str) -> tuple[str, ...]:
    """The names of the searches that play a game."""
    return "expectimax" if game(ruleset).system.has_throws else "alphabeta", "mcts", "uct"


def searching(name: str, ruleset: str) -> Side:
    """A search of each position of a game."""
    thinker, budget = player(name, 1), Budget(seconds=THOUGHT)

    def search(_number: int) -> Work:
        return {"nodes": sum(thinker.choose(state, budget).nodes for state in positions(ruleset))}

    return search


def nodes_per_second(rounds: int) -> Iterator[FigureRow]:
    """Each search of each game, with one thread."""
    for ruleset in systems():
        for name in searches_of(ruleset):
            unit = "iterations" if name in {"mcts", "uct"} else "nodes"
            measured = rates({"ours": searching(name, ruleset)}, rounds)["ours"]
            yield alone(f"{name}, {ruleset}: {unit} / s", measured["nodes"])


def overshoot(_rounds: int) -> Iterator[FigureRow]:
    """The wall-clock time by which searches exceed their limit, median and maximum.

    The aim is AIM, or a tenth of the limit if that is more.
    """
    names = sorted({name for ruleset in systems() for name in searches_of(ruleset)})
    for name in names:
        for limit in LIMITS:
            over = [
                MILLISECONDS * (seconds_for(name, state, limit) - limit)
                for ruleset in systems()
                if name in searches_of(ruleset)
                for state in positions(ruleset)[:THOUGHTS]
            ]
            yield FigureRow(
                f"{name}, limit of {MILLISECONDS * limit:g} ms: milliseconds over",
                f"{statistics.median(over):.1f} (at most {max(over):.1f})",
                f"aim at most {MILLISECONDS * max(AIM, limit / 10):g}",
            )


def seconds_for(name: str, state: State, limit: float) -> float:
    """The time that a search with this limit takes."""
    thinker = player(name, 1)
    thinker.choose(state, Budget(nodes=1))  # compiles, or loads what was compiled
    started = time.perf_counter()
    thinker.choose(state, Budget(seconds=limit))
    return time.perf_counter() - started
