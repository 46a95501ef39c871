"""A training from its first game to the last, in steps that each leave a file: one that was killed goes on at the first
file that is missing, with the same result.

In a folder beside the network, for each generation:

    NN.learnt.npz   positions from self-play, the network of the generation before playing, where positions are fitted
    NN.unseen.npz   some more of them, which nothing is learnt from
    NN.weights.npz  what was learnt from this generation's positions and those before it, or from its games
    NN.study.json   how much that was, and how well it was learnt
    NN.network.npz  the same in whole numbers
    NN.json         how well it fits, and how it does against the features
    NN.final.json   the same at length, for the best network
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ibau.core.game import Game
from ibau.players.network import Network, no_network, read_network, write_network
from ibau.players.player import Budget
from ibau.players.training import fitting, lessons
from ibau.players.training.files import whole_file
from ibau.players.training.matches import Match, Terms, play_match
from ibau.players.training.plan import Plan
from ibau.players.training.positions import Positions, bits_of, joined, read_positions, write_positions
from ibau.players.training.selfplay import play_positions
from ibau.players.training.shallow import play_shallow
from ibau.players.training.symmetry import arrangements
from ibau.players.training.workers import Workers

PART = 2000  # positions that are played in one piece
LEAST_PARTS = 4
UNSEEN = 16  # one of so many parts is not learnt from
SELF_PLAY, LEARNING, MEASURING, FINAL = "self-play", "learning", "measuring", "final match"

Progress = Callable[[str, int, int], None]  # what is being done; how much of it is done, and of how much


class Generation(msgspec.Struct, forbid_unknown_fields=True):
    """What became of a generation."""

    number: int
    positions: int  # learnt from, those of earlier generations included
    learnt: float  # mean squared error where it learnt
    unseen: float  # and on positions that it did not learn from
    mean_rounding: float  # how far whole numbers are from fractions, in thousandths of a win
    most_rounding: float
    match: Match  # against the features


class Final(msgspec.Struct, forbid_unknown_fields=True):
    """The best network against the features."""

    number: int  # of its generation
    equal_nodes: Match
    equal_time: Match


class Study(msgspec.Struct, forbid_unknown_fields=True):
    """What a generation has learnt from."""

    positions: int
    error: float  # the mean of its square


class Shares(NamedTuple):
    """The arguments of a piece of self-play; goes to another process."""

    game: Game
    plan: Plan
    network: Path | None
    seed: tuple[int, ...]
    least: int

    def play(self) -> Positions:
        system = self.game.system
        network = read_network(self.network, system) if self.network else no_network()
        if self.plan.shallow:
            return play_shallow(self.game, self.plan, network, self.seed, self.least)
        return play_positions(self.game, self.plan, network, self.seed, self.least)


class Training:
    """A training in its folder."""

    def __init__(self, game: Game, plan: Plan, folder: Path, workers: Workers, progress: Progress) -> None:
        self.game = game
        self.plan = plan
        self.folder = folder
        self.workers = workers
        self.progress = progress
        self.shape = fitting.Shape(*arrangements(game, plan.seed))

    def file(self, number: int, name: str) -> Path:
        return self.folder / f"{number:02}.{name}"

    def generation(self, number: int) -> Generation:
        """Play, learn and measure, as far as that has not been done."""
        done = self.file(number, "json")
        if done.exists():
            return msgspec.json.decode(done.read_bytes(), type=Generation)
        self.play(number)
        self.learn(number)
        generation = self.measured(number)
        write_result(done, generation)
        return generation

    # Self-play -------------------------------------------------------------------

    def play(self, number: int) -> None:
        """Games of the network of the generation before."""
        learnt_from, unseen = self.file(number, "learnt.npz"), self.file(number, "unseen.npz")
        if unseen.exists():
            return
        network = self.file(number - 1, "network.npz") if number else None
        least = min(PART, -(-self.plan.positions // LEAST_PARTS))
        count = -(-self.plan.positions // least)
        seeds = [(self.plan.seed, number, part) for part in range(count)]
        shares = [Shares(self.game, self.plan, network, seed, least) for seed in seeds]
        parts: list[Positions] = []
        for part in self.workers.map(Shares.play, shares):
            parts.append(part)
            self.progress(SELF_PLAY, len(parts), count)
        if not self.plan.games:
            write_positions(learnt_from, joined([part for n, part in enumerate(parts) if n % UNSEEN]))
            parts = parts[::UNSEEN]
        write_positions(unseen, joined(parts))

    # Learning --------------------------------------------------------------------

    def learn(self, number: int) -> None:
        """Better weights than those of the generation before, and their network."""
        kept = self.file(number, "weights.npz")
        if not kept.exists():
            weights, study = self.taught(number) if self.plan.games else self.fitted(number)
            write_result(self.file(number, "study.json"), study)
            fitting.write_weights(kept, weights)
        network = fitting.quantised(fitting.amplified(self.shape.spread(fitting.read_weights(kept)), self.plan.gain))
        with whole_file(self.file(number, "network.npz")) as stream:
            write_network(stream, network, self.game.system)

    def fitted(self, number: int) -> tuple[fitting.Weights, Study]:
        """Weights from the positions of the last generations."""
        random = np.random.default_rng((self.plan.seed, number))
        learnt = self.positions(number, "learnt.npz")
        bits = self.bits(learnt)
        progress = partial(self.progress, LEARNING)
        method = fitting.Method(random, self.plan.epochs, progress, self.plan.gain)
        weights = fitting.fit(self.beginning(number, random), self.shape, bits, learnt.values, method)
        return weights, Study(len(bits), fitting.loss(self.shape.spread(weights), bits, learnt.values))

    def taught(self, number: int) -> tuple[fitting.Weights, Study]:
        """Weights from games while they are played; the error is that from one decision to the next."""
        beginning = self.beginning(number, np.random.default_rng((self.plan.seed, number)))
        progress = partial(self.progress, LEARNING)
        stage = lessons.Stage(self.game, self.plan, number, self.shape)
        learnt = lessons.learn_from_games(stage, beginning, self.workers, progress)
        weights = fitting.within(learnt.weights, self.plan.gain)
        return weights, Study(learnt.decisions, learnt.error)

    def beginning(self, number: int, random: np.random.Generator) -> fitting.Weights:
        """The weights to begin with."""
        if number:
            return fitting.read_weights(self.file(number - 1, "weights.npz"))
        free = max(1, self.plan.hidden // len(self.shape.places))
        return fitting.new_weights(len(self.shape.known), free, random)

    def positions(self, number: int, name: str) -> Positions:
        """The positions of the generations that are still looked at."""
        first = max(0, number + 1 - self.plan.window)
        return joined([read_positions(self.file(n, name)) for n in range(first, number + 1)])

    def bits(self, positions: Positions) -> NDArray[np.uint8]:
        return bits_of(positions.words, self.game.system.evaluation.input_bits)

    # Measuring -------------------------------------------------------------------

    def measured(self, number: int) -> Generation:
        """How well a generation fits its positions, and how it does against the features."""
        study = msgspec.json.decode(self.file(number, "study.json").read_bytes(), type=Study)
        unseen = read_positions(self.file(number, "unseen.npz"))
        weights = self.shape.spread(fitting.read_weights(self.file(number, "weights.npz")))
        network = self.network(number)
        bits = self.bits(unseen)
        exact = fitting.answers(fitting.amplified(weights, self.plan.gain), bits)
        rounding = np.abs(1000 * exact - fitting.thousandths(network, bits))
        match = self.match(MEASURING, number, self.budget(), self.plan.pairs)
        return Generation(
            number,
            study.positions,
            study.error,
            fitting.loss(weights, bits, unseen.values),
            float(rounding.mean()),
            float(rounding.max()),
            match,
        )

    def network(self, number: int) -> Network:
        return read_network(self.file(number, "network.npz"), self.game.system)

    def budget(self) -> Budget:
        """What both sides of a match at equal nodes may spend on a move."""
        return Budget(depth=1) if self.game.system.has_throws else Budget(nodes=self.plan.nodes)

    def match(self, what: str, number: int, budget: Budget, pairs: int) -> Match:
        """A match against the features."""
        file = self.file(number, "network.npz")
        seed = self.plan.seed + (pairs << 32)  # a match at length plays other games than the one after a generation
        return play_match(self.game, file, Terms(budget, seed, pairs, self.workers.count), partial(self.progress, what))

    def final(self, generations: Sequence[Generation]) -> Final:
        """The best generation, measured again and at length: its own figures are the best of several, so too good."""
        best = max(generations, key=lambda generation: (generation.match.score, generation.number)).number
        done = self.file(best, "final.json")
        if done.exists():
            return msgspec.json.decode(done.read_bytes(), type=Final)
        by_time = Budget(seconds=self.plan.final_seconds)
        final = Final(
            best,
            self.match(FINAL, best, self.budget(), self.plan.final_pairs),
            self.match(FINAL, best, by_time, self.plan.final_pairs),
        )
        write_result(done, final)
        return final


def write_result(file: Path, result: msgspec.Struct) -> None:
    with whole_file(file) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(result)))
