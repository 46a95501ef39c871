"""What a training keeps of its generations, and how a network does against the judgement written by hand.

A match is pairs of arena games, both sides by the search that plays the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from ibau.core.game import Game
from ibau.lab.arena import NamedEntrant, Pair, Pairing, Tally, run_tournament
from ibau.players.level_settings import best_search
from ibau.search.budget import Budget
from ibau.search.network import FEATURES


class MatchResult(msgspec.Struct, forbid_unknown_fields=True):
    """How many pairs brought the network 0 to 4 half points, and its games won and drawn; both sides searched alike."""

    search: str
    pairs: tuple[int, int, int, int, int]
    wins: int
    draws: int

    @property
    def tally(self) -> Tally:
        return Tally(self.pairs, self.wins, self.draws)

    @property
    def score(self) -> float:
        return self.tally.score


class LearntFrom(msgspec.Struct, forbid_unknown_fields=True):
    """What a generation has learnt from."""

    positions: int
    error: float  # the mean of its square


class Generation(msgspec.Struct, forbid_unknown_fields=True):
    """What became of a generation."""

    number: int
    positions: int  # learnt from, those of earlier generations included
    learnt: float  # mean squared error on what it learnt from
    unseen: float  # and on positions that it did not learn from
    mean_rounding: float  # how far whole numbers are from fractions, in thousandths of a win
    most_rounding: float
    match: MatchResult  # against the features


class FinalMatches(msgspec.Struct, forbid_unknown_fields=True):
    """The best network against the features."""

    number: int  # of its generation
    equal_nodes: MatchResult
    equal_time: MatchResult


class MatchSettings(NamedTuple):
    """How a match is played."""

    budget: Budget  # of a move
    seed: int
    pairs: int
    workers: int
    file: Path  # of its games, which are not played again
    cluster: str | None = None  # the address of its scheduler


@dataclass(frozen=True)
class FixedGame:
    """Makes the game that it was given, in any process."""

    game: Game

    def __call__(self, _ruleset: str) -> Game:
        return self.game


def play_match(game: Game, file: Path, settings: MatchSettings, progress: Callable[[int, int], None]) -> MatchResult:
    """The network of a file against the features, both with the search that plays the game; time is the processor's.

    Raises ArenaError where the file of its games holds others.
    """
    search = best_search(game.system)
    network = NamedEntrant(f"{search} with the network", search, settings.budget, evaluator=str(file))
    features = NamedEntrant(f"{search} with the features", search, settings.budget, evaluator=FEATURES)
    pairing = Pairing(str(game.ruleset), (network, features), settings.seed, clock="cpu")

    def note(tally: Tally, _pair: Pair) -> None:
        progress(tally.games // 2, settings.pairs)

    tally = run_tournament(
        FixedGame(game),
        pairing,
        settings.pairs,
        workers=settings.workers,
        cluster=settings.cluster,
        file=settings.file,
        progress=note,
    )
    return MatchResult(search, tally.pairs, tally.wins, tally.draws)
