"""Principal-variation search, written for any game without throws and compiled for its rules.

A strategy for depth_first.py.  Values are those of the player to move at a node, who may move again at the next ply;
a value changes its sign only where the player changes.  They are

    thousandths of a win as evaluated, up to +-999;   +-(WON_AT_ONCE - ply) where the game is over;
    +-(WON_BY_TABLE - ply), or 0, where the tablebase knows the result, which ignores the history

Sound: the end of every line follows the rules, with the occurrences of the game and of the path; the table's keys
include the counters, the number of the position's own occurrences, and the positions that the path had reached for the
second time; of a value decided by a repetition below only the action is stored.  Approximate: a stored value may come
from a path without a position that has occurred once on the present one and would occur twice more below, a line of at
least eight plies, or of four where one player moves while the other passes; where a search moves from state to state
of a game, as in training, each is taken to have the same history; late actions are searched with reduced depth until
one raises alpha; urgent actions are searched for QUIET_PLIES beyond the depth (quiescence).

Where no rule counts repetitions, a player whose evaluation is the same wherever they go would shuffle for ever.  There
the search takes a repeated position, of the game or the path, for a draw, unless a count of pieces would give one side
the win; the table ignores the history.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.outcome import DRAW, FIRST, Halt, end_of, value_for_first, winner_of
from ibau.core.table_layout import TableLayout
from ibau.machine.arrays import Numbers, Zeros
from ibau.machine.rule import once, rule
from ibau.search.depth_first import Strategy, make_descent
from ibau.search.history import History, add, note, occurrences_of, take_back
from ibau.search.move_ordering import KILLER, KNOWN, ROOM, is_among, learn_refutation, pick, score_of
from ibau.search.network import make_estimate
from ibau.search.stack import SearchRun, learn_value, open_node
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
    settles,
)
from ibau.tables.table_arrays import UNTABLED, ResultArrays, make_result

LONGEST = 100  # plies from the root
WON_AT_ONCE = 10 * WIN  # far above every evaluation; minus one per ply until the win
DECIDED = WON_AT_ONCE - 2 * LONGEST  # values from here on are proven wins
WON_BY_TABLE = WON_AT_ONCE // 2
FORCED = WON_BY_TABLE - 2 * LONGEST  # values from here on are wins, by the tablebase or by search
TOO_OFTEN = 3  # occurrences that end a game, where its rules count them

QUIET_PLIES = 8
REDUCED_FROM_DEPTH = 3
EARLY, LATE = 3, 12  # this many actions are searched in full; after this many, two plies less
UNTRIED, REDUCED, SCOUTED, FULL = range(4)  # how the current action of a node is searched
RULED, UNRULED, ENDLESS = range(3)  # a rule counts repetitions; another rule ends games; nothing does


class PvsTechniques(NamedTuple):
    """Which techniques to use: 1 is on, 0 off."""

    table: int = 1
    ordering: int = 1
    reductions: int = 1


class PvsStack(NamedTuple):
    """What the strategy keeps per node of the path, arrays of [LONGEST + 1]; and the history."""

    history: History  # the occurrences of the game and of the path
    stage: Numbers  # how the current action is searched
    repeated: Numbers  # xor of the hashes of positions that occurred twice from the root to here
    past: Numbers  # entries of the history before this node
    touched: Numbers  # 1 if a repetition affected the value
    tables: ResultArrays
    repetition: int  # RULED, UNRULED or ENDLESS


PvsRun: TypeAlias = SearchRun[PvsStack, PvsTechniques]


def new_pvs_stack(history: History, tables: ResultArrays, repetition: int, zeros: Zeros) -> PvsStack:
    """An empty stack."""
    stage, repeated, past, touched = (zeros(LONGEST + 1, "q") for _ in range(4))
    return PvsStack(history, stage, repeated, past, touched, tables, repetition)


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def uses_table(run: PvsRun, ply: int) -> bool:
    """Is the node looked up in the transposition table?"""
    return run.path.depth[ply] > 0 and run.techniques.table != 0


@rule
def is_cutoff(run: PvsRun, ply: int, entry: TableEntry) -> bool:
    """Does the table entry settle the node's value?  Then take the value.

    Nodes with an open window are always searched, so that the best line is known.
    """
    path = run.path
    alpha, beta, depth = path.alpha[ply], path.beta[ply], depth_in(entry)
    if beta - alpha > 1 or depth < path.depth[ply] or (depth > path.depth[ply] and not run.techniques.reductions):
        return False
    value = seen_from(entry.value, -ply)
    if not settles(bound_in(entry), value, int(alpha), int(beta)):
        return False
    path.best[ply] = value
    return True


@rule
def note_hash(run: PvsRun, ply: int, position: Any, occurrences: int) -> None:
    """Set the hash under which the table keeps the node."""
    path, stack = run.path, run.stack
    hashed = hash_of(position, occurrences)
    before = int(stack.repeated[ply - 1]) if ply else 0
    path.known[ply] = hashed ^ before
    stack.repeated[ply] = before ^ (hashed - 1 if occurrences == 2 else 0)  # the last bit of hashes stays 1


@rule
def result(run: PvsRun, ply: int) -> tuple[int, int]:
    """Value and bound of a finished node; of a root searched in part only the action counts."""
    path = run.path
    value = int(path.best[ply])
    in_part = ply == 0 and (len(run.among) > 0 or run.horizon[0] < LONGEST)
    bound = EXACT
    if run.stack.touched[ply] or in_part:
        bound = NO_BOUND
    elif value <= path.floor[ply]:
        bound = AT_MOST
    elif value >= path.beta[ply]:
        bound = AT_LEAST
    return seen_from(value, ply), bound


@rule
def seen_from(value: int, plies: int) -> int:
    """A value as seen this many plies further down, where a decided game ends that much sooner."""
    if value >= FORCED:
        return value + plies
    return value - plies if value <= -FORCED else value


# --- Down and up ---------------------------------------------------------------------------------------------------


@rule
def choose(run: PvsRun, ply: int) -> int:
    """Set depth and window of the next action and return it; NO_ACTION if the node is finished."""
    path, ordering = run.path, run.ordering
    n, end = int(path.next[ply]), int(path.end[ply])
    if run.stack.stage[ply] == UNTRIED:
        if n == end or path.alpha[ply] >= path.beta[ply]:
            return NO_ACTION
        if run.techniques.ordering:
            pick(ordering, n, end)
    open_child(run, ply)
    return int(ordering.actions[n])


@rule
def open_child(run: PvsRun, ply: int) -> None:
    """Set depth and window of the current action: the first gets the full window, others a null window."""
    path, stage = run.path, run.stack.stage
    alpha, beta = path.alpha[ply], path.beta[ply]
    depth = path.depth[ply] - 1
    if depth >= 0 and path.end[ply] - path.begin[ply] == 1 and (ply or not len(run.among)):
        depth += 1  # a forced action does not count as a ply
    if stage[ply] == UNTRIED:
        less = reduction(run, ply)
        depth -= less
        first = path.next[ply] == path.begin[ply]
        stage[ply] = REDUCED if less else FULL if first else SCOUTED
    path.depth[ply + 1] = depth
    path.alpha[ply + 1] = alpha
    path.beta[ply + 1] = beta if stage[ply] == FULL else alpha + 1


@rule
def reduction(run: PvsRun, ply: int) -> int:
    """How much less deeply to search an action at first: late and quiet ones are seldom good."""
    path = run.path
    earlier = path.next[ply] - path.begin[ply]
    if not run.techniques.reductions or path.depth[ply] < REDUCED_FROM_DEPTH or earlier < EARLY:
        return 0
    if run.ordering.scores[path.next[ply]] >= KILLER:
        return 0
    return 1 + int(earlier >= LATE)


@rule
def leave(run: PvsRun, ply: int) -> None:
    """Remove the position from the history."""
    take_back(run.stack.history, int(run.stack.past[ply]))


@rule
def back_up(run: PvsRun, ply: int) -> None:
    """Back up the value of the current action and go on to the next one, or search it again more fully."""
    path, stage, touched = run.path, run.stack.stage, run.stack.touched
    alpha, beta = path.alpha[ply], path.beta[ply]
    value = path.best[ply + 1] if path.turn[ply] == path.turn[ply + 1] else -path.best[ply + 1]
    touched[ply] |= touched[ply + 1]
    if value > alpha and stage[ply] == REDUCED:
        stage[ply] = SCOUTED
    elif alpha < value < beta and stage[ply] == SCOUTED:
        stage[ply] = FULL
    else:
        action = int(path.action[ply])
        learn_value(run, ply, action, int(value))
        if value >= beta and path.depth[ply] > 0:
            learn_refutation(run.ordering, int(path.turn[ply]), ply, action, int(path.depth[ply]))
        path.next[ply] += 1
        stage[ply] = UNTRIED


@once
def make_expansion(rulebook: Rulebook, evaluation: Evaluation) -> Callable[..., bool]:
    """Compile the listing of a node's actions."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    estimate, urgency = make_estimate(rulebook, evaluation), evaluation.urgency

    @rule
    def expand(rules: Any, position: Any, run: PvsRun, ply: int, known: int) -> bool:
        """List the actions to search: all, or beyond the depth only urgent ones; False if there are none.

        A player with a quiet action need not play an urgent one: then the evaluation is a lower bound (stand pat).
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
                ordering.scores[end] = KNOWN if action == known else score_of(ordering, player, ply, action, urgent)
                end += 1
        if exhausted or (depth <= 0 and end - begin < width):
            path.best[ply] = side(player) * estimate(rules, position, run.network)
            path.alpha[ply] = max(path.alpha[ply], path.best[ply])
        path.begin[ply] = path.next[ply] = begin
        path.end[ply] = end
        return end > begin

    return expand


@once
def make_entrance(rulebook: Rulebook, tables: TableLayout | None) -> Callable[..., bool]:
    """Compile the first look at a node."""
    turn, key, occurs, outcome = rulebook.turn, rulebook.key, rulebook.occurs, rulebook.outcome
    tabled = make_result(rulebook, tables)

    @rule
    def leads_nowhere(rules: Any, position: Any, run: PvsRun, ply: int) -> bool:
        """Add a position that no rule counts to the history; True if it is a repetition that counts as a draw.

        Where another rule may yet end the game with a winner, only what a counting rule would call a draw is one.
        """
        history, what = run.stack.history, key(rules, position)
        before = occurrences_of(history, what)
        if run.path.depth[ply] > 0:  # nothing below a leaf looks at the history
            note(history, what)
        if ply == 0 or before == 0:
            return False
        return run.stack.repetition == ENDLESS or winner_of(outcome(rules, position, TOO_OFTEN)) == DRAW

    @rule
    def enter(rules: Any, position: Any, run: PvsRun, ply: int) -> bool:
        """Open a node; True if the game is over or, below the root, the tablebase knows the result."""
        path, stack = run.path, run.stack
        stack.past[ply] = stack.history.used[0]
        occurrences = add(stack.history, key(rules, position)) if occurs(rules, position) else 0
        end = outcome(rules, position, occurrences)
        open_node(run, ply, turn(rules, position))
        stack.stage[ply], stack.touched[ply] = UNTRIED, int(end_of(end) == Halt.REPETITION)
        if end:
            path.best[ply] = side(int(path.turn[ply])) * value_for_first(end) * (WON_AT_ONCE - ply)
            return True
        known = tabled(rules, position, stack.tables) if ply else UNTABLED
        if known != UNTABLED:
            path.best[ply] = side(int(path.turn[ply])) * (known - 1) * (WON_BY_TABLE - ply)
            return True
        if stack.repetition != RULED and path.depth[ply] >= 0 and leads_nowhere(rules, position, run, ply):
            path.best[ply] = 0
            return True
        if uses_table(run, ply):
            note_hash(run, ply, position, occurrences)
        return False

    return enter


@once
def make_pvs(rulebook: Rulebook, evaluation: Evaluation, tables: TableLayout | None = None) -> Callable[..., int]:
    """Return the search loop of a game; see `search` in depth_first.py."""
    enter, expand = make_entrance(rulebook, tables), make_expansion(rulebook, evaluation)
    return make_descent(rulebook, Strategy(enter, uses_table, is_cutoff, expand, choose, result, leave, back_up))


@rule
def side(player: int) -> int:
    """1 for FIRST, else -1: the factor between a player's values and FIRST's."""
    return 1 if player == FIRST else -1
