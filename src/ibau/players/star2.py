"""Expectimax with Star2 pruning, written once for any game with throws and compiled for its rules.

Like pvs.py it goes down and up a path kept in arrays and can stop after any node.  A chance node's value is the mean
of what its throws lead to, by their exact sixteenths.  Star1 and Star2 (Ballard 1983; Hauk, Buro, Schaeffer 2004) cut
there: each throw has a least and a greatest value, from what is known so far; once their means lie beyond the window,
the rest need not be searched.  To get such limits early, every throw is first probed with one action only.

Depth counts throws: 1 looks up to the next throw, 2 up to the one after it, and positions are judged before a throw
only, never within a turn.  The value is exactly that of looking at everything to this depth: the table gives back
values of the same depth only.  Games with throws count no repetitions (rulings.md section 0).

Values are fractions of thousandths of a win for who decides or throws at a node: as the family judges, up to +-999;
+-WIN where the game is over.  Sums of sixteenths are exact in them, ten throws deep.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import SIXTEENTHS, Weights, possible
from ibau.core.game import Evaluation, Rulebook
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.core.rule import loop, once, rule
from ibau.players.ordering import KNOWN, ROOM, Ordering, learn_refutation, pick, promise
from ibau.players.table import (
    ABSENT,
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_ACTION,
    NO_BOUND,
    Table,
    action_in,
    bound_in,
    depth_in,
    find,
    hash_of,
    opposite,
    settles,
    store,
)

DEEPEST = 10  # throws
LONGEST = 200  # plies from the root, more than so many turns have
WIN = 1000.0
BEYOND = 1e-6  # windows of throws are wider by this, for a sixth is no binary fraction
SEARCHING, DONE = range(2)


class Path(NamedTuple):
    """The nodes from the root to the one in hand: arrays of [LONGEST + 1], an entry a ply."""

    turn: NDArray[np.int64]  # who decides or throws
    throws: NDArray[np.int64]  # how many throws there are; 0 where a player decides
    depth: NDArray[np.int64]  # throws still to look at
    alpha: NDArray[np.float64]
    beta: NDArray[np.float64]
    floor: NDArray[np.float64]  # alpha as it was on arrival
    best: NDArray[np.float64]  # the value found
    bound: NDArray[np.int64]  # EXACT, AT_LEAST, AT_MOST or NO_BOUND: how sure the value is once the node is finished
    choice: NDArray[np.int64]  # the action it comes from
    begin: NDArray[np.int64]  # where the node's actions begin in the ordering
    end: NDArray[np.int64]
    next: NDArray[np.int64]  # the action or throw in hand
    probed: NDArray[np.int64]  # 1 where one action is enough
    probing: NDArray[np.int64]  # 1 while a chance node probes
    known: NDArray[np.int64]  # the hash of the position
    weight: NDArray[np.int64]  # [LONGEST + 1, 5] sixteenths of each throw
    least: NDArray[np.float64]  # [LONGEST + 1, 5] the least each throw can be worth
    most: NDArray[np.float64]  # [LONGEST + 1, 5] the most it can be worth


class Ways(NamedTuple):
    """What a search makes use of: 1 is on."""

    table: int = 1
    ordering: int = 1
    star1: int = 1
    star2: int = 1


class Run(NamedTuple):
    """A search from one root: its path and what it has found."""

    path: Path
    table: Table
    ordering: Ordering
    ways: Ways
    lines: NDArray[np.int64]  # [LONGEST + 2, LONGEST + 2] the best play from each ply, up to a throw
    ends: NDArray[np.int64]  # [LONGEST + 2] where each of them ends
    ply: NDArray[np.int64]  # [1] the ply in hand
    arriving: NDArray[np.int64]  # [1] 1 before its node has been looked at
    nodes: NDArray[np.int64]  # [1] nodes looked at


def new_run(table: Table, ordering: Ordering, ways: Ways) -> Run:
    """Nothing searched yet."""
    plies, each_throw = LONGEST + 1, (LONGEST + 1, len(Weights._fields))
    shapes = {"weight": each_throw, "least": each_throw, "most": each_throw}
    fractions = ("alpha", "beta", "floor", "best", "least", "most")
    arrays: list[Any] = [
        np.zeros(shapes.get(name, plies), np.float64 if name in fractions else np.int64) for name in Path._fields
    ]
    path = Path(*arrays)
    lines, ends = np.zeros((LONGEST + 2, LONGEST + 2), np.int64), np.zeros(LONGEST + 2, np.int64)
    ply, arriving, nodes = (np.zeros(1, np.int64) for _ in range(3))
    return Run(path, table, ordering, ways, lines, ends, ply, arriving, nodes)


def begin(run: Run, depth: int) -> None:
    """Go back to the root, to search it to a depth."""
    path = run.path
    path.alpha[0], path.beta[0], path.best[0] = -WIN - 1, WIN + 1, -np.inf
    path.depth[0], path.probed[0] = depth - 1, 0
    run.ply[0], run.arriving[0] = 0, 1


@rule
def open_node(run: Run, ply: int, player: int, throws: int) -> None:
    """Begin with a node whose window its parent has set, as the parent's player sees it."""
    path = run.path
    path.turn[ply], path.throws[ply] = player, throws
    if ply and player != path.turn[ply - 1]:
        path.alpha[ply], path.beta[ply] = -path.beta[ply], -path.alpha[ply]
    path.floor[ply] = path.alpha[ply]
    path.best[ply], path.bound[ply], path.choice[ply] = -np.inf, EXACT, NO_ACTION
    run.ends[ply] = ply
    run.nodes[0] += 1


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def is_settled(run: Run, ply: int, slot: int) -> bool:
    """Does what is stored in a slot say all that the node asks?  Then its value is taken from there."""
    path, table = run.path, run.table
    if ply == 0 or depth_in(table, slot) != path.depth[ply]:
        return False
    bound, value = bound_in(table, slot), table.values[slot]
    if not settles(bound, value, path.alpha[ply], path.beta[ply]):
        return False
    path.best[ply], path.bound[ply] = value, bound
    return True


