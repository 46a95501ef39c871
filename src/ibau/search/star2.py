"""Expectimax with Star2 pruning, written once for any game with throws and compiled for its rules.

Like pvs.py it goes down and up a path kept in arrays (star_path.py) and can stop after any node; star_throws.py says
what throws are worth.  Depth counts throws: 1 looks up to the next throw, 2 up to the one after it, and positions are
judged before a throw only, never within a turn.  The value is exactly that of looking at everything to this depth: the
table gives back values of the same depth only.  Games with throws count no repetitions (rulings.md section 0).

A turn of several plies is searched ply by ply.  Positions that its plies lead to in several orders are looked up in the
table, so each is searched once.  What an action leads to is judged as soon as the action is listed: ends and, at depth
0, positions before a throw are known then; the others are searched in the order of these judgements.  Only what is
judged at depth 0 is not looked up: judging it again is quicker, even for a small network.
"""

from collections.abc import Callable
from typing import Any

from ibau.core.chance import possible
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.core.rule import loop, once, rule
from ibau.search.lines import clear_line, note_line
from ibau.search.network import make_estimate
from ibau.search.ordering import KNOWN, ROOM, is_among, learn_refutation, pick, promise
from ibau.search.star_stack import FINE, LONGEST, Path, Run, open_node
from ibau.search.star_throws import await_throw, learn_throw, next_throw
from ibau.search.transposition import (
    AT_LEAST,
    AT_MOST,
    NO_ACTION,
    NO_BOUND,
    TableEntry,
    action_in,
    bound_in,
    depth_in,
    find,
    hash_of,
    opposite,
    settles,
    store,
)

PROMISING = 1 << 46  # what a thousandth weighs in the ordering
SEARCHING, DONE = range(2)


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def is_kept(run: Run, ply: int) -> bool:
    """Is such a node looked up in the table?  Not the beginning of a last turn: only one throw leads there."""
    path = run.path
    return bool(run.ways.table and (path.depth[ply] or path.throws[ply] or ply == 0 or not path.throws[ply - 1]))


@rule
def is_settled(run: Run, ply: int, entry: TableEntry) -> bool:
    """Does what is stored say all that the node asks?  Then its value is taken from there."""
    path = run.path
    if ply == 0 or depth_in(entry) != path.depth[ply]:
        return False
    bound = bound_in(entry)
    if not settles(bound, entry.value, int(path.alpha[ply]), int(path.beta[ply])):
        return False
    path.best[ply], path.bound[ply] = entry.value, bound
    return True


@rule
def remember(run: Run, ply: int) -> None:
    """Store what a finished node has found; of the root only its action."""
    path = run.path
    if is_kept(run, ply):
        bound = int(path.bound[ply]) if ply else NO_BOUND
        store(
            run.table,
            int(path.known[ply]),
            int(path.best[ply]),
            int(path.depth[ply]),
            bound,
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
def learn_value(run: Run, ply: int, action: int, value: int) -> None:
    """An action has this value."""
    path = run.path
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run.lines, ply, action)


@rule
def take_up(run: Run, ply: int) -> None:
    """Learn what the action or throw in hand is worth, and go on to the next one."""
    path, ordering = run.path, run.ordering
    value, bound = int(path.best[ply + 1]), int(path.bound[ply + 1])
    if path.turn[ply] != path.turn[ply + 1]:
        value, bound = -value, opposite(bound)
    if path.throws[ply]:
        learn_throw(run, ply, value, bound)
        return
    action = int(ordering.actions[path.next[ply]])
    learn_value(run, ply, action, value)
    if value >= path.beta[ply]:
        learn_refutation(ordering, int(path.turn[ply]), ply, action, int(path.depth[ply]) + 1)
    path.next[ply] += 1


@once
def make_listing(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What there is to search at a decision."""
    moves, count, nth, play = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    turn, outcome, urgency = rulebook.turn, rulebook.outcome, evaluation.urgency
    judge, estimate = evaluation.judge, make_estimate(rulebook, evaluation)

    @rule
    def list_actions(rules: Any, position: Any, run: Run, ply: int, known: int) -> bool:
        """List the legal actions except those whose value is known at once; False where none is left to search.

        At the horizon, and where there is no room for more actions, all are known by their judgements.
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
                value = judge(rules, after)  # good enough for the order within the last turn, and quicker
            value = value if player == FIRST else -value
            if is_known:
                learn_value(run, ply, action, value * FINE)
            else:
                score = promise(ordering, player, ply, action, urgency(rules, position, action))
                ordering.actions[end] = action
                ordering.scores[end] = KNOWN if action == known else score + value * PROMISING
                end += 1
        path.begin[ply] = path.next[ply] = begin
        path.end[ply] = end
        if n < width:
            path.bound[ply] = AT_LEAST
        return n == width and end > begin

    return list_actions


@once
def make_arrival(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What happens first at a node."""
    turn, actor, outcome, chances = rulebook.turn, rulebook.actor, rulebook.outcome, rulebook.chances
    estimate, list_actions = make_estimate(rulebook, evaluation), make_listing(rulebook, evaluation)

    @rule
    def arrive(rules: Any, position: Any, run: Run, ply: int) -> bool:
        """Look at the node in hand; True where its value is known, False where its actions are to be searched."""
        path = run.path
        thrown = turn(rules, position) == CHANCE
        weights = chances(rules, position)
        player = actor(rules, position)
        open_node(run, ply, player, possible(weights) if thrown else 0)
        over = outcome(rules, position, 0)
        if over or (thrown and (path.depth[ply] == 0 or ply >= run.horizon[0])):
            value = WIN * value_for_first(over) if over else estimate(rules, position, run.network)
            path.best[ply] = FINE * (value if player == FIRST else -value)
            return True
        path.known[ply] = hash_of(position, 0)
        known = NO_ACTION
        if is_kept(run, ply):
            entry = find(run.table, int(path.known[ply]))
            if entry.facts:
                if is_settled(run, ply, entry):
                    return True
                known = action_in(entry)
        if thrown:
            await_throw(run, ply, weights)
            return False
        return not list_actions(rules, position, run, ply, known)

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
