"""Batches: random steps of many games at once with everything that a learner looks at, beside plain random games.

And the same games on a graphics card, where one is at hand.
"""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.compiled import some_decisions
from benchmarks.measure import Rates, Work, rates
from benchmarks.table import Row, compared
from ibau.batches import batch
from ibau.core.batch import Batch
from ibau.core.errors import CudaError
from ibau.core.game import Game
from ibau.core.playout import playouts
from ibau.games import game, systems

GAMES, STEPS = 4096, 100
WARM = 500  # steps before anything is timed: games are then at all their stages, and remember as much as they will
ON_CARD, ON_CORE = 1 << 14, 1 << 9  # games of a round
DENSEST = 1 << 12  # actions; where there are more, a mask helps nobody and is not looked at


def every_batch(rounds: int) -> Iterator[Row]:
    """Steps of every system with legality checked, mask and packed observation, on one core."""
    for name in systems():
        played = batch(name, GAMES, seed=1)
        actions = np.full(GAMES, -1)
        dense = played.game.system.action_count <= DENSEST

        def steps(_number: int, played: Batch = played, actions: Any = actions, dense: bool = dense) -> Work:
            for _ in range(STEPS):
                played.step(actions)
                _ = played.inputs, played.mask if dense else played.counts
            return {"decisions": GAMES * STEPS}

        for _ in range(WARM):
            played.step(actions)
        measured = rates({"batch": steps, "games": some_decisions(name)}, rounds)
        ours, theirs = measured["batch"]["decisions"], measured["games"]["decisions"]
        yield compared(f"batch of {GAMES}, {name}: steps / s", ours, "random games", theirs)


def on_card(rounds: int) -> Iterator[Row]:
    """Random games a second of wall time on a graphics card, what goes there and back included, beside one core's."""
    try:
        from ibau.core.cuda import check_card, play_out

        check_card()
    except CudaError as error:
        print(error, file=sys.stderr)
        return
    for name in systems():
        played = game(name)

        def card(number: int, played: Game = played) -> object:
            return play_out(played, ON_CARD, number)

        def core(number: int, played: Game = played) -> object:
            return playouts(played.initial(), ON_CORE, number)

        ours, theirs = _per_second(card, ON_CARD, rounds), _per_second(core, ON_CORE, rounds)
        yield compared(f"random games on a card, {name}: games / s", ours, "one core", theirs)


def _per_second(play: Callable[[int], object], games: int, rounds: int) -> Rates:
    """Games a second of wall time, after one untimed round that compiles."""
    play(0)
    found: list[float] = []
    for number in range(rounds):
        started = time.perf_counter()
        play(number)
        found.append(games / (time.perf_counter() - started))
    return Rates(tuple(found))
