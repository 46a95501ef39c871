"""A frozen tree search with whole random playouts, as the baseline of strength measurements."""

import threading
from typing import NamedTuple

from benchmarks.baseline.uct_player import choose
from ibau.core.game import Game, State
from ibau.players.base import Choice, Player, Report, static_choice
from ibau.search.budget import Budget


class BaselinePlayer(Player):
    """The frozen tree search as a player; its only limit is time."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - frozen
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
        """Accept every game."""

    def evaluator_text(self, game: Game) -> str:  # noqa: ARG002 - in no game
        """Always "": it evaluates nothing."""
        return ""
