"""Distributions in bins of equal width, so that several can be drawn over each other."""

from collections.abc import Sequence

import numpy as np

from ibau.reporting.study import Step

MOST = 40  # bins
SHOWN = 0.99  # of the games; the last few may be very long


def binned(distributions: Sequence[Sequence[Step]]) -> list[tuple[list[float], list[float]]]:
    """The middles of the bins, and the share of games in each, of every distribution."""
    end = max(_quantile(steps, SHOWN) for steps in distributions)
    width = max(1, int(np.ceil((end + 1) / MOST)))
    edges = np.arange(0, end + width + 1, width)
    middles = [float(edge) for edge in (edges[:-1] + edges[1:] - 1) / 2]
    return [(middles, _shares(steps, edges)) for steps in distributions]


def _shares(steps: Sequence[Step], edges: "np.typing.NDArray[np.float64]") -> list[float]:
    counts, _ = np.histogram([step.x for step in steps], edges, weights=[step.share for step in steps])
    return [float(share) for share in counts]


def _quantile(steps: Sequence[Step], share: float) -> float:
    total = np.cumsum([step.share for step in steps])
    return steps[min(int(np.searchsorted(total, share * total[-1])), len(steps) - 1)].x
