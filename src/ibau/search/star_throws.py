"""What a throw is worth: Star1 and Star2 (Ballard 1983; Hauk, Buro, Schaeffer 2004).

A chance node's value is the mean of what its throws lead to, by their exact sixteenths.  Each throw has a least and a
greatest value, from what is known so far; once their means lie beyond the window, the rest need not be searched
(Star1).  To get such limits early, every throw is first probed with one action only (Star2).

Values are those of the player who decides or throws at a node: thousandths of a win, each split into FINE parts, so
that means of sixteenths are exact ten throws deep.  They are what the family or a network judges, up to +-999
thousandths, and +-FINE_WIN where the game is over.
"""

from typing import NamedTuple, TypeAlias

from ibau.core.chance import SIXTEENTHS, Weights
from ibau.core.contract import WIN
from ibau.machine.arrays import Numbers, Zeros
from ibau.machine.rule import rule
from ibau.search.stack import SearchRun
from ibau.search.transposition import AT_LEAST, AT_MOST, EXACT, NO_ACTION

DEEPEST = 10  # throws
LONGEST = 200  # plies from the root, more than this many turns have
FINE = 1 << 40  # parts of a thousandth: sixteen to the power of ten
FINE_WIN = WIN * FINE


class Star2Techniques(NamedTuple):
    """Which techniques a search uses: 1 is on."""

    table: int = 1
    ordering: int = 1
    star1: int = 1
    star2: int = 1


class Star2Stack(NamedTuple):
    """What is noted of the nodes of a path: arrays of [LONGEST + 1]."""

    throws: Numbers  # how many throws there are; 0 where a player decides
    bound: Numbers  # EXACT, AT_LEAST, AT_MOST or NO_BOUND: how sure the value is once the node is finished
    probed: Numbers  # 1 where one action is enough
    probing: Numbers  # 1 while a chance node probes
    weight: Numbers  # [LONGEST + 1, 5] sixteenths of each throw
    least: Numbers  # [LONGEST + 1, 5] the least each throw can be worth
    most: Numbers  # [LONGEST + 1, 5] the most it can be worth


StarRun: TypeAlias = SearchRun[Star2Stack, Star2Techniques]


def new_star2_stack(zeros: Zeros) -> Star2Stack:
    """Nothing noted yet."""
    plies, each_throw = LONGEST + 1, (LONGEST + 1, len(Weights._fields))
    throws, bound, probed, probing = (zeros(plies, "q") for _ in range(4))
    weight, least, most = (zeros(each_throw, "q") for _ in range(3))
    return Star2Stack(throws, bound, probed, probing, weight, least, most)


@rule
def await_throw(run: StarRun, ply: int, weights: Weights) -> None:
    """Nothing is known about any throw."""
    path, stack = run.path, run.stack
    for throw in range(stack.throws[ply]):
        stack.weight[ply, throw] = weights[throw]
        stack.least[ply, throw], stack.most[ply, throw] = -FINE_WIN, FINE_WIN
    path.next[ply], stack.probing[ply] = 0, run.techniques.star2
    path.end[ply] = path.end[ply - 1] if ply else 0  # no actions of its own


@rule
def next_throw(run: StarRun, ply: int) -> int:
    """The throw to search now, its window set; NO_ACTION where the node is finished."""
    path, stack = run.path, run.stack
    while path.next[ply] < stack.throws[ply] or stack.probing[ply]:
        if path.next[ply] == stack.throws[ply]:
            if stack.probed[ply]:
                break
            path.next[ply] = stack.probing[ply] = 0
        throw = int(path.next[ply])
        if stack.least[ply, throw] < stack.most[ply, throw]:
            open_window(run, ply, throw)
            return throw
        path.next[ply] += 1
    finish_throws(run, ply)
    return NO_ACTION


@rule
def open_window(run: StarRun, ply: int, throw: int) -> None:
    """Between which values this throw decides whether the mean lies within the window (Star1)."""
    path, stack = run.path, run.stack
    others_least = others_most = 0
    for other in range(stack.throws[ply]):
        if other != throw:
            others_least += stack.weight[ply, other] * stack.least[ply, other]
            others_most += stack.weight[ply, other] * stack.most[ply, other]
    alpha, beta = stack.least[ply, throw], stack.most[ply, throw]
    if run.techniques.star1:
        weight = stack.weight[ply, throw]
        alpha = max(alpha, (SIXTEENTHS * path.alpha[ply] - others_most) // weight)
        beta = min(beta, -((others_least - SIXTEENTHS * path.beta[ply]) // weight))  # rounded up
    path.alpha[ply + 1], path.beta[ply + 1] = alpha, beta
    path.depth[ply + 1], stack.probed[ply + 1] = path.depth[ply] - 1, stack.probing[ply]


@rule
def total(stack: Star2Stack, ply: int, values: Numbers) -> int:
    """The mean of some values of the throws, times sixteen."""
    weighed = 0
    for throw in range(stack.throws[ply]):
        weighed += int(stack.weight[ply, throw] * values[ply, throw])
    return weighed


@rule
def finish_throws(run: StarRun, ply: int) -> None:
    """The value of a chance node is what its throws are worth at least, or at most where that is too little."""
    path, stack = run.path, run.stack
    least, most = total(stack, ply, stack.least), total(stack, ply, stack.most)
    if least < most <= SIXTEENTHS * path.alpha[ply]:
        path.best[ply], stack.bound[ply] = -(-most // SIXTEENTHS), AT_MOST
    else:
        path.best[ply], stack.bound[ply] = least // SIXTEENTHS, AT_LEAST if least < most else EXACT


@rule
def learn_throw(run: StarRun, ply: int, value: int, bound: int) -> None:
    """The throw in hand is worth this, or at least or at most this; go on to the next one unless the mean is clear."""
    path, stack = run.path, run.stack
    throw = path.next[ply]
    if bound & AT_LEAST:
        stack.least[ply, throw] = max(stack.least[ply, throw], value)
    if bound & AT_MOST:
        stack.most[ply, throw] = min(stack.most[ply, throw], value)
    path.next[ply] = throw + 1
    is_enough = total(stack, ply, stack.least) >= SIXTEENTHS * path.beta[ply]
    is_too_little = total(stack, ply, stack.most) <= SIXTEENTHS * path.alpha[ply]
    if run.techniques.star1 and (is_enough or is_too_little):
        path.next[ply], stack.probing[ply] = stack.throws[ply], 0