@rule
def remember(run: Run, ply: int) -> None:
    """Store what a finished node has found."""
    path = run.path
    if run.ways.table:
        store(
            run.table,
            int(path.known[ply]),
            path.best[ply],
            int(path.depth[ply]),
            int(path.bound[ply]),
            int(path.choice[ply]),
        )


# --- Decisions -----------------------------------------------------------------------------------------------------


@rule
def next_action(run: Run, ply: int) -> int:
    """The action to search now, its window set; NO_ACTION where the node is finished."""
    path, ordering = run.path, run.ordering
    n, end = int(path.next[ply]), int(path.end[ply])
    if n == end or path.alpha[ply] >= path.beta[ply] or (path.probed[ply] and n > path.begin[ply]):
        finish_decision(path, ply)
        return NO_ACTION
    path.alpha[ply + 1], path.beta[ply + 1] = path.alpha[ply], path.beta[ply]
    path.depth[ply + 1], path.probed[ply + 1] = path.depth[ply], 0
    return pick(ordering, n, end) if run.ways.ordering else int(ordering.actions[n])


@rule
def finish_decision(path: Path, ply: int) -> None:
    """Say how sure the value of a decision is."""
    some_left = path.next[ply] < path.end[ply]
    if path.best[ply] <= path.floor[ply]:
        path.bound[ply] = NO_BOUND if some_left else AT_MOST
    elif some_left or path.best[ply] >= path.beta[ply]:
        path.bound[ply] = AT_LEAST


@rule
def learn_decision(run: Run, ply: int, value: float) -> None:
    """The action in hand has this value; go on to the next one."""
    path, ordering = run.path, run.ordering
    action = int(ordering.actions[path.next[ply]])
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run, ply, action)
    if value >= path.beta[ply]:
        learn_refutation(ordering, int(path.turn[ply]), ply, action, int(path.depth[ply]) + 1)
    path.next[ply] += 1


@rule
def note_line(run: Run, ply: int, action: int) -> None:
    """The best play from a ply is an action and the best play after it."""
    run.lines[ply, ply] = action
    end = run.ends[ply + 1]
    for later in range(ply + 1, end):
        run.lines[ply, later] = run.lines[ply + 1, later]
    run.ends[ply] = end


# --- Throws --------------------------------------------------------------------------------------------------------


@rule
def await_throw(run: Run, ply: int, weights: Weights) -> None:
    """Nothing is known about any throw."""
    path = run.path
    for throw in range(path.throws[ply]):
        path.weight[ply, throw] = weights[throw]
        path.least[ply, throw], path.most[ply, throw] = -WIN, WIN
    path.next[ply], path.probing[ply] = 0, run.ways.star2
    path.end[ply] = path.end[ply - 1]  # no actions of its own


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
    others_least = others_most = 0.0
    for other in range(path.throws[ply]):
        if other != throw:
            others_least += path.weight[ply, other] * path.least[ply, other]
            others_most += path.weight[ply, other] * path.most[ply, other]
    alpha, beta = path.least[ply, throw], path.most[ply, throw]
    if run.ways.star1:
        weight = path.weight[ply, throw]
        alpha = max(alpha, (SIXTEENTHS * path.alpha[ply] - others_most) / weight)
        beta = min(beta, (SIXTEENTHS * path.beta[ply] - others_least) / weight)
    path.alpha[ply + 1], path.beta[ply + 1] = alpha - BEYOND, beta + BEYOND
    path.depth[ply + 1], path.probed[ply + 1] = path.depth[ply] - 1, path.probing[ply]


@rule
def mean(path: Path, ply: int, values: NDArray[np.float64]) -> float:
    """The mean of some values of the throws."""
    total = 0.0
    for throw in range(path.throws[ply]):
        total += path.weight[ply, throw] * values[ply, throw]
    return total / SIXTEENTHS


@rule
def finish_throws(path: Path, ply: int) -> None:
    """The value of a chance node is what its throws are worth at least, or at most where that is too little."""
    least, most = mean(path, ply, path.least), mean(path, ply, path.most)
    if least < most <= path.alpha[ply]:
        path.best[ply], path.bound[ply] = most, AT_MOST
    else:
        path.best[ply], path.bound[ply] = least, AT_LEAST if least < most else EXACT


