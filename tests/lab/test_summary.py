"""Summaries of random games."""

from array import array

import numpy as np
import pytest

from ibau.core.interval import wilson
from ibau.core.outcome import DRAW, FIRST, ONGOING, SECOND, Halt, ended
from ibau.games import systems
from ibau.games.seega.rules import End
from ibau.lab.summary import QUANTILES, GameCounts, Share, Summary
from ibau.search.playout import Playouts

DRAWN = ended(DRAW, Halt.CAP)


def batch(outcomes: list[int], actions: list[int]) -> Playouts:
    decisions = array("i", [length // 2 for length in actions])
    return Playouts(systems()["seega"], array("i", outcomes), array("i", actions), decisions)


def summary_of(*batches: Playouts) -> Summary:
    counts = GameCounts()
    for one in batches:
        counts.add(one)
    return counts.summary()


def test_every_game_is_counted_once() -> None:
    first, second, draw = ended(FIRST, End.MAJOR), ended(SECOND, End.MAJOR), ended(DRAW, Halt.CAP)
    summary = summary_of(batch([first, first, draw], [4, 8, 2]), batch([ONGOING, second], [10, 6]))
    assert summary.games == 5
    assert summary.results == (
        Share("first", 2, *wilson(2, 5)),
        Share("second", 1, *wilson(1, 5)),
        Share("draw", 1, *wilson(1, 5)),
        Share("unfinished", 1, *wilson(1, 5)),
    )
    assert {share.name: share.games for share in summary.kinds} == {"major": 3, "cap": 1, "unfinished": 1}
    assert summary.actions.mean == 6
    assert summary.actions.quantiles[QUANTILES.index(0.5)] == 6
    assert summary.decisions.mean == 3
    assert summary.decisions.quantiles == pytest.approx((1.2, 2.0, 3.0, 4.0, 4.8))


def test_who_never_won_is_shown_all_the_same() -> None:
    results = summary_of(batch([ended(DRAW, Halt.CAP)], [2])).results
    assert [(share.name, share.games) for share in results] == [("first", 0), ("second", 0), ("draw", 1)]


def test_lengths_are_those_that_numpy_finds() -> None:
    """To the last bit, from one game to many."""
    for seed in range(60):
        lengths = np.random.default_rng(seed).integers(1, 400, seed * seed + 1)
        found = summary_of(batch([DRAWN] * len(lengths), lengths.tolist())).actions
        ordered = np.sort(lengths)
        ranks = np.array(QUANTILES) * (len(ordered) - 1)
        below, above = ordered[np.floor(ranks).astype(int)], ordered[np.ceil(ranks).astype(int)]
        assert found.quantiles == tuple((below + (above - below) * (ranks % 1)).tolist())
        assert found.mean == lengths.mean()
