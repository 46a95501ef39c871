"""Measured facts about a game, which help people to choose one."""

from statistics import mean
from typing import NamedTuple

from ibau.core.contract import System
from ibau.learn.option_effects import effects_of


class GameFacts(NamedTuple):
    """Facts measured in games between computer players."""

    minutes: int  # the mean length of a game, rounded to five, over the kinds of players whose games end
    better: float  # the score of a simple player against one that plays every other action at random, 0..1
    games: int  # the number of games of simple players


def facts_of(system: System) -> GameFacts | None:
    """The facts about a game with its default preset; None if they were not measured."""
    effects = effects_of(system)
    if "greedy" not in effects.base:
        return None
    base = effects.base["greedy"]
    minutes = mean(figures["minutes"] for figures in effects.base.values() if "minutes" in figures)
    return GameFacts(5 * round(minutes / 5), base["stronger"], effects.games["greedy"])
