"""Batches: random steps of many games at once with everything that a learner looks at.

Beside them the same by a loop written by hand, and random games alone, which are what the rules by themselves cost.
"""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.compiled import some_decisions
from benchmarks.frozen import baseline
from benchmarks.measure import Side, Work, rates
from benchmarks.table import Row, compared
from ibau.core.game import Game
from ibau.games import systems
from ibau.lab.batch import Batch
from ibau.lab.batch.named import batch

GAMES, STEPS = 4096, 100
WARM = 500  # steps before anything is timed: games are then at all their stages, and remember as much as they will
DENSEST = 1 << 12  # actions; where there are more, a mask helps nobody and is not looked at


def every_batch(rounds: int) -> Iterator[Row]:
    """Steps of every system with legality checked, mask and packed observation, on one core."""
    for name in systems():
        played = batch(name, GAMES, seed=1)
        sides = {"batch": library_steps(played), "random games": some_decisions(name)}
        if dense(played.game):
            sides["loop by hand"] = steps_by_hand(played.game)
        measured = {side: found["decisions"] for side, found in rates(sides, rounds).items()}
        ours = measured.pop("batch")
        for side, theirs in measured.items():
            yield compared(f"batch of {GAMES}, {name}: steps / s", ours, side, theirs)


def dense(played: Game) -> bool:
    """Is a mask of its actions looked at?"""
    return played.system.action_count <= DENSEST


def library_steps(played: Batch) -> Side:
    """Random steps of a batch, its inputs and mask looked at after each."""
    actions, look = np.full(played.n, -1), "mask" if dense(played.game) else "counts"

    def step() -> None:
        played.step(actions)
        _ = played.inputs, getattr(played, look)

    return _warm_steps(step)


def steps_by_hand(played: Game) -> Side:
    """The same by hand."""
    by_hand, actions = baseline("batch_step").Batch(played, GAMES, seed=1), np.full(GAMES, -1, np.int32)
    return _warm_steps(lambda: by_hand.step(actions))


def _warm_steps(step: Callable[[], object]) -> Side:
    for _ in range(WARM):
        step()

    def steps(_number: int) -> Work:
        for _ in range(STEPS):
            step()
        return {"decisions": GAMES * STEPS}

    return steps
