"""Batches of many games at once: steps at random, and steps as a learner takes them.

At random, the batch draws each action itself, so there is nothing to check; what is legal and what is seen are looked
at in the packed forms.  Beside it random games alone, which are what the rules by themselves cost.  A learner gives
actions, each of which is checked, and looks at bytes and floats; its choice is made here by NumPy, among the legal
actions as the batch lists them.
"""

from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.compiled_loops import some_decisions
from benchmarks.cpu_rates import Side, Work, rates
from benchmarks.figure_tables import FigureRow, compared
from ibau.core.game import Game
from ibau.games import systems
from ibau.lab.batch import Batch
from ibau.lab.batch.batch import batch

GAMES, STEPS = 4096, 100
WARM = 500  # steps before anything is timed: games are then at all their stages, and remember as much as they will
DENSEST = 1 << 12  # actions; where there are more, a mask helps nobody and is not looked at


def every_batch(rounds: int) -> Iterator[FigureRow]:
    """Both kinds of steps in every system, on one core."""
    for name in systems():
        played = batch(name, GAMES, seed=1)
        sides = {
            "random steps": random_steps(played),
            "learner": learner_steps(batch(name, GAMES, seed=2)),
            "random games": some_decisions(name),
        }
        at_random, learning, alone = (found["decisions"] for found in rates(sides, rounds).values())
        yield compared(f"batch of {GAMES}, {name}: random steps / s", at_random, "random games", alone)
        yield compared(f"batch of {GAMES}, {name}: steps of a learner / s", learning, "random steps", at_random)


def dense(played: Game) -> bool:
    """Is a mask of its actions looked at?"""
    return played.system.action_count <= DENSEST


def random_steps(played: Batch) -> Side:
    """Actions that the batch draws; its packed inputs and its mask are looked at after each step."""
    look = "mask" if dense(played.game) else "counts"

    def step() -> None:
        played.step()
        _ = played.inputs, getattr(played, look)

    return _warm_steps(step)


def learner_steps(played: Batch) -> Side:
    """Legal actions given and checked; mask and observations, these as floats, are looked at after each step."""
    rng, each = np.random.default_rng(1), np.arange(played.n)
    look = "mask" if dense(played.game) else "counts"

    def step() -> None:
        played.step(played.legal[each, rng.integers(0, played.counts)])
        _ = played.observations.astype(np.float32), getattr(played, look)

    return _warm_steps(step)


def _warm_steps(step: Callable[[], object]) -> Side:
    for _ in range(WARM):
        step()

    def steps(_number: int) -> Work:
        for _ in range(STEPS):
            step()
        return {"decisions": GAMES * STEPS}

    return steps
