"""A generation that learns from games while they are played, in pieces that start alike and are merged again and again.

Each piece of a round starts with the weights that the round before ended with, and plays games of its own; the round
ends with the mean of what they have learnt.  So the result does not depend on how many processes are at work.  The
weights after each round are kept, and a generation that was killed goes on from there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.chance import seed_state
from ibau.lab.training.files import read_arrays, write_arrays
from ibau.lab.training.fitting import Shape
from ibau.lab.training.plan import OF_NOISE, Plan, TrainingTask
from ibau.lab.training.slopes import NetworkWeights
from ibau.lab.training.temporal import Manner, make_lesson, new_learner
from ibau.lab.work import Pool

ROUNDS = 10
AT_ONCE = 2  # pieces of a round


class Learnt(NamedTuple):
    """What some games have taught."""

    weights: NetworkWeights
    decisions: int
    error: float  # the sum of its squares

    @property
    def mean_error(self) -> float:
        return self.error / max(self.decisions, 1)


class Lessons(NamedTuple):
    """Games to learn from; they go to another process."""

    weights: NetworkWeights  # spread
    rate: float  # how far a decision moves them
    games: int
    seed: tuple[int, ...]


class Stage(NamedTuple):
    """A generation that learns from games, and the file that keeps what they have taught so far."""

    plan: Plan
    number: int
    shape: Shape
    kept: Path


def learn(task: TrainingTask, lessons: Lessons) -> Learnt:
    """Play the games, one by one so that Ctrl-C is heard between them."""
    game, plan = task
    rules, rulebook = game.rules, game.system.rulebook
    lesson, start = make_lesson(rulebook, game.system.evaluation), rulebook.start(rules)
    noise, uneven = round(plan.noise * OF_NOISE), round(plan.uneven * OF_NOISE)
    manner = Manner(np.float32(lessons.rate), np.float32(plan.decay), noise, uneven)
    learner = new_learner(lessons.weights)
    random = seed_state(int(np.random.default_rng(lessons.seed).integers(1 << 62)))
    decisions, error = 0, 0.0
    for _ in range(lessons.games):
        decided, squares, random = lesson(rules, start, learner, manner, random)
        decisions, error = decisions + decided, error + squares
    return Learnt(learner.weights, decisions, error)


def learn_from_games(
    stage: Stage, beginning: NetworkWeights, workers: Pool[TrainingTask], progress: Callable[[int, int], None]
) -> Learnt:
    """What the games of a generation teach; rounds that have been played are not played again."""
    done, learnt = read_rounds(stage.kept) if stage.kept.exists() else (0, Learnt(beginning, 0, 0.0))
    for number in range(done, ROUNDS):
        learnt = after_round(stage, learnt, number, workers)
        write_arrays(
            stage.kept, rounds=number + 1, decisions=learnt.decisions, error=learnt.error, **learnt.weights._asdict()
        )
        progress(number + 1, ROUNDS)
    return learnt


def read_rounds(file: Path) -> tuple[int, Learnt]:
    """How many rounds have been played, and what they have taught.  Raises TrainingError."""
    rounds, decisions, error, *weights = read_arrays(file, ("rounds", "decisions", "error", *NetworkWeights._fields))
    return int(rounds), Learnt(NetworkWeights(*weights), int(decisions), float(error))


def after_round(stage: Stage, learnt: Learnt, number: int, workers: Pool[TrainingTask]) -> Learnt:
    """What the games have taught after one more round."""
    plan, generation, shape, _ = stage
    spread, first, rate = shape.spread(learnt.weights), number * AT_ONCE, plan.rate * plan.fade**generation
    pieces = [
        Lessons(spread, rate, games_of(plan, first + n), (plan.seed, generation, number, n)) for n in range(AT_ONCE)
    ]
    parts = list(workers.map(learn, pieces))
    weights = shape.folded(mean_of([part.weights for part in parts]))
    decisions, error = sum(part.decisions for part in parts), sum(part.error for part in parts)
    return Learnt(weights, learnt.decisions + decisions, learnt.error + error)


def unlearnt(plan: Plan, number: int, weights: NetworkWeights) -> Lessons:
    """As many games of a generation's weights, spread, as a piece has; nothing is learnt from them."""
    return Lessons(weights, 0.0, max(1, games_of(plan, 0)), (plan.seed, number, ROUNDS))


def games_of(plan: Plan, piece: int) -> int:
    """How many games of a generation fall to a piece; all pieces together play as many as planned."""
    pieces = ROUNDS * AT_ONCE
    return plan.games * (piece + 1) // pieces - plan.games * piece // pieces


def mean_of(several: Sequence[NetworkWeights]) -> NetworkWeights:
    """The mean of several weights."""
    first, bias, second, offset = (np.mean(arrays, axis=0, dtype=np.float32) for arrays in zip(*several, strict=True))
    return NetworkWeights(np.asarray(first), np.asarray(bias), np.asarray(second), np.asarray(offset))
