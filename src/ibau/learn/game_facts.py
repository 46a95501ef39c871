"""Which game for whom: what is known of a game before it is played, each figure measured or from its source."""

from statistics import mean
from typing import NamedTuple

from ibau.core.contract import System
from ibau.learn.option_effects import effects_of


class GameFacts(NamedTuple):
    """What was measured between computer players."""

    minutes: int  # that a game takes, to five: the mean of all kinds of players whose games end
    better: float  # how often a simple player beats one that leaves every other action to chance; a draw is half a win
    games: int  # between simple players, by which that is known


def facts_of(system: System) -> GameFacts | None:
    """The facts of a game by its usual rules; None where nothing was measured."""
    effects = effects_of(system)
    if "greedy" not in effects.base:
        return None
    base = effects.base["greedy"]
    minutes = mean(told["minutes"] for told in effects.base.values() if "minutes" in told)
    return GameFacts(5 * round(minutes / 5), base["stronger"], effects.games["greedy"])
