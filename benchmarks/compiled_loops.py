"""Compiled loops: random games and perft of every game, and random games compared with plain Python."""

import inspect
from collections.abc import Callable, Iterator

from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, alone, compared
from ibau.core.chance import seed_state
from ibau.core.game import State
from ibau.games import game, systems
from ibau.machine.arrays import numpy_zeros
from ibau.machine.machines import NativeMachine
from ibau.search.playout import history_of, make_playouts, new_columns, perft

DECISIONS = 5_000_000  # in a round of random games, roughly


def random_games(rounds: int) -> Iterator[FigureRow]:
    """Random games of every system, by the loop that the engine uses."""
    for name in systems():
        measured = rates({"ours": some_decisions(name)}, rounds)
        yield alone(f"random games, {name}: decisions / s", measured["ours"]["decisions"])


def some_decisions(ruleset: str) -> Side:
    """Enough random games for about DECISIONS decisions."""
    run = make_playouts(game(ruleset).system.rulebook)
    games = max(1, 10 * DECISIONS // playing(ruleset, run, 10)(0)["decisions"])
    return playing(ruleset, run, games)


def playing(ruleset: str, run: Callable[..., object], games: int) -> Side:
    """`games` random games by a loop, compiled or plain."""
    state = game(ruleset).initial()

    def play(number: int) -> Work:
        results = new_columns(games, numpy_zeros)
        run(state.game.rules, state.position, history_of(state, NativeMachine()), results, games, seed_state(number))
        return {"decisions": int(sum(results.decisions))}

    return play


def plain_games(ruleset: str, games: int, plain: int, rounds: int) -> Iterator[FigureRow]:
    """The same loop compiled, and as plain Python."""
    run = make_playouts(game(ruleset).system.rulebook)
    sides = {"compiled": playing(ruleset, run, games), "plain": playing(ruleset, inspect.unwrap(run), plain)}
    ours, theirs = (measured["decisions"] for measured in rates(sides, rounds).values())
    yield compared(f"compiled against plain, {ruleset}: decisions / s", ours, "plain", theirs)


def perft_leaves(state: State, depth: int, rounds: int) -> Iterator[FigureRow]:
    """Counting action paths."""

    def leaves(_number: int) -> Work:
        return {"leaves": perft(state, depth)}

    measured = rates({"ours": leaves}, rounds)
    yield alone(f"perft {depth}, {state.game.ruleset}: leaves / s", measured["ours"]["leaves"])
