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
from ibau.lab.training import fitting, piecework
from ibau.lab.training.files import (
    Positions,
    bits_of,
    damaged,
    joined,
    read_positions,
    read_result,
    write_positions,
    write_result,
)
from ibau.lab.training.matches import Final, Generation, Learnt, MatchResult, Terms, play_match
from ibau.lab.training.plan import TrainingTask
from ibau.lab.training.selfplay import play_positions
from ibau.lab.training.slopes import NetworkWeights
from ibau.lab.training.symmetry import SAMPLE, arrangements, sampled, words_of
from ibau.lab.work import Pool
from ibau.machine.arrays import numpy_zeros
from ibau.machine.atomic_files import atomic_write
from ibau.search.budget import Budget
from ibau.search.network import Network, NetworkError, copy_network, no_network, read_network

PART = 2000  # positions that are played in one piece, unless there were too many pieces
LEAST_PARTS, MOST_PARTS = 4, 64
UNSEEN = 16  # one part in this many is not learnt from
SELF_PLAY, LEARNING, MEASURING, FINAL = "self-play", "learning", "measuring", "final match"

Progress = Callable[[str, int, int], None]  # what is being done; how much of it is done, and of how much


class SelfPlay(NamedTuple):
    """A piece of self-play, for another process to play."""

    network: Network
    seed: tuple[int, ...]
    least: int  # positions


def play(task: TrainingTask, piece: SelfPlay) -> Positions:
    """What a piece of self-play gives to learn from."""
    game, plan = task
    return play_positions(game, plan, piece.network, piece.seed, piece.least)


