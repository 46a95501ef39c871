"""The way of a search down its path and up again, written once for all strategies and compiled for a game.

It can stop after any node and go on later: the positions follow from the actions of the path.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.contract import Rulebook
from ibau.machine.rule import loop, rule
from ibau.search.stack import SearchRun
from ibau.search.transposition import NO_ACTION, TableEntry, action_in, find, store

SEARCHING, DONE = range(2)


class Strategy(NamedTuple):
    """What a search does at a node: rules, handed the run and the ply of the node."""

    enter: Callable[[Any, Any, Any, int], bool]  # begin with a position; True where its value is known at sight
    is_kept: Callable[[Any, int], bool]  # does the table keep such nodes?
    is_settled: Callable[[Any, int, TableEntry], bool]  # does an entry say enough?  Then the value is taken from it
    expand: Callable[[Any, Any, Any, int, int], bool]  # list what to search, a known action first; is there any?
    choose: Callable[[Any, int], int]  # the action or throw to search now, its window set; NO_ACTION at the end
    result: Callable[[Any, int], tuple[int, int]]  # value and bound of a finished node, as the table keeps them
    leave: Callable[[Any, int], None]  # before going up
    take_up: Callable[[Any, int], None]  # learn what the action or throw in hand is worth


def make_arrival(strategy: Strategy) -> Callable[[Any, Any, Any, int], bool]:
    """What happens first at a node."""
    enter, is_kept, is_settled, expand = strategy.enter, strategy.is_kept, strategy.is_settled, strategy.expand

    @rule
    def arrive(rules: Any, position: Any, run: SearchRun[Any, Any], ply: int) -> bool:
        """Look at the node in hand; True where its value is known, False where there is something to search."""
        if enter(rules, position, run, ply):
            return True
        known = NO_ACTION
        if is_kept(run, ply):
            entry = find(run.table, int(run.path.known[ply]))
            if entry.facts:
                if is_settled(run, ply, entry):
                    return True
                known = action_in(entry)
        return not expand(rules, position, run, ply, known)

    return arrive


def make_descent(rulebook: Rulebook, strategy: Strategy) -> Callable[..., int]:
    """The search of a game; see `search`."""
    play, arrive, is_kept = rulebook.play, make_arrival(strategy), strategy.is_kept
    choose, result, leave, take_up = strategy.choose, strategy.result, strategy.leave, strategy.take_up

    @rule
    def remember(run: SearchRun[Any, Any], ply: int) -> None:
        """Store what a finished node has found."""
        if is_kept(run, ply):
            path = run.path
            value, bound = result(run, ply)
            store(run.table, int(path.known[ply]), value, int(path.depth[ply]), bound, int(path.choice[ply]))

    @loop
    def search(rules: Any, root: Any, run: SearchRun[Any, Any], nodes: int) -> int:
        """Search on until the root is DONE or, while SEARCHING, this many nodes have been looked at in all."""
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
            take_up(run, ply)
        return SEARCHING

    return search
