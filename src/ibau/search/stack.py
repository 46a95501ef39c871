"""The path of a search from the root to the current node, in arrays, so that it can be interrupted and resumed."""

from typing import Any, Generic, NamedTuple, TypeVar

from ibau.machine.arrays import Numbers, Zeros, array_of
from ibau.machine.rule import rule
from ibau.search.move_ordering import Ordering
from ibau.search.network import Network
from ibau.search.pv_table import PvTable, clear_line, new_pv_table, note_line
from ibau.search.transposition import NO_ACTION, TranspositionTable

Stack = TypeVar("Stack")
Techniques = TypeVar("Techniques")

INFINITE = 1 << 52  # beyond the values of every strategy; sixteen times as much still fits into 63 bits


class SearchPath(NamedTuple):
    """The nodes of the path: arrays with one entry per ply from the root."""

    turn: Numbers  # the player to move or to throw
    depth: Numbers  # remaining depth, in the strategy's unit
    alpha: Numbers
    beta: Numbers
    floor: Numbers  # alpha on arrival
    best: Numbers  # the best value found
    choice: Numbers  # its action
    begin: Numbers  # where the node's actions begin in the ordering
    end: Numbers
    next: Numbers  # the place of the current action there, or the current throw
    action: Numbers  # the action or throw that leads to the next node
    known: Numbers  # the node's hash in the table


class SearchRun(NamedTuple, Generic[Stack, Techniques]):
    """A search from one root: its path and what it has found."""

    path: SearchPath
    stack: Stack  # what else the strategy keeps per node
    techniques: Techniques  # which techniques it uses
    table: TranspositionTable
    ordering: Ordering
    network: Network
    among: Numbers  # the actions of the root to search; empty means all
    lines: PvTable  # the best lines, up to a throw
    horizon: Numbers  # [1] from this ply on positions are only evaluated
    ply: Numbers  # [1] the current ply
    arriving: Numbers  # [1] 1 before the current node has been entered
    nodes: Numbers  # [1] nodes visited


def new_search_run(
    stack: Stack,
    techniques: Techniques,
    table: TranspositionTable,
    ordering: Ordering,
    network: Network,
    among: tuple[int, ...],
    zeros: Zeros,
) -> SearchRun[Stack, Techniques]:
    """A run that has not begun."""
    plies = len(ordering.killers)
    path = SearchPath(*(zeros(plies, "q") for _ in SearchPath._fields))
    horizon, ply, arriving, nodes = (zeros(1, "q") for _ in range(4))
    chosen, lines = array_of(among, "q", zeros), new_pv_table(plies, zeros)
    return SearchRun(path, stack, techniques, table, ordering, network, chosen, lines, horizon, ply, arriving, nodes)


def begin(run: SearchRun[Any, Any], depth: int, highest: int, horizon: int) -> None:
    """Go back to the root to search it to this depth; `highest` is the greatest possible value."""
    path = run.path
    path.alpha[0], path.beta[0], path.best[0] = -INFINITE, highest, -INFINITE
    path.depth[0] = depth
    run.horizon[0], run.ply[0], run.arriving[0] = horizon, 0, 1


@rule
def open_node(run: SearchRun[Any, Any], ply: int, player: int) -> None:
    """Open a node whose window was set by its parent, from the side of the parent's player."""
    path = run.path
    path.turn[ply] = player
    if ply and player != path.turn[ply - 1]:
        path.alpha[ply], path.beta[ply] = -path.beta[ply], -path.alpha[ply]
    path.floor[ply] = path.alpha[ply]
    path.best[ply], path.choice[ply] = -INFINITE, NO_ACTION
    clear_line(run.lines, ply)
    run.nodes[0] += 1


@rule
def learn_value(run: SearchRun[Any, Any], ply: int, action: int, value: int) -> None:
    """Record the value of an action."""
    path = run.path
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run.lines, ply, action)
