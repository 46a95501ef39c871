"""A frozen tree search with whole random playouts: what the best search of each game is measured against."""

import threading
from typing import NamedTuple

from benchmarks.baseline.uct_player import choose
from ibau.core.game import Game, State
from ibau.players.base import Choice, Player, Report, static_choice
from ibau.search.budget import Budget


class BaselinePlayer(Player):
    """The frozen tree search, which is given time and nothing else."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - it stays as it was
        started = self.clock()
        action, iterations = choose(state, self.seed, budget.seconds or 0.0, self.clock)
        return static_choice(state, action, iterations, self.clock() - started)


class Baseline(NamedTuple):
    """The frozen tree search as an entrant."""

    budget: Budget

    @property
    def text(self) -> str:
        return f"baseline:{self.budget.seconds:g}s"

    def player(self, seed: int) -> BaselinePlayer:
        return BaselinePlayer(seed)

    def check(self, game: Game) -> None:
        """It plays every game."""

    def evaluator_text(self, game: Game) -> str:  # noqa: ARG002 - in no game
        """It judges nothing, and stays as it is."""
        return ""
