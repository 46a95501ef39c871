"""The depth-first descent shared by all strategies, compiled for each game.

It can stop after any node and resume: positions are replayed from the actions on the path.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.contract import Rulebook
from ibau.machine.rule import loop, rule
from ibau.search.stack import SearchRun
from ibau.search.transposition import NO_ACTION, TableEntry, action_in, find, store

SEARCHING, DONE = range(2)


class Strategy(NamedTuple):
    """What a search does at a node: functions of the run and the node's ply, some of rules and position too."""

    enter: Callable[[Any, Any, Any, int], bool]  # open the node; True if its value is already known
    uses_table: Callable[[Any, int], bool]  # is the node looked up and stored in the transposition table?
    is_cutoff: Callable[[Any, int, TableEntry], bool]  # does the table entry settle the value?  Then take it
    expand: Callable[[Any, Any, Any, int, int], bool]  # list what to search, the stored action first; False if nothing
    choose: Callable[[Any, int], int]  # set the window of the next action or throw; NO_ACTION at the end
    result: Callable[[Any, int], tuple[int, int]]  # value and bound of a finished node, for the table
    leave: Callable[[Any, int], None]  # undo what `enter` did, before going up
    back_up: Callable[[Any, int], None]  # back up the value of the child just searched


def make_arrival(strategy: Strategy) -> Callable[[Any, Any, Any, int], bool]:
    """Compile the strategy's first visit to a node."""
    enter, uses_table, is_cutoff, expand = strategy.enter, strategy.uses_table, strategy.is_cutoff, strategy.expand

    @rule
    def arrive(rules: Any, position: Any, run: SearchRun[Any, Any], ply: int) -> bool:
        """Enter the current node; True if its value is known, False if there is something to search."""
        if enter(rules, position, run, ply):
            return True
        known = NO_ACTION
        if uses_table(run, ply):
            entry = find(run.table, int(run.path.known[ply]))
            if entry.facts:
                if is_cutoff(run, ply, entry):
                    return True
                known = action_in(entry)
        return not expand(rules, position, run, ply, known)

    return arrive


def make_descent(rulebook: Rulebook, strategy: Strategy) -> Callable[..., int]:
    """Return the search loop of a game for a strategy; see `search`."""
    play, arrive, uses_table = rulebook.play, make_arrival(strategy), strategy.uses_table
    choose, result, leave, back_up = strategy.choose, strategy.result, strategy.leave, strategy.back_up

    @rule
    def remember(run: SearchRun[Any, Any], ply: int) -> None:
        """Store a finished node in the table."""
        if uses_table(run, ply):
            path = run.path
            value, bound = result(run, ply)
            store(run.table, int(path.known[ply]), value, int(path.depth[ply]), bound, int(path.choice[ply]))

    @loop
    def search(rules: Any, root: Any, run: SearchRun[Any, Any], nodes: int) -> int:
        """Search until the root is finished (DONE) or `nodes` have been visited in total (SEARCHING)."""
        path = run.path
        positions = [root] * len(path.action)
        for ply in range(run.ply[0]):
            positions[ply + 1] = play(rules, positions[ply], int(path.action[ply]))
        ply = int(run.ply[0])
        while run.nodes[0] < nodes:
            if not (run.arriving[0] and arrive(rules, positions[ply], run, ply)):
                action = choose(run, ply)
                if action != NO_ACTION:
                    path.action[ply] = action
                    positions[ply + 1] = play(rules, positions[ply], action)
                    ply += 1
                    run.ply[0], run.arriving[0] = ply, 1
                    continue
                remember(run, ply)
            leave(run, ply)
            run.arriving[0] = 0
            if ply == 0:
                return DONE
            ply -= 1
            run.ply[0] = ply
            back_up(run, ply)
        return SEARCHING

    return search
