"""The frozen baseline, whose files import each other by bare names, and its player as a contestant of the arena."""

import importlib
import sys
import threading
from pathlib import Path
from typing import Any, NamedTuple

from ibau.core.game import Game, State
from ibau.players.base import Choice, Player, Report, plain_choice
from ibau.search.budget import Budget

FOLDER = Path(__file__).parent / "baseline"


def baseline(module: str) -> Any:
    """A module of the baseline."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return importlib.import_module(module)


class BaselinePlayer(Player):
    """The frozen tree search, which is given time and nothing else."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - it stays as it was
        started = self.clock()
        action, iterations = baseline("uct_player").choose(state, self.seed, budget.seconds, self.clock)
        return plain_choice(state, action, iterations, self.clock() - started)


class Baseline(NamedTuple):
    """The frozen tree search as a contestant."""

    budget: Budget

    @property
    def text(self) -> str:
        return f"baseline:{self.budget.seconds:g}s"

    def player(self, seed: int) -> BaselinePlayer:
        return BaselinePlayer(seed)

    def check(self, game: Game) -> None:
        """It plays every game."""

    def judgement(self, game: Game) -> str:  # noqa: ARG002 - in no game
        """It judges nothing, and stays as it is."""
        return ""
