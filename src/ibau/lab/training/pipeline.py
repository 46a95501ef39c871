"""The steps of a training, each of which writes a file.  Missing files are made, with the same result each time, so
that a killed training continues where it was.

The files of each generation, in a folder next to the network:

    NN.rounds.npz   the rounds so far, if it learns from games; deleted at the end
    NN.part-PPP.npz a piece of its self-play, if it fits positions; deleted when all are joined
    NN.learnt.npz   the training set: positions from self-play by the generation before
    NN.unseen.npz   the validation set: more of them, held out
    NN.weights.npz  the weights
    NN.study.json   the number of positions and the training error
    NN.network.npz  the quantized network
    NN.match.jsonl  its games against the features
    NN.json         its errors, and the result of these games
    NN.nodes.jsonl  for the best network, the games of the final match at equal nodes
    NN.time.jsonl   and at equal time
    NN.final.json   and the results
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.contract import WIN
from ibau.lab.training import learning_rounds, weight_fit
from ibau.lab.training.generation_matches import (
    FinalMatches,
    Generation,
    LearntFrom,
    MatchResult,
    MatchSettings,
    play_match,
)
from ibau.lab.training.gradients import NetworkWeights
from ibau.lab.training.input_symmetry import SAMPLE, input_permutations, input_words, sample_positions
from ibau.lab.training.self_play import play_positions
from ibau.lab.training.training_files import (
    Positions,
    damaged_error,
    join_positions,
    read_positions,
    read_result,
    unpack_bits,
    write_positions,
    write_result,
)
from ibau.lab.training.training_plan import TrainingTask
from ibau.lab.worker_pool import WorkerPool
from ibau.machine.arrays import numpy_zeros
from ibau.machine.atomic_files import atomic_write
from ibau.search.budget import Budget
from ibau.search.network import Network, NetworkError, copy_network, no_network, read_network

PIECE_POSITIONS = 2000  # of self-play per piece, within the limits of the number of pieces
MIN_PIECES, MAX_PIECES = 4, 64
HELD_OUT = 16  # one piece in this many is held out for validation
SELF_PLAY, LEARNING, MEASURING, FINAL = "self-play", "learning", "measuring", "final match"

Progress = Callable[[str, int, int], None]  # (phase, done, total)


class SelfPlayPiece(NamedTuple):
    """A piece of self-play, for another process to play."""

    network: Network
    seed: tuple[int, ...]
    least: int  # the least number of positions


def play_piece(task: TrainingTask, piece: SelfPlayPiece) -> Positions:
    """Play a piece of self-play, and return its positions."""
    game, plan = task
    return play_positions(game, plan, piece.network, piece.seed, piece.least)


class Training:
    """The steps of a training, in its folder."""

    def __init__(
        self,
        task: TrainingTask,
        folder: Path,
        workers: WorkerPool[TrainingTask],
        progress: Progress,
        cluster: str | None = None,
    ) -> None:
        """`cluster` is the address of the scheduler if the workers are a cluster's."""
        self.game, self.plan = task
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.cluster = cluster
        self.sharing = weight_fit.WeightSharing(*input_permutations(self.game, self.plan.seed))

    def file(self, number: int, name: str) -> Path:
        return self.folder / f"{number:02}.{name}"

    def generation(self, number: int) -> Generation:
        """Play, learn and measure, unless done before."""
        done = self.file(number, "json")
        if not done.exists():
            self.learn(number)
            write_result(done, self.measure(number))
        return read_result(done, Generation)

    # Self-play -------------------------------------------------------------------

    def play(self, number: int) -> None:
        """Make the training and validation sets, by self-play of the generation before."""
        learnt_from, unseen = self.file(number, "learnt.npz"), self.file(number, "unseen.npz")
        if unseen.exists() and learnt_from.exists():
            return
        files = self.self_play_files(number)
        parts = [read_positions(file) for file in files]
        write_positions(learnt_from, join_positions([part for n, part in enumerate(parts) if n % HELD_OUT]))
        write_positions(unseen, join_positions(parts[::HELD_OUT]))
        for file in files:
            file.unlink()

    def self_play_files(self, number: int) -> list[Path]:
        """Play the missing pieces of self-play, each saved as soon as it has been played."""
        least = min(max(PIECE_POSITIONS, self.plan.positions // MAX_PIECES), -(-self.plan.positions // MIN_PIECES))
        count = -(-self.plan.positions // least)
        files = [self.file(number, f"part-{part:03}.npz") for part in range(count)]
        missing = [part for part, file in enumerate(files) if not file.exists()]
        played = self.self_play(number, [(self.plan.seed, number, part) for part in missing], least)
        for done, part in enumerate(missing, count - len(missing) + 1):
            write_positions(files[part], next(played))
            self.progress(SELF_PLAY, done, count)
        return files

    def self_play(self, number: int, seeds: Sequence[tuple[int, ...]], least: int) -> Iterator[Positions]:
        """Play pieces of self-play with these seeds on the workers."""
        network = self.network(number - 1) if number else copy_network(no_network(), numpy_zeros)
        return self.workers.map(play_piece, [SelfPlayPiece(network, seed, least) for seed in seeds])

    # Learning --------------------------------------------------------------------

    def learn(self, number: int) -> None:
        """Learn the weights of a generation, unless done before."""
        weights, study = self.file(number, "weights.npz"), self.file(number, "study.json")
        if weights.exists() and study.exists():
            return
        learnt, errors = self.learn_from_games(number) if self.plan.games else self.fit_weights(number)
        write_result(study, errors)
        weight_fit.write_weights(weights, learnt)
        self.file(number, "rounds.npz").unlink(missing_ok=True)

    def fit_weights(self, number: int) -> tuple[NetworkWeights, LearntFrom]:
        """Fit weights to the positions of the last generations."""
        plan, widths = self.plan, self.game.system.evaluation.input_bits
        random = self.random(number)
        learnt, beginning = self.positions(number), self.initial_weights(number, random)
        settings = weight_fit.FitSettings(random, plan.epochs, partial(self.progress, LEARNING), plan.gain)
        weights = weight_fit.fit(beginning, self.sharing, learnt, widths, settings)
        error = weight_fit.mean_error(self.sharing.spread(weights), learnt, widths)
        return weights, LearntFrom(len(learnt.values), error)

    def learn_from_games(self, number: int) -> tuple[NetworkWeights, LearntFrom]:
        """Learn weights from games while they are played; the error is that from one decision to the next."""
        beginning = self.initial_weights(number)
        stage = learning_rounds.LearningStage(self.plan, number, self.sharing, self.file(number, "rounds.npz"))
        learnt = learning_rounds.learn_from_games(stage, beginning, self.workers, partial(self.progress, LEARNING))
        return weight_fit.clip_weights(learnt.weights, self.plan.gain), LearntFrom(learnt.decisions, learnt.mean_error)

    def random(self, number: int) -> np.random.Generator:
        """The random generator of a generation."""
        return np.random.default_rng((self.plan.seed, number))

    def initial_weights(self, number: int, random: np.random.Generator | None = None) -> NetworkWeights:
        """The weights of the generation before; in generation 0 random ones."""
        if number:
            return self.weights(number - 1)
        random = random or self.random(number)
        return weight_fit.new_weights(
            len(self.sharing.known), self.plan.hidden // len(self.sharing.permutations), random
        )

    def weights(self, number: int) -> NetworkWeights:
        """The weights of a generation."""
        self.learn(number)
        return weight_fit.read_weights(self.file(number, "weights.npz"))

    def positions(self, number: int) -> Positions:
        """The training sets of the generations in the plan's window."""
        window = range(max(0, number + 1 - self.plan.window), number + 1)
        for n in window:
            self.play(n)
        return join_positions([read_positions(self.file(n, "learnt.npz")) for n in window])

    # Measuring -------------------------------------------------------------------

    def network_file(self, number: int) -> Path:
        """The file of a generation's quantized network, written if it is missing."""
        file = self.file(number, "network.npz")
        if not file.exists():
            network = weight_fit.quantise(weight_fit.amplify(self.sharing.spread(self.weights(number)), self.plan.gain))
            with atomic_write(file) as stream:
                weight_fit.write_network(stream, network, self.game.system)
        return file

    def network(self, number: int) -> Network:
        """The network of a generation, picklable.  Raises TrainingError if its file is damaged."""
        file = self.network_file(number)
        try:
            return copy_network(read_network(file, self.game.system), numpy_zeros)
        except NetworkError as error:
            raise damaged_error(file, f"it holds no network of {self.game.system.id}") from error

    def measure(self, number: int) -> Generation:
        """Measure a generation: its errors, and its strength against the features."""
        study = read_result(self.file(number, "study.json"), LearntFrom)
        weights = self.sharing.spread(self.weights(number))
        words = input_words(self.game, sample_positions(self.game, self.plan.seed, SAMPLE))
        bits = unpack_bits(words, self.game.system.evaluation.input_bits)
        exact = weight_fit.predict(weight_fit.amplify(weights, self.plan.gain), bits)
        rounding = np.abs(WIN * exact - weight_fit.predict_thousandths(self.network(number), bits))
        return Generation(
            number,
            study.positions,
            study.error,
            self.validation_error(number, weights),
            float(rounding.mean()),
            float(rounding.max()),
            self.match(MEASURING, number, "match.jsonl", Budget(nodes=self.plan.nodes), self.plan.pairs),
        )

    def validation_error(self, number: int, weights: NetworkWeights) -> float:
        """The error of a generation's spread weights on its validation set, or on games that it did not learn from."""
        if self.plan.games:
            (played,) = self.workers.map(
                learning_rounds.learn_piece, [learning_rounds.validation_piece(self.plan, number, weights)]
            )
            return played.mean_error
        positions = read_positions(self.file(number, "unseen.npz"))
        return weight_fit.mean_error(weights, positions, self.game.system.evaluation.input_bits)

    def match(self, phase: str, number: int, name: str, budget: Budget, pairs: int) -> MatchResult:
        """Play a match against the features; `name` is the file of its games."""
        seed = self.plan.seed + (pairs << 32)  # so that the final match has other games than that of the generation
        processes = 1 if self.cluster else self.workers.worker_count
        settings = MatchSettings(budget, seed, pairs, processes, self.file(number, name), self.cluster)
        return play_match(self.game, self.network_file(number), settings, partial(self.progress, phase))

    def final(self, generations: Sequence[Generation]) -> FinalMatches:
        """Measure the best generation in new, longer matches: the figures it was chosen by are biased upwards."""
        best = max(generations, key=lambda made: (made.match.tally.score, made.number)).number
        done = self.file(best, "final.json")
        if not done.exists():
            by_nodes, by_time = Budget(nodes=self.plan.nodes), Budget(seconds=self.plan.final_seconds)
            final = FinalMatches(
                best,
                self.match(FINAL, best, "nodes.jsonl", by_nodes, self.plan.final_pairs),
                self.match(FINAL, best, "time.jsonl", by_time, self.plan.final_pairs),
            )
            write_result(done, final)
        return read_result(done, FinalMatches)