class Training:
    """A training in its folder."""

    def __init__(
        self,
        task: TrainingTask,
        folder: Path,
        workers: Pool[TrainingTask],
        progress: Progress,
        cluster: str | None = None,
    ) -> None:
        """`cluster` is the address of the scheduler behind the workers, where there is one."""
        self.game, self.plan = task
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.cluster = cluster
        self.shape = fitting.Shape(*arrangements(self.game, self.plan.seed))

    def file(self, number: int, name: str) -> Path:
        return self.folder / f"{number:02}.{name}"

    def generation(self, number: int) -> Generation:
        """Play, learn and measure, unless that has been done."""
        done = self.file(number, "json")
        if not done.exists():
            self.learn(number)
            write_result(done, self.measured(number))
        return read_result(done, Generation)

    # Self-play -------------------------------------------------------------------

    def play(self, number: int) -> None:
        """Games of the network of the generation before."""
        learnt_from, unseen = self.file(number, "learnt.npz"), self.file(number, "unseen.npz")
        if unseen.exists() and learnt_from.exists():
            return
        files = self.played(number)
        parts = [read_positions(file) for file in files]
        write_positions(learnt_from, joined([part for n, part in enumerate(parts) if n % UNSEEN]))
        write_positions(unseen, joined(parts[::UNSEEN]))
        for file in files:
            file.unlink()

    def played(self, number: int) -> list[Path]:
        """The pieces of self-play, each kept as soon as it has been played."""
        least = min(max(PART, self.plan.positions // MOST_PARTS), -(-self.plan.positions // LEAST_PARTS))
        count = -(-self.plan.positions // least)
        files = [self.file(number, f"part-{part:03}.npz") for part in range(count)]
        missing = [part for part, file in enumerate(files) if not file.exists()]
        played = self.playing(number, [(self.plan.seed, number, part) for part in missing], least)
        for done, part in enumerate(missing, count - len(missing) + 1):
            write_positions(files[part], next(played))
            self.progress(SELF_PLAY, done, count)
        return files

    def playing(self, number: int, seeds: Sequence[tuple[int, ...]], least: int) -> Iterator[Positions]:
        """Pieces of self-play with these seeds, while others play them."""
        network = self.network(number - 1) if number else copy_network(no_network(), numpy_zeros)
        return self.workers.map(play, [SelfPlay(network, seed, least) for seed in seeds])

    # Learning --------------------------------------------------------------------

    def learn(self, number: int) -> None:
        """Better weights than those of the generation before."""
        weights, study = self.file(number, "weights.npz"), self.file(number, "study.json")
        if weights.exists() and study.exists():
            return
        learnt, errors = self.learnt_from_games(number) if self.plan.games else self.fitted(number)
        write_result(study, errors)
        fitting.write_weights(weights, learnt)
        self.file(number, "rounds.npz").unlink(missing_ok=True)

    def fitted(self, number: int) -> tuple[NetworkWeights, Learnt]:
        """Weights from the positions of the last generations."""
        plan, widths = self.plan, self.game.system.evaluation.input_bits
        random = self.random(number)
        learnt, beginning = self.positions(number), self.beginning(number, random)
        method = fitting.Method(random, plan.epochs, partial(self.progress, LEARNING), plan.gain)
        weights = fitting.fit(beginning, self.shape, learnt, widths, method)
        error = fitting.mean_error(self.shape.spread(weights), learnt, widths)
        return weights, Learnt(len(learnt.values), error)

    def learnt_from_games(self, number: int) -> tuple[NetworkWeights, Learnt]:
        """Weights from games while they are played; the error is that from one decision to the next."""
        beginning = self.beginning(number)
        stage = piecework.Stage(self.plan, number, self.shape, self.file(number, "rounds.npz"))
        learnt = piecework.learn_from_games(stage, beginning, self.workers, partial(self.progress, LEARNING))
        return fitting.within(learnt.weights, self.plan.gain), Learnt(learnt.decisions, learnt.mean_error)

    def random(self, number: int) -> np.random.Generator:
        """The random numbers of a generation."""
        return np.random.default_rng((self.plan.seed, number))

    def beginning(self, number: int, random: np.random.Generator | None = None) -> NetworkWeights:
        """The weights to begin with; where they are drawn, by the generation's random numbers."""
        if number:
            return self.weights(number - 1)
        random = random or self.random(number)
        return fitting.new_weights(len(self.shape.known), self.plan.hidden // len(self.shape.places), random)

    def weights(self, number: int) -> NetworkWeights:
        """What a generation has learnt."""
        self.learn(number)
        return fitting.read_weights(self.file(number, "weights.npz"))

    def positions(self, number: int) -> Positions:
        """The positions of the generations that are still looked at."""
        looked_at = range(max(0, number + 1 - self.plan.window), number + 1)
        for n in looked_at:
            self.play(n)
        return joined([read_positions(self.file(n, "learnt.npz")) for n in looked_at])

    # Measuring -------------------------------------------------------------------

    def network_file(self, number: int) -> Path:
        """The file of a generation's network, which is its weights in whole numbers."""
        file = self.file(number, "network.npz")
        if not file.exists():
            network = fitting.quantised(fitting.amplified(self.shape.spread(self.weights(number)), self.plan.gain))
            with atomic_write(file) as stream:
                fitting.write_network(stream, network, self.game.system)
        return file

    def network(self, number: int) -> Network:
        """The network of a generation, for other processes too.  Raises TrainingError where its file holds none."""
        file = self.network_file(number)
        try:
            return copy_network(read_network(file, self.game.system), numpy_zeros)
        except NetworkError as error:
            raise damaged(file, f"it holds no network of {self.game.system.id}") from error

    def measured(self, number: int) -> Generation:
        """How well a generation fits its positions, and how it does against the features."""
        study = read_result(self.file(number, "study.json"), Learnt)
        weights = self.shape.spread(self.weights(number))
        words = words_of(self.game, sampled(self.game, self.plan.seed, SAMPLE))
        bits = bits_of(words, self.game.system.evaluation.input_bits)
        exact = fitting.answers(fitting.amplified(weights, self.plan.gain), bits)
        rounding = np.abs(WIN * exact - fitting.thousandths(self.network(number), bits))
        return Generation(
            number,
            study.positions,
            study.error,
            self.unseen(number, weights),
            float(rounding.mean()),
            float(rounding.max()),
            self.match(MEASURING, number, "match.jsonl", Budget(nodes=self.plan.nodes), self.plan.pairs),
        )

    def unseen(self, number: int, weights: NetworkWeights) -> float:
        """The error of a generation's weights, spread, on what it has not learnt from."""
        if self.plan.games:
            (played,) = self.workers.map(piecework.learn, [piecework.unlearnt(self.plan, number, weights)])
            return played.mean_error
        positions = read_positions(self.file(number, "unseen.npz"))
        return fitting.mean_error(weights, positions, self.game.system.evaluation.input_bits)

    def match(self, what: str, number: int, name: str, budget: Budget, pairs: int) -> MatchResult:
        """A match against the features; its games are kept by this name."""
        seed = self.plan.seed + (pairs << 32)  # a match at length plays other games than the one after a generation
        processes = 1 if self.cluster else self.workers.count
        terms = Terms(budget, seed, pairs, processes, self.file(number, name), self.cluster)
        return play_match(self.game, self.network_file(number), terms, partial(self.progress, what))

    def final(self, generations: Sequence[Generation]) -> Final:
        """The best generation, measured again and at length: its own figures are the best of several, so too good."""
        best = max(generations, key=lambda one: (one.match.score, one.number)).number
        done = self.file(best, "final.json")
        if not done.exists():
            by_nodes, by_time = Budget(nodes=self.plan.nodes), Budget(seconds=self.plan.final_seconds)
            final = Final(
                best,
                self.match(FINAL, best, "nodes.jsonl", by_nodes, self.plan.final_pairs),
                self.match(FINAL, best, "time.jsonl", by_time, self.plan.final_pairs),
            )
            write_result(done, final)
        return read_result(done, Final)
