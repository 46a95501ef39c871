"""Which game for whom: what is known of a game before it is played, each figure measured or from its source."""

from typing import NamedTuple

from ibau.core.contract import System
from ibau.learn.effects import effects_of


class Facts(NamedTuple):
    """What was measured between simple computer players, one of whom leaves every other action to chance."""

    minutes: float  # that a game takes
    better: float  # how often the better player wins; a draw is half a win
    games: int  # that were played


def facts_of(system: System) -> Facts | None:
    """The facts of a game by its usual rules; None where nothing was measured."""
    effects = effects_of(system)
    if "greedy" not in effects.base:
        return None
    base = effects.base["greedy"]
    return Facts(base["minutes"], base["stronger"], effects.games["greedy"])
