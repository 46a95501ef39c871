"""Distributions in bins of equal width, so that several can be drawn over each other."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ibau.lab.reporting.study import Step

MOST = 40  # bins
SHOWN = 0.99  # of the games; the last few may be very long


def binned(distributions: Sequence[Sequence[Step]]) -> list[tuple[list[float], list[float]]]:
    """The middles of the bins, and the share of games in each, of every distribution."""
    end = max(_quantile(steps, SHOWN) for steps in distributions)
    width = max(1, int(np.ceil((end + 1) / MOST)))
    edges = np.arange(0, end + width + 1, width)
    middles = [float(edge) for edge in (edges[:-1] + edges[1:] - 1) / 2]
    return [(middles, _shares(steps, edges)) for steps in distributions]


def _shares(steps: Sequence[Step], edges: NDArray[np.float64]) -> list[float]:
    """Every step is spread over the span between its neighbours: steps may be wider than bins, and lie otherwise."""
    middles, shares = np.array(steps).T
    span = min((after.x - before.x for before, after in pairwise(steps)), default=1.0)
    ends = np.column_stack((middles - span / 2, middles + span / 2)).ravel()
    reached = np.cumsum(shares)
    counted: NDArray[np.float64] = np.interp(edges - 0.5, ends, np.column_stack((reached - shares, reached)).ravel())
    return [float(share) for share in np.diff(counted)]


def _quantile(steps: Sequence[Step], share: float) -> float:
    total = np.cumsum([step.share for step in steps])
    return steps[int(np.argmax(total >= share * total[-1]))].x
