"""The results of generations, and matches of their networks against the hand-written features.

A match consists of pairs of arena games; both sides use the search that plays the game.
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
    """The result of a match: pairs by half points of the network, 0 to 4, and its games won and drawn."""

    search: str  # of both sides
    pairs: tuple[int, int, int, int, int]
    wins: int
    draws: int

    @property
    def tally(self) -> Tally:
        return Tally(self.pairs, self.wins, self.draws)


class LearntFrom(msgspec.Struct, forbid_unknown_fields=True):
    """What a generation has learnt from."""

    positions: int
    error: float  # the mean squared error


class Generation(msgspec.Struct, forbid_unknown_fields=True):
    """The results of a generation."""

    number: int
    positions: int  # in its training set, those of earlier generations included
    learnt: float  # the mean squared error on the training set
    unseen: float  # and on the validation set
    mean_rounding: float  # the error of quantization, in thousandths of a win
    most_rounding: float
    match: MatchResult  # against the features


class FinalMatches(msgspec.Struct, forbid_unknown_fields=True):
    """The best network against the features."""

    number: int  # of its generation
    equal_nodes: MatchResult
    equal_time: MatchResult


class MatchSettings(NamedTuple):
    """How a match is played."""

    budget: Budget  # per move
    seed: int
    pairs: int
    workers: int
    file: Path  # of its games, which are not played again
    cluster: str | None = None  # the address of its scheduler


@dataclass(frozen=True)
class FixedGame:
    """A picklable function that returns the game it was made with."""

    game: Game

    def __call__(self, _ruleset: str) -> Game:
        return self.game


def play_match(game: Game, file: Path, settings: MatchSettings, progress: Callable[[int, int], None]) -> MatchResult:
    """Play the network in a file against the features, both with the game's search; time limits are processor time.

    Raises ArenaError if `settings.file` is of another match.
    """
    search = best_search(game.system)
    network = NamedEntrant(f"{search} with the network", search, settings.budget, evaluator=str(file))
    features = NamedEntrant(f"{search} with the features", search, settings.budget, evaluator=FEATURES)
    pairing = Pairing(str(game.ruleset), (network, features), settings.seed, clock="cpu")

    def on_pair(tally: Tally, _pair: Pair) -> None:
        progress(tally.games // 2, settings.pairs)

    tally = run_tournament(
        FixedGame(game),
        pairing,
        settings.pairs,
        workers=settings.workers,
        cluster=settings.cluster,
        file=settings.file,
        progress=on_pair,
    )
    return MatchResult(search, tally.pairs, tally.wins, tally.draws)
