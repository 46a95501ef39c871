"""Expectimax with Star2 pruning, written for any game with throws and compiled for its rules.

A strategy for depth_first.py; star_throws.py treats the throws.  Depth counts throws: 1 searches up to the next throw,
2 up to the one after it; positions are evaluated before a throw only, never within a turn.  The value is exactly that
of a full expectimax to this depth: the table returns values of the same depth only.  Games with throws count no
repetitions (rulings.md section 0).

A turn of several plies is searched ply by ply.  Positions that its plies reach in several orders are looked up in the
table, so each is searched once.  The position after an action is evaluated as soon as the action is listed: ends and,
at depth 0, positions before a throw are known then; the others are searched in the order of these values.  Positions
evaluated at depth 0 are not looked up: evaluating them again is quicker, even with a small network.
"""

from collections.abc import Callable
from typing import Any

from ibau.core.chance import possible
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.machine.rule import once, rule
from ibau.search.depth_first import Strategy, make_descent
from ibau.search.move_ordering import KNOWN, ROOM, is_among, learn_refutation, pick, score_of
from ibau.search.network import make_estimate
from ibau.search.pv_table import clear_line
from ibau.search.stack import learn_value, open_node
from ibau.search.star_throws import FINE, StarRun, await_throw, learn_throw, next_throw
from ibau.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_ACTION,
    NO_BOUND,
    TableEntry,
    bound_in,
    depth_in,
    hash_of,
    opposite,
    settles,
)

PROMISING = 1 << 46  # the weight of a thousandth in the ordering


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def uses_table(run: StarRun, ply: int) -> bool:
    """Is the node looked up in the table?  Not the beginning of a last turn: only one throw leads there."""
    depth, throws = run.path.depth, run.stack.throws
    return bool(run.techniques.table and (depth[ply] or throws[ply] or ply == 0 or not throws[ply - 1]))


@rule
def is_cutoff(run: StarRun, ply: int, entry: TableEntry) -> bool:
    """Does the table entry settle the node's value?  Then take the value."""
    path = run.path
    if ply == 0 or depth_in(entry) != path.depth[ply]:
        return False
    bound = bound_in(entry)
    if not settles(bound, entry.value, int(path.alpha[ply]), int(path.beta[ply])):
        return False
    path.best[ply], run.stack.bound[ply] = entry.value, bound
    return True


@rule
def result(run: StarRun, ply: int) -> tuple[int, int]:
    """Value and bound of a finished node; of the root only the action counts."""
    return int(run.path.best[ply]), int(run.stack.bound[ply]) if ply else NO_BOUND


# --- Down and up ---------------------------------------------------------------------------------------------------


@rule
def choose(run: StarRun, ply: int) -> int:
    """Set the window of the next action or throw and return it; NO_ACTION if the node is finished."""
    return next_throw(run, ply) if run.stack.throws[ply] else next_action(run, ply)


@rule
def next_action(run: StarRun, ply: int) -> int:
    """Set the window of the next action of a player and return it; NO_ACTION if the node is finished."""
    path, stack, ordering = run.path, run.stack, run.ordering
    n, end = int(path.next[ply]), int(path.end[ply])
    if n == end or path.alpha[ply] >= path.beta[ply] or (stack.probed[ply] and n > path.begin[ply]):
        finish_decision(run, ply)
        return NO_ACTION
    path.alpha[ply + 1], path.beta[ply + 1] = path.alpha[ply], path.beta[ply]
    path.depth[ply + 1], stack.probed[ply + 1] = path.depth[ply], 0
    return pick(ordering, n, end) if run.techniques.ordering else int(ordering.actions[n])


@rule
def finish_decision(run: StarRun, ply: int) -> None:
    """Set the bound of a finished decision."""
    path, bound = run.path, run.stack.bound
    some_left = path.next[ply] < path.end[ply]
    if path.best[ply] <= path.floor[ply]:
        bound[ply] = NO_BOUND if some_left else AT_MOST
    elif some_left or path.best[ply] >= path.beta[ply]:
        bound[ply] = AT_LEAST


@rule
def leave(run: StarRun, ply: int) -> None:
    """Do nothing: games with throws count no repetitions."""


