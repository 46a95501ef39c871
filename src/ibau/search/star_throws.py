"""What a throw is worth: Star1 and Star2 (Ballard 1983; Hauk, Buro, Schaeffer 2004).

A chance node's value is the mean of what its throws lead to, by their exact sixteenths.  Each throw has a least and a
greatest value, from what is known so far; once their means lie beyond the window, the rest need not be searched
(Star1).  To get such limits early, every throw is first probed with one action only (Star2).
"""

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import SIXTEENTHS, Weights
from ibau.core.rule import rule
from ibau.search.star_stack import FINE_WIN, Path, Run
from ibau.search.transposition import AT_LEAST, AT_MOST, EXACT, NO_ACTION


@rule
def await_throw(run: Run, ply: int, weights: Weights) -> None:
    """Nothing is known about any throw."""
    path = run.path
    for throw in range(path.throws[ply]):
        path.weight[ply, throw] = weights[throw]
        path.least[ply, throw], path.most[ply, throw] = -FINE_WIN, FINE_WIN
    path.next[ply], path.probing[ply] = 0, run.ways.star2
    path.end[ply] = path.end[ply - 1] if ply else 0  # no actions of its own


@rule
def next_throw(run: Run, ply: int) -> int:
    """The throw to search now, its window set; NO_ACTION where the node is finished."""
    path = run.path
    while path.next[ply] < path.throws[ply] or path.probing[ply]:
        if path.next[ply] == path.throws[ply]:
            if path.probed[ply]:
                break
            path.next[ply] = path.probing[ply] = 0
        throw = int(path.next[ply])
        if path.least[ply, throw] < path.most[ply, throw]:
            open_window(run, ply, throw)
            return throw
        path.next[ply] += 1
    finish_throws(path, ply)
    return NO_ACTION


@rule
def open_window(run: Run, ply: int, throw: int) -> None:
    """Between which values this throw decides whether the mean lies within the window (Star1)."""
    path = run.path
    others_least = others_most = 0
    for other in range(path.throws[ply]):
        if other != throw:
            others_least += path.weight[ply, other] * path.least[ply, other]
            others_most += path.weight[ply, other] * path.most[ply, other]
    alpha, beta = path.least[ply, throw], path.most[ply, throw]
    if run.ways.star1:
        weight = path.weight[ply, throw]
        alpha = max(alpha, (SIXTEENTHS * path.alpha[ply] - others_most) // weight)
        beta = min(beta, -((others_least - SIXTEENTHS * path.beta[ply]) // weight))  # rounded up
    path.alpha[ply + 1], path.beta[ply + 1] = alpha, beta
    path.depth[ply + 1], path.probed[ply + 1] = path.depth[ply] - 1, path.probing[ply]


@rule
def total(path: Path, ply: int, values: NDArray[np.int64]) -> int:
    """The mean of some values of the throws, times sixteen."""
    weighed = 0
    for throw in range(path.throws[ply]):
        weighed += int(path.weight[ply, throw] * values[ply, throw])
    return weighed


@rule
def finish_throws(path: Path, ply: int) -> None:
    """The value of a chance node is what its throws are worth at least, or at most where that is too little."""
    least, most = total(path, ply, path.least), total(path, ply, path.most)
    if least < most <= SIXTEENTHS * path.alpha[ply]:
        path.best[ply], path.bound[ply] = -(-most // SIXTEENTHS), AT_MOST
    else:
        path.best[ply], path.bound[ply] = least // SIXTEENTHS, AT_LEAST if least < most else EXACT


@rule
def learn_throw(run: Run, ply: int, value: int, bound: int) -> None:
    """The throw in hand is worth this, or at least or at most this; go on to the next one unless the mean is clear."""
    path = run.path
    throw = path.next[ply]
    if bound & AT_LEAST:
        path.least[ply, throw] = max(path.least[ply, throw], value)
    if bound & AT_MOST:
        path.most[ply, throw] = min(path.most[ply, throw], value)
    path.next[ply] = throw + 1
    is_enough = total(path, ply, path.least) >= SIXTEENTHS * path.beta[ply]
    is_too_little = total(path, ply, path.most) <= SIXTEENTHS * path.alpha[ply]
    if run.ways.star1 and (is_enough or is_too_little):
        path.next[ply], path.probing[ply] = path.throws[ply], 0
