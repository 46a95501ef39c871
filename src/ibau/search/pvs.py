"""Principal-variation search, written once for any game without throws and compiled for its rules.

The search goes down and up a path (path.py) and can stop after any node and go on later; the positions follow from the
actions.  Values are those of the player who decides at a node; who that is may stay the same from one ply to the next,
and only where it does not does a value change its sign.  They are

    thousandths of a win, as the family judges, up to +-999;   +-(WON_AT_ONCE - ply) where the game is over

Sound: the end of every line follows the rules, with the occurrences of the game and of the path; the table knows
positions with their counters, the count of their own occurrences, and which positions the path before them had come to
for the second time; a value that a repetition below has decided is not kept, only its action is.  Approximate: a kept
value may come from a path without a position that has occurred once on the present one and would occur twice more
below, a line of at least eight plies, or of four where one player plays on while the other waits; where a search turns
from state to state of a game, as in training, what had occurred before each is taken to be the same; late actions are
searched less deeply until one of them turns out well; urgent actions are followed for QUIET_PLIES beyond the depth.
"""

from collections.abc import Callable
from typing import Any

from ibau.core.contract import Evaluation, Rulebook
from ibau.core.history import History, add, take_back
from ibau.core.outcome import FIRST, Halt, end_of, value_for_first
from ibau.core.rule import loop, once, rule
from ibau.search.lines import note_line
from ibau.search.network import make_estimate
from ibau.search.ordering import KILLER, KNOWN, ROOM, is_among, learn_refutation, pick, promise
from ibau.search.stack import FULL, LONGEST, REDUCED, SCOUTED, UNTRIED, WON_AT_ONCE, Run, open_node, seen_from
from ibau.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_ACTION,
    NO_BOUND,
    TableEntry,
    action_in,
    bound_in,
    depth_in,
    find,
    hash_of,
    settles,
    store,
)

QUIET_PLIES = 8
REDUCED_FROM_DEPTH = 3
EARLY, LATE = 3, 12  # so many actions are searched in full; after so many, two plies less
SEARCHING, DONE = range(2)


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def is_settled(run: Run, ply: int, entry: TableEntry) -> bool:
    """Does what is stored say all that the node asks?  Then its value is taken from there.

    A node of the best line is always searched, so that the line is known.
    """
    path = run.path
    alpha, beta, depth = path.alpha[ply], path.beta[ply], depth_in(entry)
    if beta - alpha > 1 or depth < path.depth[ply] or (depth > path.depth[ply] and not run.ways.reductions):
        return False
    value = seen_from(entry.value, -ply)
    if not settles(bound_in(entry), value, int(alpha), int(beta)):
        return False
    path.best[ply] = value
    return True


@rule
def remember(run: Run, ply: int) -> None:
    """Store what a finished node has found; of a root that was searched in part only its action."""
    path = run.path
    in_part = ply == 0 and (run.among.size > 0 or run.horizon[0] < LONGEST)
    if path.depth[ply] <= 0 or not run.ways.table:
        return
    value = int(path.best[ply])
    bound = EXACT
    if path.touched[ply] or in_part:
        bound = NO_BOUND
    elif value <= path.floor[ply]:
        bound = AT_MOST
    elif value >= path.beta[ply]:
        bound = AT_LEAST
    store(run.table, int(path.known[ply]), seen_from(value, ply), int(path.depth[ply]), bound, int(path.choice[ply]))


# --- Down and up ---------------------------------------------------------------------------------------------------


@rule
def next_action(run: Run, ply: int) -> int:
    """The action to search now; NO_ACTION where the node is finished."""
    path, ordering = run.path, run.ordering
    n = int(path.next[ply])
    if path.stage[ply] != UNTRIED:
        return int(ordering.actions[n])
    if n == path.end[ply] or path.alpha[ply] >= path.beta[ply]:
        return NO_ACTION
    return pick(ordering, n, int(path.end[ply])) if run.ways.ordering else int(ordering.actions[n])


@rule
def reduction(run: Run, ply: int) -> int:
    """How much less deeply an action is searched at first: late and quiet ones are seldom good."""
    path = run.path
    earlier = path.next[ply] - path.begin[ply]
    if not run.ways.reductions or path.depth[ply] < REDUCED_FROM_DEPTH or earlier < EARLY:
        return 0
    if run.ordering.scores[path.next[ply]] >= KILLER:
        return 0
    return 1 + int(earlier >= LATE)


@rule
def send_down(run: Run, ply: int) -> None:
    """Set depth and window for the action in hand: the whole window for the first one, for others "is it better?"."""
    path = run.path
    alpha, beta = path.alpha[ply], path.beta[ply]
    depth = path.depth[ply] - 1
    if depth >= 0 and path.end[ply] - path.begin[ply] == 1 and (ply or not run.among.size):
        depth += 1  # without a choice nothing has been looked ahead
    if path.stage[ply] == UNTRIED:
        less = reduction(run, ply)
        depth -= less
        first = path.next[ply] == path.begin[ply]
        path.stage[ply] = REDUCED if less else FULL if first else SCOUTED
    path.depth[ply + 1] = depth
    path.alpha[ply + 1] = alpha
    path.beta[ply + 1] = beta if path.stage[ply] == FULL else alpha + 1


