"""A training from its first game to the last, in steps that each leave a file.  What is missing is made, again if need
be, and with the same result, so that a training that was killed goes on where it was.

In a folder beside the network, for each generation:

    NN.rounds.npz   what its games have taught so far, where it learns from games; deleted when they are over
    NN.part-PPP.npz a piece of its self-play, where positions are fitted; all are put together then, and deleted
    NN.learnt.npz   positions from self-play by the generation before
    NN.unseen.npz   some more of them, held back from learning
    NN.weights.npz  what was learnt from this generation's positions and those before it, or from its games
    NN.study.json   how much that was, and how well it was learnt
    NN.network.npz  the same in whole numbers
    NN.match.jsonl  its games against the features
    NN.json         how well it fits, and how it does in these games
    NN.nodes.jsonl  the games of the final match, for the best network: at equal nodes
    NN.time.jsonl   and at equal time
    NN.final.json   how it does there
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

PIECE_POSITIONS = 2000  # positions that are played in one piece, unless there were too many pieces
MIN_PIECES, MAX_PIECES = 4, 64
HELD_OUT = 16  # one part in this many is not learnt from
SELF_PLAY, LEARNING, MEASURING, FINAL = "self-play", "learning", "measuring", "final match"

Progress = Callable[[str, int, int], None]  # what is being done; how much of it is done, and of how much


class SelfPlayPiece(NamedTuple):
    """A piece of self-play, for another process to play."""

    network: Network
    seed: tuple[int, ...]
    least: int  # positions


def play_piece(task: TrainingTask, piece: SelfPlayPiece) -> Positions:
    """What a piece of self-play gives to learn from."""
    game, plan = task
    return play_positions(game, plan, piece.network, piece.seed, piece.least)


class Training:
    """A training in its folder."""

    def __init__(
        self,
        task: TrainingTask,
        folder: Path,
        workers: WorkerPool[TrainingTask],
        progress: Progress,
        cluster: str | None = None,
    ) -> None:
        """`cluster` is the address of the scheduler behind the workers, where there is one."""
        self.game, self.plan = task
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.cluster = cluster
        self.sharing = weight_fit.WeightSharing(*input_permutations(self.game, self.plan.seed))

    def file(self, number: int, name: str) -> Path:
        return self.folder / f"{number:02}.{name}"

    def generation(self, number: int) -> Generation:
        """Play, learn and measure, unless that has been done."""
        done = self.file(number, "json")
        if not done.exists():
            self.learn(number)
            write_result(done, self.measure(number))
        return read_result(done, Generation)

    # Self-play -------------------------------------------------------------------

    def play(self, number: int) -> None:
        """Games of the network of the generation before."""
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
        """The pieces of self-play, each kept as soon as it has been played."""
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
        """Pieces of self-play with these seeds, while others play them."""
        network = self.network(number - 1) if number else copy_network(no_network(), numpy_zeros)
        return self.workers.map(play_piece, [SelfPlayPiece(network, seed, least) for seed in seeds])

    # Learning --------------------------------------------------------------------

    def learn(self, number: int) -> None:
        """Better weights than those of the generation before."""
        weights, study = self.file(number, "weights.npz"), self.file(number, "study.json")
        if weights.exists() and study.exists():
            return
        learnt, errors = self.learn_from_games(number) if self.plan.games else self.fit_weights(number)
        write_result(study, errors)
        weight_fit.write_weights(weights, learnt)
        self.file(number, "rounds.npz").unlink(missing_ok=True)

    def fit_weights(self, number: int) -> tuple[NetworkWeights, LearntFrom]:
        """Weights from the positions of the last generations."""
        plan, widths = self.plan, self.game.system.evaluation.input_bits
        random = self.random(number)
        learnt, beginning = self.positions(number), self.initial_weights(number, random)
        settings = weight_fit.FitSettings(random, plan.epochs, partial(self.progress, LEARNING), plan.gain)
        weights = weight_fit.fit(beginning, self.sharing, learnt, widths, settings)
        error = weight_fit.mean_error(self.sharing.spread(weights), learnt, widths)
        return weights, LearntFrom(len(learnt.values), error)

    def learn_from_games(self, number: int) -> tuple[NetworkWeights, LearntFrom]:
        """Weights from games while they are played; the error is that from one decision to the next."""
        beginning = self.initial_weights(number)
        stage = learning_rounds.LearningStage(self.plan, number, self.sharing, self.file(number, "rounds.npz"))
        learnt = learning_rounds.learn_from_games(stage, beginning, self.workers, partial(self.progress, LEARNING))
        return weight_fit.clip_weights(learnt.weights, self.plan.gain), LearntFrom(learnt.decisions, learnt.mean_error)

    def random(self, number: int) -> np.random.Generator:
        """The random numbers of a generation."""
        return np.random.default_rng((self.plan.seed, number))

    def initial_weights(self, number: int, random: np.random.Generator | None = None) -> NetworkWeights:
        """The weights to begin with; where they are drawn, by the generation's random numbers."""
        if number:
            return self.weights(number - 1)
        random = random or self.random(number)
        return weight_fit.new_weights(
            len(self.sharing.known), self.plan.hidden // len(self.sharing.permutations), random
        )

    def weights(self, number: int) -> NetworkWeights:
        """What a generation has learnt."""
        self.learn(number)
        return weight_fit.read_weights(self.file(number, "weights.npz"))

    def positions(self, number: int) -> Positions:
        """The positions of the generations that are still looked at."""
        looked_at = range(max(0, number + 1 - self.plan.window), number + 1)
        for n in looked_at:
            self.play(n)
        return join_positions([read_positions(self.file(n, "learnt.npz")) for n in looked_at])

    # Measuring -------------------------------------------------------------------

    def network_file(self, number: int) -> Path:
        """The file of a generation's network, which is its weights in whole numbers."""
        file = self.file(number, "network.npz")
        if not file.exists():
            network = weight_fit.quantise(weight_fit.amplify(self.sharing.spread(self.weights(number)), self.plan.gain))
            with atomic_write(file) as stream:
                weight_fit.write_network(stream, network, self.game.system)
        return file

    def network(self, number: int) -> Network:
        """The network of a generation, for other processes too.  Raises TrainingError where its file holds none."""
        file = self.network_file(number)
        try:
            return copy_network(read_network(file, self.game.system), numpy_zeros)
        except NetworkError as error:
            raise damaged_error(file, f"it holds no network of {self.game.system.id}") from error

    def measure(self, number: int) -> Generation:
        """How well a generation fits its positions, and how it does against the features."""
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
        """The error of a generation's weights, spread, on what it has not learnt from."""
        if self.plan.games:
            (played,) = self.workers.map(
                learning_rounds.learn_piece, [learning_rounds.validation_piece(self.plan, number, weights)]
            )
            return played.mean_error
        positions = read_positions(self.file(number, "unseen.npz"))
        return weight_fit.mean_error(weights, positions, self.game.system.evaluation.input_bits)

    def match(self, what: str, number: int, name: str, budget: Budget, pairs: int) -> MatchResult:
        """A match against the features; its games are kept by this name."""
        seed = self.plan.seed + (pairs << 32)  # a match at length plays other games than the one after a generation
        processes = 1 if self.cluster else self.workers.worker_count
        settings = MatchSettings(budget, seed, pairs, processes, self.file(number, name), self.cluster)
        return play_match(self.game, self.network_file(number), settings, partial(self.progress, what))

    def final(self, generations: Sequence[Generation]) -> FinalMatches:
        """The best generation, measured again and at length: its own figures are the best of several, so too good."""
        best = max(generations, key=lambda one: (one.match.score, one.number)).number
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
