"""Batches of many games at once: random steps, and steps as a learner takes them.

In random steps the batch draws the actions, which need no check; inputs and mask are read in packed form.  They are
compared with random games, which cost only the rules.  A learner's actions are checked, and its outputs are bytes and
floats; here NumPy chooses among the legal actions listed by the batch.
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
WARM = 500  # untimed steps first, so that games are in all stages and their histories are filled
DENSEST = 1 << 12  # the most actions for which a mask is useful, and read


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
    """Whether the mask of a game's actions is read."""
    return played.system.action_count <= DENSEST


def random_steps(played: Batch) -> Side:
    """Steps with actions drawn by the batch; its packed inputs and its mask are read after each."""
    output = "mask" if dense(played.game) else "counts"

    def step() -> None:
        played.step()
        _ = played.inputs, getattr(played, output)

    return _warm_steps(step)


def learner_steps(played: Batch) -> Side:
    """Steps with given actions; the mask and the observations, as floats, are read after each."""
    rng, each = np.random.default_rng(1), np.arange(played.n)
    output = "mask" if dense(played.game) else "counts"

    def step() -> None:
        played.step(played.legal[each, rng.integers(0, played.counts)])
        _ = played.observations.astype(np.float32), getattr(played, output)

    return _warm_steps(step)


def _warm_steps(step: Callable[[], object]) -> Side:
    for _ in range(WARM):
        step()

    def steps(_number: int) -> Work:
        for _ in range(STEPS):
            step()
        return {"decisions": GAMES * STEPS}

    return steps