@rule
def take_up(run: Run, ply: int) -> None:
    """Learn the value of the action in hand, or see that it has to be searched again."""
    path = run.path
    alpha, beta = path.alpha[ply], path.beta[ply]
    value = path.best[ply + 1] if path.turn[ply] == path.turn[ply + 1] else -path.best[ply + 1]
    path.touched[ply] |= path.touched[ply + 1]
    if value > alpha and path.stage[ply] == REDUCED:
        path.stage[ply] = SCOUTED
    elif alpha < value < beta and path.stage[ply] == SCOUTED:
        path.stage[ply] = FULL
    else:
        learn_value(run, ply, int(value))


@rule
def learn_value(run: Run, ply: int, value: int) -> None:
    """The action in hand has this value; go on to the next one."""
    path, ordering = run.path, run.ordering
    n = int(path.next[ply])
    action = int(ordering.actions[n])
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run.lines, ply, action)
    if value >= path.beta[ply] and path.depth[ply] > 0:
        learn_refutation(ordering, int(path.turn[ply]), ply, action, int(path.depth[ply]))
    path.next[ply], path.stage[ply] = n + 1, UNTRIED


@once
def make_listing(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What there is to search at a node."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    estimate, urgency = make_estimate(rulebook, evaluation), evaluation.urgency

    @rule
    def list_actions(rules: Any, position: Any, run: Run, ply: int, known: int) -> bool:
        """List the actions to search: all, but beyond the depth only urgent ones; False where there are none.

        A player who has a quiet action need not play an urgent one: the judgement is then the least that they get.
        """
        path, ordering = run.path, run.ordering
        begin = end = int(path.end[ply - 1]) if ply else 0
        depth, player = int(path.depth[ply]), int(path.turn[ply])
        legal = moves(rules, position)
        width = count(legal)
        exhausted = ply >= run.horizon[0] or depth == -QUIET_PLIES or begin + width > ROOM
        for n in range(0 if exhausted else width):
            action = nth(legal, n)
            urgent = urgency(rules, position, action)
            if (depth > 0 or urgent) and (ply or is_among(run.among, action)):
                ordering.actions[end] = action
                ordering.scores[end] = KNOWN if action == known else promise(ordering, player, ply, action, urgent)
                end += 1
        if exhausted or (depth <= 0 and end - begin < width):
            path.best[ply] = side(player) * estimate(rules, position, run.network)
            path.alpha[ply] = max(path.alpha[ply], path.best[ply])
        path.begin[ply] = path.next[ply] = begin
        path.end[ply] = end
        return end > begin

    return list_actions


@once
def make_arrival(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """What happens first at a node."""
    turn, key, occurs, outcome = rulebook.turn, rulebook.key, rulebook.occurs, rulebook.outcome
    list_actions = make_listing(rulebook, evaluation)

    @rule
    def arrive(rules: Any, position: Any, history: History, run: Run, ply: int) -> bool:
        """Look at the node in hand; True where its value is known, False where its actions are to be searched."""
        path = run.path
        path.past[ply] = history.used[0]
        occurrences = add(history, key(rules, position)) if occurs(rules, position) else 0
        end = outcome(rules, position, occurrences)
        open_node(run, ply, turn(rules, position))
        path.touched[ply] = int(end_of(end) == Halt.REPETITION)
        if end:
            path.best[ply] = side(int(path.turn[ply])) * value_for_first(end) * (WON_AT_ONCE - ply)
            return True
        known = NO_ACTION
        if path.depth[ply] > 0 and run.ways.table:
            hashed = hash_of(position, occurrences)
            before = int(path.repeated[ply - 1]) if ply else 0
            path.known[ply] = hashed ^ before
            path.repeated[ply] = before ^ (hashed - 1 if occurrences == 2 else 0)  # the last bit of hashes stays 1
            entry = find(run.table, int(path.known[ply]))
            if entry.facts:
                if is_settled(run, ply, entry):
                    return True
                known = action_in(entry)
        return not list_actions(rules, position, run, ply, known)

    return arrive


@once
def make_pvs(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., int]:
    """The search of a game; see `search`."""
    play, arrive = rulebook.play, make_arrival(rulebook, evaluation)

    @loop
    def search(rules: Any, root: Any, history: History, run: Run, nodes: int) -> int:
        """Search on until the root is DONE or, while SEARCHING, so many nodes have been looked at in all."""
        path, ordering = run.path, run.ordering
        positions = [root] * (LONGEST + 1)
        for ply in range(run.ply[0]):
            positions[ply + 1] = play(rules, positions[ply], int(ordering.actions[path.next[ply]]))
        ply = int(run.ply[0])
        while run.nodes[0] < nodes:
            if not (run.arriving[0] and arrive(rules, positions[ply], history, run, ply)):
                action = next_action(run, ply)
                if action != NO_ACTION:
                    send_down(run, ply)
                    positions[ply + 1] = play(rules, positions[ply], action)
                    ply += 1
                    run.ply[0], run.arriving[0] = ply, 1
                    continue
                remember(run, ply)
            take_back(history, int(path.past[ply]))
            run.arriving[0] = 0
            if ply == 0:
                return DONE
            ply -= 1
            run.ply[0] = ply
            take_up(run, ply)
        return SEARCHING

    return search


@rule
def side(player: int) -> int:
    """What turns a value for FIRST into one for a player."""
    return 1 if player == FIRST else -1
