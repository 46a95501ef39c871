"""Principal-variation search, written once for any game without throws and compiled for its rules.

A strategy for descent.py.  Values are those of the player who decides at a node; who that is may stay the same from one
ply to the next, and only where it does not does a value change its sign.  They are

    thousandths of a win, as the family judges, up to +-999;   +-(WON_AT_ONCE - ply) where the game is over;
    +-(WON_BY_TABLE - ply), or 0, where available tables tell how it ends whatever has been before

Sound: the end of every line follows the rules, with the occurrences of the game and of the path; the table knows
positions with their counters, the count of their own occurrences, and which positions the path before them had come to
for the second time; a value that a repetition below has decided is not kept, only its action is.  Approximate: a kept
value may come from a path without a position that has occurred once on the present one and would occur twice more
below, a line of at least eight plies, or of four where one player plays on while the other waits; where a search turns
from state to state of a game, as in training, what had occurred before each is taken to be the same; late actions are
searched less deeply until one of them turns out well; urgent actions are followed for QUIET_PLIES beyond the depth.

Where no rule counts what comes again, a player whose judgement is the same wherever they go would shuffle for ever.
There the search takes a position that has been before, in the game or on the path, for a draw, unless a count of pieces
would give the game to somebody; the table forgets what has been.
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
from ibau.search.move_ordering import KILLER, KNOWN, ROOM, is_among, learn_refutation, pick, promise
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
WON_AT_ONCE = 10 * WIN  # far above every judgement; a win costs one for each ply until then
DECIDED = WON_AT_ONCE - 2 * LONGEST  # from here on a game is decided
WON_BY_TABLE = WON_AT_ONCE // 2
FORCED = WON_BY_TABLE - 2 * LONGEST  # from here on it can be won, by the tables or by the search
TOO_OFTEN = 3  # occurrences at which a game ends, where its rules count them

QUIET_PLIES = 8
REDUCED_FROM_DEPTH = 3
EARLY, LATE = 3, 12  # this many actions are searched in full; after this many, two plies less
UNTRIED, REDUCED, SCOUTED, FULL = range(4)  # how a node's action in hand is searched
RULED, UNRULED, ENDLESS = range(3)  # do rules count what comes again?  If not, does anything else end the game?


class PvsTechniques(NamedTuple):
    """Which techniques a search uses: 1 is on."""

    table: int = 1
    ordering: int = 1
    reductions: int = 1


class PvsStack(NamedTuple):
    """What is noted of the nodes of a path, arrays of [LONGEST + 1]; and the past."""

    history: History  # the occurrences of the game and of the path
    stage: Numbers  # how the action in hand is searched
    repeated: Numbers  # the hashes, mixed, of what has occurred twice from the root to this node
    past: Numbers  # occurrences before this node
    touched: Numbers  # 1 once a repetition has had a say
    tables: ResultArrays
    again: int  # RULED, UNRULED or ENDLESS


PvsRun: TypeAlias = SearchRun[PvsStack, PvsTechniques]


def new_pvs_stack(history: History, tables: ResultArrays, again: int, zeros: Zeros) -> PvsStack:
    """Nothing noted yet."""
    stage, repeated, past, touched = (zeros(LONGEST + 1, "q") for _ in range(4))
    return PvsStack(history, stage, repeated, past, touched, tables, again)


# --- The table -----------------------------------------------------------------------------------------------------


@rule
def is_kept(run: PvsRun, ply: int) -> bool:
    """Is such a node looked up in the table?"""
    return run.path.depth[ply] > 0 and run.techniques.table != 0


@rule
def is_settled(run: PvsRun, ply: int, entry: TableEntry) -> bool:
    """Does what is stored say all that the node asks?  Then its value is taken from there.

    A node of the best line is always searched, so that the line is known.
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
    """Under which hash the table keeps a node."""
    path, stack = run.path, run.stack
    hashed = hash_of(position, occurrences)
    before = int(stack.repeated[ply - 1]) if ply else 0
    path.known[ply] = hashed ^ before
    stack.repeated[ply] = before ^ (hashed - 1 if occurrences == 2 else 0)  # the last bit of hashes stays 1


