"""A batch that controls one seat of each game: chance and the opponent play on to that seat's next decision."""

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
    """A batch whose throws are played by `wait`, and whose games stay over until they are reset."""

    def __init__(self, game: Game, n: int, *, opponents_at_random: bool, threads: int, longest: int) -> None:
        """With `opponents_at_random` the other seat plays random legal actions, by one generator per game."""
        self.opponents_at_random = opponents_at_random
        self.seats = np.zeros(n, np.int64)  # the controlled seat of each game
        self.opponents = np.zeros(n, np.int64)  # the generators of the opponents
        super().__init__(game, n, threads=threads, throws="given", autoreset="disabled", longest=longest)

    def wait(self) -> None:
        """Play on until each game is over, or awaits our decision or that of an opponent who does not play at random.

        The results of a game that is over stay readable.
        """
        run = make_wait(self.game.system.rulebook)
        opponents = Opponents(self.seats, self.opponents, int(self.opponents_at_random))
        with self._one_thread:
            self._run_on_threads(run, self.game.rules, self._step_settings, self._arrays, opponents)
            self._computed = {}


class Opponents(NamedTuple):
    """The opponents, as arguments of a loop."""

    seats: NDArray[np.int64]  # [n] our seats
    random: NDArray[np.int64]  # [n] generators of the other seats
    at_random: int  # 1 if they play at random, 0 if the caller plays for them


@once
def make_wait(rulebook: Rulebook) -> Callable[..., None]:
    """The loop of `SeatedBatch.wait` over the games `first` to `last`."""
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
