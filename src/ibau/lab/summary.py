"""Summaries of random games: winners, kinds of ends, and lengths."""

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
    """The number of games with a result or kind of end, and the 95 % interval of its share."""

    name: str  # of the result or kind of end
    games: int  # the number of them with it
    low: float  # the lower bound of the interval, 0..1
    high: float  # the upper bound, 0..1


class Length(NamedTuple):
    """The lengths of games."""

    mean: float  # actions per game
    quantiles: tuple[float, ...]  # actions per game, at QUANTILES


class Summary(NamedTuple):
    """A summary of random games."""

    games: int  # the number of games
    results: tuple[Share, ...]
    kinds: tuple[Share, ...]
    actions: Length  # throws and lots included
    decisions: Length  # without them


def summary(playouts: Playouts) -> Summary:
    """Summarize playouts: winners, kinds of ends, and lengths.  Raises NumberError if there are none."""
    counts = GameCounts()
    counts.add(check_type(playouts, Playouts, "The argument of summary is Playouts", NumberError))
    if not counts.games:
        raise NumberError("There are no playouts to summarize.")
    return counts.summary()


class GameCounts(msgspec.Struct, forbid_unknown_fields=True):
    """Counts random games, without keeping them."""

    games: int = 0
    winners: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(WINNERS, 0))
    kinds: dict[str, int] = {}
    actions: dict[int, int] = {}  # games by number of actions
    decisions: dict[int, int] = {}

    def add(self, playouts: Playouts) -> None:
        """Count the games of `playouts`."""
        for ending, games in playouts.counts().items():
            self.games += games
            _add(self.winners, ending.winner, games)
            _add(self.kinds, ending.kind, games)
        _add_lengths(self.actions, playouts.actions.tolist())
        _add_lengths(self.decisions, playouts.decisions.tolist())

    def summary(self) -> Summary:
        """Summarize the games counted so far, at least one."""
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
    """The mean and the quantiles, with linear interpolation between two games."""
    lengths = sorted(counts)
    until = list(accumulate(counts[length] for length in lengths))  # games that are no longer
    games = until[-1]

    def at(share: float) -> float:
        rank = share * (games - 1)
        below, above = (lengths[bisect_right(until, bound)] for bound in (math.floor(rank), math.ceil(rank)))
        return below + (above - below) * (rank % 1)

    return Length(sum(length * counts[length] for length in lengths) / games, tuple(map(at, QUANTILES)))