@rule
def result(run: PvsRun, ply: int) -> tuple[int, int]:
    """What a finished node is worth, and how sure that is; of a root searched in part only its action counts."""
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
    """A value as seen from this many plies further down, where a decided game ends that much sooner."""
    if value >= FORCED:
        return value + plies
    return value - plies if value <= -FORCED else value


# --- Down and up ---------------------------------------------------------------------------------------------------


@rule
def choose(run: PvsRun, ply: int) -> int:
    """The action to search now, its depth and window set; NO_ACTION where the node is finished."""
    path, ordering = run.path, run.ordering
    n, end = int(path.next[ply]), int(path.end[ply])
    if run.stack.stage[ply] == UNTRIED:
        if n == end or path.alpha[ply] >= path.beta[ply]:
            return NO_ACTION
        if run.techniques.ordering:
            pick(ordering, n, end)
    send_down(run, ply)
    return int(ordering.actions[n])


@rule
def send_down(run: PvsRun, ply: int) -> None:
    """Set depth and window for the action in hand: the whole window for the first one, for others "is it better?"."""
    path, stage = run.path, run.stack.stage
    alpha, beta = path.alpha[ply], path.beta[ply]
    depth = path.depth[ply] - 1
    if depth >= 0 and path.end[ply] - path.begin[ply] == 1 and (ply or not len(run.among)):
        depth += 1  # without a choice nothing has been looked ahead
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
    """How much less deeply an action is searched at first: late and quiet ones are seldom good."""
    path = run.path
    earlier = path.next[ply] - path.begin[ply]
    if not run.techniques.reductions or path.depth[ply] < REDUCED_FROM_DEPTH or earlier < EARLY:
        return 0
    if run.ordering.scores[path.next[ply]] >= KILLER:
        return 0
    return 1 + int(earlier >= LATE)


@rule
def leave(run: PvsRun, ply: int) -> None:
    """Forget that the position has occurred."""
    take_back(run.stack.history, int(run.stack.past[ply]))


@rule
def take_up(run: PvsRun, ply: int) -> None:
    """Learn the value of the action in hand and go on to the next one, or see that it has to be searched again."""
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
    """What there is to search at a node."""
    moves, count, nth = rulebook.moves, rulebook.count, rulebook.nth
    estimate, urgency = make_estimate(rulebook, evaluation), evaluation.urgency

    @rule
    def expand(rules: Any, position: Any, run: PvsRun, ply: int, known: int) -> bool:
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

    return expand


@once
def make_entrance(rulebook: Rulebook, tables: TableLayout | None) -> Callable[..., bool]:
    """What happens first at a node."""
    turn, key, occurs, outcome = rulebook.turn, rulebook.key, rulebook.occurs, rulebook.outcome
    tabled = make_result(rulebook, tables)

    @rule
    def leads_nowhere(rules: Any, position: Any, run: PvsRun, ply: int) -> bool:
        """Note a position that no rule counts: has it been before, so that nothing is gained by going on like this?

        Something else may end the game yet, and give it to somebody: then only what a rule that counts would call a
        draw leads nowhere.
        """
        history, what = run.stack.history, key(rules, position)
        before = occurrences_of(history, what)
        if run.path.depth[ply] > 0:  # nothing below a leaf asks what has been
            note(history, what)
        if ply == 0 or before == 0:
            return False
        return run.stack.again == ENDLESS or winner_of(outcome(rules, position, TOO_OFTEN)) == DRAW

    @rule
    def enter(rules: Any, position: Any, run: PvsRun, ply: int) -> bool:
        """Begin with a position; True where the game is over, or below the root a table says how it ends."""
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
        if stack.again != RULED and path.depth[ply] >= 0 and leads_nowhere(rules, position, run, ply):
            path.best[ply] = 0
            return True
        if is_kept(run, ply):
            note_hash(run, ply, position, occurrences)
        return False

    return enter


@once
def make_pvs(rulebook: Rulebook, evaluation: Evaluation, tables: TableLayout | None = None) -> Callable[..., int]:
    """The search of a game; see `search` in descent.py."""
    enter, expand = make_entrance(rulebook, tables), make_expansion(rulebook, evaluation)
    return make_descent(rulebook, Strategy(enter, is_kept, is_settled, expand, choose, result, leave, take_up))


@rule
def side(player: int) -> int:
    """What turns a value for FIRST into one for a player."""
    return 1 if player == FIRST else -1
