"""A generation that learns from games while they are played: pieces that begin alike and are made one again and again.

Each piece of a round begins with the weights that the round before has come to, and plays other games; their mean is
what the round comes to.  So the result does not depend on how many processes are at work.  What each round comes to is
kept, and a generation that was killed goes on there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.chance import seeded
from ibau.core.game import Game
from ibau.players.training.differences import Manner, make_lesson, new_learner
from ibau.players.training.files import read_arrays, write_arrays
from ibau.players.training.fitting import Shape, Weights
from ibau.players.training.plan import OF_NOISE, Plan
from ibau.players.training.workers import Workers

ROUNDS = 10
AT_ONCE = 2  # pieces of a round


class Learnt(NamedTuple):
    """What some games have come to."""

    weights: Weights
    decisions: int
    error: float  # the sum of its squares

    @property
    def mean_error(self) -> float:
        return self.error / max(self.decisions, 1)


class Piece(NamedTuple):
    """Games to learn from; goes to another process."""

    game: Game
    plan: Plan
    weights: Weights  # spread
    number: int  # of the generation
    games: int
    seed: tuple[int, ...]

    def learn(self) -> Learnt:
        """Play them, one by one so that Ctrl-C is heard between them."""
        rules, rulebook = self.game.rules, self.game.system.rulebook
        lesson, start = make_lesson(rulebook, self.game.system.evaluation), rulebook.start(rules)
        learner, manner = new_learner(self.weights), manner_of(self.plan, self.number)
        random = seeded(int(np.random.default_rng(self.seed).integers(1 << 62)))
        decisions, error = 0, 0.0
        for _ in range(self.games):
            decided, squares, random = lesson(rules, start, learner, manner, random)
            decisions, error = decisions + decided, error + squares
        return Learnt(learner.weights, decisions, error)


class Stage(NamedTuple):
    """Which games a generation plays, with what, and where it is kept what they have taught so far."""

    game: Game
    plan: Plan
    number: int
    shape: Shape
    kept: Path


def manner_of(plan: Plan, number: int) -> Manner:
    """How a generation learns."""
    rate, noise, uneven = plan.rate * plan.fade**number, round(plan.noise * OF_NOISE), round(plan.uneven * OF_NOISE)
    return Manner(np.float32(rate), np.float32(plan.decay), noise, uneven)


def learn_from_games(
    stage: Stage, beginning: Weights, workers: Workers, progress: Callable[[int, int], None]
) -> Learnt:
    """What the games of a generation lead to, whose rounds have not been played yet, or some of them."""
    done, learnt = read_rounds(stage.kept) if stage.kept.exists() else (0, Learnt(beginning, 0, 0.0))
    for number in range(done, ROUNDS):
        learnt = after_round(stage, learnt, number, workers)
        write_arrays(
            stage.kept, rounds=number + 1, decisions=learnt.decisions, error=learnt.error, **learnt.weights._asdict()
        )
        progress(number + 1, ROUNDS)
    return learnt


def read_rounds(file: Path) -> tuple[int, Learnt]:
    """How many rounds have been played, and what they have come to.  Raises TrainingError."""
    rounds, decisions, error, *weights = read_arrays(file, ("rounds", "decisions", "error", *Weights._fields))
    return int(rounds), Learnt(Weights(*weights), int(decisions), float(error))


def after_round(stage: Stage, learnt: Learnt, number: int, workers: Workers) -> Learnt:
    """What the games come to with one round more."""
    game, plan, generation, shape, _ = stage
    spread, first = shape.spread(learnt.weights), number * AT_ONCE
    pieces = [
        Piece(game, plan, spread, generation, games_of(plan, first + n), (plan.seed, generation, number, n))
        for n in range(AT_ONCE)
    ]
    parts = list(workers.map(Piece.learn, pieces))
    weights = shape.folded(mean_of([part.weights for part in parts]))
    decisions, error = sum(part.decisions for part in parts), sum(part.error for part in parts)
    return Learnt(weights, learnt.decisions + decisions, learnt.error + error)


def games_of(plan: Plan, piece: int) -> int:
    """How many games of a generation fall to a piece: with the others as many as planned."""
    pieces = ROUNDS * AT_ONCE
    return plan.games * (piece + 1) // pieces - plan.games * piece // pieces


def mean_of(several: Sequence[Weights]) -> Weights:
    """The weights between some others."""
    first, bias, second, offset = (np.mean(arrays, axis=0, dtype=np.float32) for arrays in zip(*several, strict=True))
    return Weights(np.asarray(first), np.asarray(bias), np.asarray(second), np.asarray(offset))
