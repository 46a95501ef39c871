"""A batch in which one seat of each game is ours: chance and the other seat play on until we are to decide."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below
from ibau.core.contract import Rulebook
from ibau.core.game import Game
from ibau.core.outcome import CHANCE, NOBODY
from ibau.lab.batch.batch import Batch
from ibau.lab.batch.batch_arrays import RANDOM, BatchArrays, StepSettings
from ibau.lab.batch.batch_step import make_read_position, make_step
from ibau.machine.rule import loop, once


class SeatedBatch(Batch):
    """Games in which throws are due until `wait` plays them, and which stay over until they are started again."""

    def __init__(self, game: Game, n: int, *, opponents_at_random: bool, threads: int, longest: int) -> None:
        """With `opponents_at_random` the other seat plays random legal actions, by a generator for each game."""
        self.opponents_at_random = opponents_at_random
        self.seats = np.zeros(n, np.int64)  # which is ours
        self.opponents = np.zeros(n, np.int64)  # their generators
        super().__init__(game, n, threads=threads, throws="given", autoreset="disabled", longest=longest)

    def wait(self) -> None:
        """Play on until in each game we are to decide, or it is over, or the other seat is to say what it plays.

        What the last step did to a game that is over stays to be seen.
        """
        run, opponents = (
            make_wait(self.game.system.rulebook),
            Opponents(self.seats, self.opponents, int(self.opponents_at_random)),
        )
        with self._one_thread:
            self._run_on_threads(run, self.game.rules, self._step_settings, self._arrays, opponents)
            self._computed = {}


class Opponents(NamedTuple):
    """Who plays beside us, as a loop is told."""

    seats: NDArray[np.int64]  # [n] which is ours
    random: NDArray[np.int64]  # [n] generators of the other seats
    at_random: int  # 1 where they play at random, 0 where somebody asks for what they play


@once
def make_wait(rulebook: Rulebook) -> Callable[..., None]:
    """A loop for `SeatedBatch.wait`, over the games from one to another."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    step, read = make_step(rulebook), make_read_position(rulebook.Position)

    @loop
    def wait(
        rules: Any, settings: StepSettings, arrays: BatchArrays, opponents: Opponents, first: int, last: int
    ) -> None:
        for i in range(first, last):
            while arrays.turns[i] != opponents.seats[i] and arrays.turns[i] != NOBODY:
                action = RANDOM
                if arrays.turns[i] != CHANCE:
                    if not opponents.at_random:
                        break
                    random = advance(int(opponents.random[i]))
                    opponents.random[i] = random
                    legal = moves(rules, read(arrays.positions, i))
                    action = nth(legal, below(random, count(legal)))
                step(rules, settings, arrays, i, action)

    return wait
