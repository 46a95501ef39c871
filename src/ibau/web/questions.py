"""What the server asks of workers: questions that answer themselves where they have been sent to."""

import threading
from collections.abc import Iterator
from typing import NamedTuple

from ibau.analysis.advice import effort_of
from ibau.analysis.lookback import Judged, judged
from ibau.core.game import State
from ibau.core.line import Ply
from ibau.players import Budget, player
from ibau.search.network import SHIPPED


class Choosing(NamedTuple):
    """What does the player `level` do in this state?  The action, and nothing of why."""

    state: State
    level: str
    seed: int
    budget: Budget | None = None  # None for that of the level

    def answers(self, stop: threading.Event) -> Iterator[str]:
        yield player(self.level, self.seed).choose(self.state, self.budget, stop=stop).action


class LookingBack(NamedTuple):
    """What did a ply change?"""

    ply: Ply
    budget: Budget

    def answers(self, stop: threading.Event) -> Iterator[Judged]:
        yield judged(self.ply, effort_of(self.budget, 0, 1, stop, SHIPPED), opens=False)