@rule
def back_up(run: StarRun, ply: int) -> None:
    """Back up the value of the current action or throw, and go on to the next one."""
    path, stack = run.path, run.stack
    value, bound = int(path.best[ply + 1]), int(stack.bound[ply + 1])
    if path.turn[ply] != path.turn[ply + 1]:
        value, bound = -value, opposite(bound)
    if stack.throws[ply]:
        learn_throw(run, ply, value, bound)
        return
    action = int(path.action[ply])
    learn_value(run, ply, action, value)
    if value >= path.beta[ply]:
        learn_refutation(run.ordering, int(path.turn[ply]), ply, action, int(path.depth[ply]) + 1)
    path.next[ply] += 1


@once
def make_listing(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """Compile the listing of a decision's actions."""
    moves, count, nth, play = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    turn, outcome, urgency = rulebook.turn, rulebook.outcome, evaluation.urgency
    evaluate, estimate = evaluation.evaluate, make_estimate(rulebook, evaluation)

    @rule
    def list_actions(rules: Any, position: Any, run: StarRun, ply: int, known: int) -> bool:
        """List the legal actions except those whose value is known at once; False if none is left to search.

        At the horizon, and where there is no room for more actions, all are known by evaluation.
        """
        path, ordering = run.path, run.ordering
        begin = end = int(path.end[ply - 1]) if ply else 0
        player = int(path.turn[ply])
        legal = moves(rules, position)
        width = count(legal)
        at_horizon, is_last = ply >= run.horizon[0] or begin + width > ROOM, path.depth[ply] == 0
        clear_line(run.lines, ply + 1)
        n = 0
        while n < width and path.alpha[ply] < path.beta[ply]:
            action = nth(legal, n)
            n += 1
            if not ply and not is_among(run.among, action):
                continue
            after = play(rules, position, action)
            over = outcome(rules, after, 0)
            is_known = over != 0 or at_horizon or (is_last and turn(rules, after) == CHANCE)
            if over:
                value = WIN * value_for_first(over)
            elif is_known or not is_last:
                value = estimate(rules, after, run.network)
            else:
                value = evaluate(rules, after)  # good enough for the order within the last turn, and quicker
            value = value if player == FIRST else -value
            if is_known:
                learn_value(run, ply, action, value * FINE)
            else:
                score = score_of(ordering, player, ply, action, urgency(rules, position, action))
                ordering.actions[end] = action
                ordering.scores[end] = KNOWN if action == known else score + value * PROMISING
                end += 1
        path.begin[ply] = path.next[ply] = begin
        path.end[ply] = end
        if n < width:
            run.stack.bound[ply] = AT_LEAST
        return n == width and end > begin

    return list_actions


@once
def make_expansion(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """Compile the listing of what to search at a node."""
    list_actions = make_listing(rulebook, evaluation)

    @rule
    def expand(rules: Any, position: Any, run: StarRun, ply: int, known: int) -> bool:
        """List the actions of a decision (throws need no list); False if none is left to search."""
        if run.stack.throws[ply]:
            return True
        return list_actions(rules, position, run, ply, known)

    return expand


@once
def make_entrance(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """Compile the first look at a node."""
    turn, actor, outcome, chances = rulebook.turn, rulebook.actor, rulebook.outcome, rulebook.chances
    estimate = make_estimate(rulebook, evaluation)

    @rule
    def enter(rules: Any, position: Any, run: StarRun, ply: int) -> bool:
        """Open a node; True if the game is over, or if the position is evaluated before a throw."""
        path, stack = run.path, run.stack
        thrown, weights = turn(rules, position) == CHANCE, chances(rules, position)
        player = actor(rules, position)
        open_node(run, ply, player)
        stack.throws[ply], stack.bound[ply] = possible(weights) if thrown else 0, EXACT
        over = outcome(rules, position, 0)
        if over or (thrown and (path.depth[ply] == 0 or ply >= run.horizon[0])):
            value = WIN * value_for_first(over) if over else estimate(rules, position, run.network)
            path.best[ply] = FINE * (value if player == FIRST else -value)
            return True
        if uses_table(run, ply):
            path.known[ply] = hash_of(position, 0)
        if thrown:
            await_throw(run, ply, weights)
        return False

    return enter


@once
def make_star2(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., int]:
    """Return the search loop of a game; see `search` in depth_first.py."""
    enter, expand = make_entrance(rulebook, evaluation), make_expansion(rulebook, evaluation)
    return make_descent(rulebook, Strategy(enter, uses_table, is_cutoff, expand, choose, result, leave, back_up))
