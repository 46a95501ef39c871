"""What many random games show: who wins, how games end, how long they are."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import NumberError
from ibau.core.outcome import WINNERS
from ibau.core.playout import Playouts
from ibau.core.statistics import wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Share(NamedTuple):
    """How many of all games, and the 95 % interval of their share."""

    name: str
    games: int
    low: float
    high: float


class Length(NamedTuple):
    """How long games are."""

    mean: float
    quantiles: tuple[float, ...]  # of QUANTILES


class Summary(NamedTuple):
    """Random games in figures."""

    games: int
    results: tuple[Share, ...]
    kinds: tuple[Share, ...]
    actions: Length
    decisions: Length


def summary(playouts: Playouts) -> Summary:
    """Playouts in figures: who wins, in which way, how long games are.  Raises NumberError where there are none."""
    counts = Counts()
    counts.add(playouts)
    if not counts.games:
        raise NumberError("Without a single playout there is nothing to sum up.")
    return counts.summary()


class Counts:
    """Counts random games, so that none has to be kept."""

    def __init__(self) -> None:
        self.games = 0
        self._winners: Counter[str] = Counter(dict.fromkeys(WINNERS, 0))
        self._kinds: Counter[str] = Counter()
        self._actions: Counter[int] = Counter()
        self._decisions: Counter[int] = Counter()

    def add(self, playouts: Playouts) -> None:
        """Count some more."""
        for ending, games in playouts.counts().items():
            self.games += games
            self._winners[ending.winner] += games
            self._kinds[ending.kind] += games
        _add_lengths(self._actions, playouts.actions)
        _add_lengths(self._decisions, playouts.decisions)

    def summary(self) -> Summary:
        """The figures of at least one game."""
        return Summary(
            self.games,
            _shares(dict(self._winners)),
            _shares(dict(self._kinds.most_common())),
            _length(self._actions),
            _length(self._decisions),
        )


def _add_lengths(counts: Counter[int], lengths: NDArray[np.int32]) -> None:
    found, games = np.unique(lengths, return_counts=True)
    counts.update(dict(zip(found.tolist(), games.tolist(), strict=True)))


def _shares(counts: Mapping[str, int]) -> tuple[Share, ...]:
    total = sum(counts.values())
    return tuple(Share(name, games, *wilson(games, total)) for name, games in counts.items())


def _length(counts: Mapping[int, int]) -> Length:
    """Quantiles as usual: between two games, in proportion."""
    lengths = np.array(sorted(counts))
    games = np.array([counts[length] for length in lengths.tolist()])
    ranks = np.array(QUANTILES) * (games.sum() - 1)
    below, above = (
        lengths[np.searchsorted(games.cumsum(), rank, side="right")] for rank in (ranks // 1, -(-ranks // 1))
    )
    quantiles = below + (above - below) * (ranks % 1)
    return Length(float((lengths * games).sum() / games.sum()), tuple(quantiles.tolist()))
