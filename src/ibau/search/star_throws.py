"""The search of throws: Star1 and Star2 (Ballard 1983; Hauk, Buro, Schaeffer 2004).

A chance node's value is the mean of the values of its throws, by their exact sixteenths.  Each throw has a lower and an
upper bound, from what is known so far; once the mean of the bounds lies outside the window, the rest need not be
searched (Star1).  To get such bounds early, every throw is first probed with one action only (Star2).

Values are those of the player to move or to throw at a node: thousandths of a win, each split into FINE parts, so
that means of sixteenths are exact ten throws deep.  Evaluations go up to +-999 thousandths, and a finished game counts
+-FINE_WIN.
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
    """Which techniques to use: 1 is on, 0 off."""

    table: int = 1
    ordering: int = 1
    star1: int = 1
    star2: int = 1


class Star2Stack(NamedTuple):
    """What the strategy keeps per node of the path: arrays of [LONGEST + 1]."""

    throws: Numbers  # the number of throws; 0 at a decision
    bound: Numbers  # EXACT, AT_LEAST, AT_MOST or NO_BOUND: the kind of value of a finished node
    probed: Numbers  # 1 if the node is probed with one action only
    probing: Numbers  # 1 while a chance node probes its throws
    weight: Numbers  # [LONGEST + 1, 5] sixteenths of each throw
    least: Numbers  # [LONGEST + 1, 5] lower bound of each throw
    most: Numbers  # [LONGEST + 1, 5] upper bound of each throw


StarRun: TypeAlias = SearchRun[Star2Stack, Star2Techniques]


def new_star2_stack(zeros: Zeros) -> Star2Stack:
    """An empty stack."""
    plies, each_throw = LONGEST + 1, (LONGEST + 1, len(Weights._fields))
    throws, bound, probed, probing = (zeros(plies, "q") for _ in range(4))
    weight, least, most = (zeros(each_throw, "q") for _ in range(3))
    return Star2Stack(throws, bound, probed, probing, weight, least, most)


@rule
def await_throw(run: StarRun, ply: int, weights: Weights) -> None:
    """Begin a chance node, knowing nothing about its throws."""
    path, stack = run.path, run.stack
    for throw in range(stack.throws[ply]):
        stack.weight[ply, throw] = weights[throw]
        stack.least[ply, throw], stack.most[ply, throw] = -FINE_WIN, FINE_WIN
    path.next[ply], stack.probing[ply] = 0, run.techniques.star2
    path.end[ply] = path.end[ply - 1] if ply else 0  # no actions of its own


@rule
def next_throw(run: StarRun, ply: int) -> int:
    """Set the window of the next throw and return it; NO_ACTION if the node is finished."""
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
    """Set the window in which this throw decides whether the mean lies within the node's window (Star1)."""
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
    """Sixteen times the weighted mean of some values of the throws."""
    weighed = 0
    for throw in range(stack.throws[ply]):
        weighed += int(stack.weight[ply, throw] * values[ply, throw])
    return weighed


@rule
def finish_throws(run: StarRun, ply: int) -> None:
    """Set a chance node's value to its lower bound, or to its upper bound if that is at most alpha."""
    path, stack = run.path, run.stack
    least, most = total(stack, ply, stack.least), total(stack, ply, stack.most)
    if least < most <= SIXTEENTHS * path.alpha[ply]:
        path.best[ply], stack.bound[ply] = -(-most // SIXTEENTHS), AT_MOST
    else:
        path.best[ply], stack.bound[ply] = least // SIXTEENTHS, AT_LEAST if least < most else EXACT


@rule
def learn_throw(run: StarRun, ply: int, value: int, bound: int) -> None:
    """Narrow the bounds of the current throw; go on to the next one, or end if the mean leaves the window."""
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
