"""What many random games show: who wins, how games end, how long they are."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple, TypeVar

import msgspec

from ibau.core.errors import NumberError
from ibau.core.interval import wilson
from ibau.core.limits import check_type
from ibau.core.outcome import WINNERS
from ibau.search.playout import Playouts

Name = TypeVar("Name", str, int)

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Share(NamedTuple):
    """How many of all games, and the 95 % interval of their share."""

    name: str  # of the result or the kind of end
    games: int  # how many of them
    low: float  # of the share of all games, 0..1
    high: float  # of the same


class Length(NamedTuple):
    """How long games are."""

    mean: float  # actions a game
    quantiles: tuple[float, ...]  # actions a game, of QUANTILES


class Summary(NamedTuple):
    """Random games in figures."""

    games: int  # how many were played
    results: tuple[Share, ...]
    kinds: tuple[Share, ...]
    actions: Length  # throws and lots included
    decisions: Length  # without them


def summary(playouts: Playouts) -> Summary:
    """Playouts in figures: who wins, in which way, how long games are.  Raises NumberError where there are none."""
    counts = GameCounts()
    counts.add(check_type(playouts, Playouts, "What is summed up are Playouts", NumberError))
    if not counts.games:
        raise NumberError("Without a single playout there is nothing to sum up.")
    return counts.summary()


class GameCounts(msgspec.Struct, forbid_unknown_fields=True):
    """Counts random games, so that none has to be kept."""

    games: int = 0
    winners: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(WINNERS, 0))
    kinds: dict[str, int] = {}
    actions: dict[int, int] = {}  # games by how many actions they have
    decisions: dict[int, int] = {}

    def add(self, playouts: Playouts) -> None:
        """Count the games of some more playouts."""
        for ending, games in playouts.counts().items():
            self.games += games
            _add(self.winners, ending.winner, games)
            _add(self.kinds, ending.kind, games)
        _add_lengths(self.actions, playouts.actions.tolist())
        _add_lengths(self.decisions, playouts.decisions.tolist())

    def summary(self) -> Summary:
        """The figures of at least one game."""
        return Summary(
            self.games,
            _shares(self.winners),
            _shares(dict(Counter(self.kinds).most_common())),
            _length(self.actions),
            _length(self.decisions),
        )


def _add(counts: dict[Name, int], name: Name, games: int) -> None:
    counts[name] = counts.get(name, 0) + games


def _add_lengths(counts: dict[int, int], lengths: Iterable[int]) -> None:
    for length, games in sorted(Counter(lengths).items()):
        _add(counts, length, games)


def _shares(counts: Mapping[str, int]) -> tuple[Share, ...]:
    total = sum(counts.values())
    return tuple(Share(name, games, *wilson(games, total)) for name, games in counts.items())


def _length(counts: Mapping[int, int]) -> Length:
    """Quantiles as usual: between two games, in proportion."""
    lengths = sorted(counts)
    until = list(accumulate(counts[length] for length in lengths))  # games that are no longer
    games = until[-1]

    def at(share: float) -> float:
        rank = share * (games - 1)
        below, above = (lengths[bisect_right(until, bound)] for bound in (math.floor(rank), math.ceil(rank)))
        return below + (above - below) * (rank % 1)

    return Length(sum(length * counts[length] for length in lengths) / games, tuple(map(at, QUANTILES)))
