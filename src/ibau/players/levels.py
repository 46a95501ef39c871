"""The strengths that people choose from.  Their distances are measured by `python -m benchmarks.levels`."""

import threading
from typing import NamedTuple

from ibau.core.game import State
from ibau.core.phrase import N_
from ibau.players.player import Budget, Choice, Player, Report
from ibau.players.simple import CarelessPlayer
from ibau.players.uct import UctPlayer


class Level(NamedTuple):
    """A strength: `name` and `text` are texts of the catalogues."""

    id: str  # also the name of its player
    name: str
    text: str


LEVELS = (
    Level("easy", N_("Easy"), N_("Looks one move ahead and overlooks much.")),
    Level("medium", N_("Medium"), N_("Thinks ahead for a moment and seldom misses what is near.")),
    Level("strong", N_("Strong"), N_("Thinks for a second about each move.")),
)

EASY_NOTICES = 2  # of eight moves
MEDIUM_NOTICES = 5


class MediumPlayer(Player):
    """A short tree search; in games with throws, where that is hardly weaker than a long one, a beginner's look."""

    usual = Budget(nodes=100)
    compiled = True

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        if state.game.system.has_throws:
            who: Player = CarelessPlayer(self.seed, self.clock, MEDIUM_NOTICES)
        else:
            who = UctPlayer(self.seed, self.clock)
        return who.think(state, budget, stop, report)
