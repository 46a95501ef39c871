"""A generation that learns from games while they are played: pieces that begin alike and are made one again and again.

Each piece of a round begins with the weights that the round before has come to, and plays other games; their mean is
what the round comes to.  So the result does not depend on how many processes are at work.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ibau.core.chance import seeded
from ibau.core.game import Game
from ibau.players.training.differences import OF_NOISE, Manner, make_lessons, new_learner
from ibau.players.training.fitting import Shape, Weights
from ibau.players.training.plan import Plan
from ibau.players.training.workers import Workers

ROUNDS = 10
AT_ONCE = 2  # pieces of a round


class Piece(NamedTuple):
    """Games to learn from; goes to another process."""

    game: Game
    plan: Plan
    weights: Weights  # spread
    number: int  # of the generation
    games: int
    seed: tuple[int, ...]

    def learn(self) -> "Learnt":
        """Play them."""
        system, rules = self.game.system, self.game.rules
        plan, learner = self.plan, new_learner(self.weights)
        manner = Manner(
            np.float32(plan.rate * plan.fade**self.number), np.float32(plan.decay), round(plan.noise * OF_NOISE)
        )
        lessons = make_lessons(system.rulebook, system.evaluation)
        random = seeded(int(np.random.default_rng(self.seed).integers(1 << 62)))
        lesson = lessons(rules, system.rulebook.start(rules), learner, manner, self.games, random)
        return Learnt(learner.weights, lesson.decisions, lesson.error)


class Learnt(NamedTuple):
    """What a piece has come to."""

    weights: Weights
    decisions: int
    error: float  # the sum of its squares


class Stage(NamedTuple):
    """Which games a generation plays, and with what."""

    game: Game
    plan: Plan
    number: int
    shape: Shape


def learn_from_games(stage: Stage, weights: Weights, workers: Workers, progress: Callable[[int, int], None]) -> Learnt:
    """The weights that the games of a generation lead to; the error is the mean of its squares."""
    game, plan, number, shape = stage
    games = -(-plan.games // (ROUNDS * AT_ONCE))
    decisions, error = 0, 0.0
    for done in range(ROUNDS):
        spread = shape.spread(weights)
        pieces = [Piece(game, plan, spread, number, games, (plan.seed, number, done, n)) for n in range(AT_ONCE)]
        learnt = list(workers.map(Piece.learn, pieces))
        weights = shape.folded(mean_of([one.weights for one in learnt]))
        decisions += sum(one.decisions for one in learnt)
        error += sum(one.error for one in learnt)
        progress(done + 1, ROUNDS)
    return Learnt(weights, decisions, error / max(decisions, 1))


def mean_of(several: Sequence[Weights]) -> Weights:
    """The weights between some others."""
    first, bias, second, offset = (np.mean(arrays, axis=0, dtype=np.float32) for arrays in zip(*several, strict=True))
    return Weights(np.asarray(first), np.asarray(bias), np.asarray(second), np.asarray(offset))
