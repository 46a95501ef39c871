"""Random games in figures."""

import numpy as np
import pytest

from ibau.core.outcome import CAP, DRAW, FIRST, MAJOR, ONGOING, SECOND, ended
from ibau.core.playout import Playouts
from ibau.core.statistics import wilson
from ibau.lab.summary import QUANTILES, Share, joined, summarise


def batch(outcomes: list[int], actions: list[int]) -> Playouts:
    lengths = np.array(actions, np.int32)
    return Playouts(np.array(outcomes, np.int32), lengths, lengths // 2)


def test_every_game_is_counted_once() -> None:
    first, second, draw = ended(FIRST, MAJOR), ended(SECOND, MAJOR), ended(DRAW, CAP)
    summary = summarise(joined([batch([first, first, draw], [4, 8, 2]), batch([ONGOING, second], [10, 6])]))
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
    results = summarise(batch([ended(DRAW, CAP)], [2])).results
    assert [(share.name, share.games) for share in results] == [("first", 0), ("second", 0), ("draw", 1)]
