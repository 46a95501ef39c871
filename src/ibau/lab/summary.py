"""What many random games tell: who wins, how games end, how long they are."""

from collections import Counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.outcome import KINDS, kind_of, winner_of
from ibau.core.playout import Playouts
from ibau.core.statistics import wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
WINNERS = ("first", "second", "draw")
UNFINISHED = "unfinished"  # given up as too long


class Share(NamedTuple):
    """So many games of all, and the 95 % interval of the share."""

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


def summarise(playouts: Playouts) -> Summary:
    """The figures of at least one playout."""
    outcomes = Counter(int(outcome) for outcome in playouts.outcomes)
    results: Counter[str] = Counter(dict.fromkeys(WINNERS, 0))
    kinds: Counter[str] = Counter()
    for outcome, games in outcomes.items():
        results[WINNERS[winner_of(outcome)] if outcome else UNFINISHED] += games
        kinds[KINDS[kind_of(outcome)] if outcome else UNFINISHED] += games
    return Summary(
        playouts.outcomes.size,
        _shares(dict(results)),
        _shares(dict(kinds.most_common())),
        _length(playouts.actions),
        _length(playouts.decisions),
    )


def joined(parts: list[Playouts]) -> Playouts:
    """Several batches as one."""
    return Playouts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _shares(counts: dict[str, int]) -> tuple[Share, ...]:
    total = sum(counts.values())
    return tuple(Share(name, games, *wilson(games, total)) for name, games in counts.items())


def _length(lengths: NDArray[np.int32]) -> Length:
    return Length(float(lengths.mean()), tuple(float(n) for n in np.quantile(lengths, QUANTILES)))
