"""A generation that learns from games while they are played, in rounds whose pieces are averaged.

Each piece of a round starts with the weights of the round before, and plays its own games; the round ends with the mean
of their weights.  So the result does not depend on the number of processes.  The weights after each round are saved,
and a killed generation continues from there.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.chance import seed_state
from ibau.lab.training.gradients import NetworkWeights
from ibau.lab.training.temporal_difference import LearningSettings, make_training_game, new_learner
from ibau.lab.training.training_files import read_arrays, write_arrays
from ibau.lab.training.training_plan import NOISE_PARTS, TrainingPlan, TrainingTask
from ibau.lab.training.weight_fit import WeightSharing
from ibau.lab.worker_pool import WorkerPool

ROUNDS = 10
PIECES_PER_ROUND = 2


class LearntWeights(NamedTuple):
    """The weights learnt from some games."""

    weights: NetworkWeights
    decisions: int
    error: float  # the sum of squared errors

    @property
    def mean_error(self) -> float:
        return self.error / max(self.decisions, 1)


class LearningPiece(NamedTuple):
    """Games to learn from; sent to another process."""

    weights: NetworkWeights  # spread
    rate: float  # the learning rate
    games: int
    seed: tuple[int, ...]


class LearningStage(NamedTuple):
    """A generation that learns from games, and the file of its rounds so far."""

    plan: TrainingPlan
    number: int
    sharing: WeightSharing
    file: Path


def learn_piece(task: TrainingTask, piece: LearningPiece) -> LearntWeights:
    """Play the games of a piece and learn from them, one by one so that Ctrl-C is handled in between."""
    game, plan = task
    rules, rulebook = game.rules, game.system.rulebook
    training_game, start = make_training_game(rulebook, game.system.evaluation), rulebook.start(rules)
    noise, uneven = round(plan.noise * NOISE_PARTS), round(plan.uneven * NOISE_PARTS)
    settings = LearningSettings(np.float32(piece.rate), np.float32(plan.decay), noise, uneven)
    learner = new_learner(piece.weights)
    random = seed_state(int(np.random.default_rng(piece.seed).integers(1 << 62)))
    decisions, error = 0, 0.0
    for _ in range(piece.games):
        decided, squares, random = training_game(rules, start, learner, settings, random)
        decisions, error = decisions + decided, error + squares
    return LearntWeights(learner.weights, decisions, error)


def learn_from_games(
    stage: LearningStage,
    beginning: NetworkWeights,
    workers: WorkerPool[TrainingTask],
    progress: Callable[[int, int], None],
) -> LearntWeights:
    """Play the rounds of a generation that are not yet in its file, and return what it has learnt."""
    done, learnt = read_rounds(stage.file) if stage.file.exists() else (0, LearntWeights(beginning, 0, 0.0))
    for number in range(done, ROUNDS):
        learnt = play_round(stage, learnt, number, workers)
        write_arrays(
            stage.file, rounds=number + 1, decisions=learnt.decisions, error=learnt.error, **learnt.weights._asdict()
        )
        progress(number + 1, ROUNDS)
    return learnt


def read_rounds(file: Path) -> tuple[int, LearntWeights]:
    """Read the number of rounds played, and what they have learnt.  Raises TrainingError."""
    rounds, decisions, error, *weights = read_arrays(file, ("rounds", "decisions", "error", *NetworkWeights._fields))
    return int(rounds), LearntWeights(NetworkWeights(*weights), int(decisions), float(error))


def play_round(
    stage: LearningStage, learnt: LearntWeights, number: int, workers: WorkerPool[TrainingTask]
) -> LearntWeights:
    """Play one more round, and return what has been learnt after it."""
    plan, generation, sharing, _ = stage
    spread, first, rate = sharing.spread(learnt.weights), number * PIECES_PER_ROUND, plan.rate * plan.fade**generation
    pieces = [
        LearningPiece(spread, rate, games_of_piece(plan, first + n), (plan.seed, generation, number, n))
        for n in range(PIECES_PER_ROUND)
    ]
    parts = list(workers.map(learn_piece, pieces))
    weights = sharing.fold(mean_weights([part.weights for part in parts]))
    decisions, error = sum(part.decisions for part in parts), sum(part.error for part in parts)
    return LearntWeights(weights, learnt.decisions + decisions, learnt.error + error)


def validation_piece(plan: TrainingPlan, number: int, weights: NetworkWeights) -> LearningPiece:
    """A piece of games with a generation's spread weights, for measuring only: its learning rate is 0."""
    return LearningPiece(weights, 0.0, max(1, games_of_piece(plan, 0)), (plan.seed, number, ROUNDS))


def games_of_piece(plan: TrainingPlan, piece: int) -> int:
    """The number of games of a piece; those of all pieces add up to the plan's."""
    pieces = ROUNDS * PIECES_PER_ROUND
    return plan.games * (piece + 1) // pieces - plan.games * piece // pieces


def mean_weights(several: Sequence[NetworkWeights]) -> NetworkWeights:
    """The mean of several weights."""
    first, bias, second, offset = (np.mean(arrays, axis=0, dtype=np.float32) for arrays in zip(*several, strict=True))
    return NetworkWeights(np.asarray(first), np.asarray(bias), np.asarray(second), np.asarray(offset))