@rule
def learn_throw(run: Run, ply: int, value: float, bound: int) -> None:
    """The throw in hand is worth this, or at least or at most this; go on to the next one unless the mean is clear."""
    path = run.path
    throw = path.next[ply]
    if bound & AT_LEAST:
        path.least[ply, throw] = max(path.least[ply, throw], value)
    if bound & AT_MOST:
        path.most[ply, throw] = min(path.most[ply, throw], value)
    path.next[ply] = throw + 1
    is_clear = mean(path, ply, path.least) >= path.beta[ply] or mean(path, ply, path.most) <= path.alpha[ply]
    if run.ways.star1 and is_clear:
        path.next[ply], path.probing[ply] = path.throws[ply], 0


# --- The search ----------------------------------------------------------------------------------------------------


@rule
def take_up(run: Run, ply: int) -> None:
    """Learn what the action or throw in hand is worth."""
    path = run.path
    value, bound = path.best[ply + 1], int(path.bound[ply + 1])
    if path.turn[ply] != path.turn[ply + 1]:
        value, bound = -value, opposite(bound)
    if path.throws[ply]:
        learn_throw(run, ply, value, bound)
    else:
        learn_decision(run, ply, value)


@once
def make_listing(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What there is to search at a decision."""
    moves, count, nth, urgency = rulebook.moves, rulebook.count, rulebook.nth, evaluation.urgency

    @rule
    def list_actions(rules: Any, position: Any, run: Run, ply: int, known: int) -> bool:
        """List the legal actions; False where there is no room for them."""
        path, ordering = run.path, run.ordering
        begin, player = int(path.end[ply - 1]) if ply else 0, int(path.turn[ply])
        legal = moves(rules, position)
        width = count(legal)
        if begin + width > ROOM:
            return False
        for n in range(width):
            action = nth(legal, n)
            score = promise(ordering, player, ply, action, urgency(rules, position, action))
            ordering.actions[begin + n] = action
            ordering.scores[begin + n] = KNOWN if action == known else score
        path.begin[ply] = path.next[ply] = begin
        path.end[ply] = begin + width
        return True

    return list_actions


@once
def make_arrival(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What happens first at a node."""
    turn, actor, outcome, chances = rulebook.turn, rulebook.actor, rulebook.outcome, rulebook.chances
    judge, list_actions = evaluation.judge, make_listing(rulebook, evaluation)

    @rule
    def arrive(rules: Any, position: Any, run: Run, ply: int) -> bool:
        """Look at the node in hand; True where its value is known, False where its actions are to be searched."""
        path = run.path
        end = outcome(rules, position, 0)
        thrown = turn(rules, position) == CHANCE
        weights = chances(rules, position)
        player = actor(rules, position)
        open_node(run, ply, player, possible(weights) if thrown else 0)
        side = 1.0 if player == FIRST else -1.0
        if end:
            path.best[ply] = side * value_for_first(end) * WIN
            return True
        if ply == LONGEST or (thrown and path.depth[ply] == 0):
            path.best[ply] = side * judge(rules, position)
            return True
        path.known[ply] = hash_of(position, 0)
        slot = find(run.table, int(path.known[ply])) if run.ways.table else ABSENT
        if slot != ABSENT and is_settled(run, ply, slot):
            return True
        if thrown:
            await_throw(run, ply, weights)
            return False
        known = NO_ACTION if slot == ABSENT else action_in(run.table, slot)
        if list_actions(rules, position, run, ply, known):
            return False
        path.best[ply] = side * judge(rules, position)
        return True

    return arrive


@once
def make_star2(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., int]:
    """The search of a game; see `search`."""
    play, arrive = rulebook.play, make_arrival(rulebook, evaluation)

    @rule
    def in_hand(run: Run, ply: int) -> int:
        """The action or throw that leads on from a node of the path."""
        n = int(run.path.next[ply])
        return n if run.path.throws[ply] else int(run.ordering.actions[n])

    @loop
    def search(rules: Any, root: Any, run: Run, nodes: int) -> int:
        """Search on until the root is DONE or, while SEARCHING, so many nodes have been looked at in all."""
        path = run.path
        positions = [root] * (LONGEST + 1)
        for ply in range(run.ply[0]):
            positions[ply + 1] = play(rules, positions[ply], in_hand(run, ply))
        ply = int(run.ply[0])
        while run.nodes[0] < nodes:
            if not (run.arriving[0] and arrive(rules, positions[ply], run, ply)):
                action = next_throw(run, ply) if path.throws[ply] else next_action(run, ply)
                if action != NO_ACTION:
                    positions[ply + 1] = play(rules, positions[ply], action)
                    ply += 1
                    run.ply[0], run.arriving[0] = ply, 1
                    continue
                remember(run, ply)
            run.arriving[0] = 0
            if ply == 0:
                return DONE
            ply -= 1
            run.ply[0] = ply
            take_up(run, ply)
        return SEARCHING

    return search
