"""The path of a search from the root to the node in hand, kept in arrays so that it can be left and resumed."""

from typing import Any, Generic, NamedTuple, TypeVar

from ibau.machine.arrays import Numbers, Zeros, array_of
from ibau.machine.rule import rule
from ibau.search.move_ordering import Ordering
from ibau.search.network import Network
from ibau.search.pv_table import PvTable, clear_line, new_pv_table, note_line
from ibau.search.transposition import NO_ACTION, TranspositionTable

Stack = TypeVar("Stack")
Techniques = TypeVar("Techniques")

INFINITE = 1 << 52  # beyond the values of every strategy; sixteen times as much is still a number of 63 bits


class SearchPath(NamedTuple):
    """The nodes of the path: arrays of an entry a ply from the root."""

    turn: Numbers  # who decides or throws
    depth: Numbers  # how deep to search still, as the strategy counts
    alpha: Numbers
    beta: Numbers
    floor: Numbers  # alpha as it was on arrival
    best: Numbers  # the best value found
    choice: Numbers  # its action
    begin: Numbers  # where the node's actions begin in the ordering
    end: Numbers
    next: Numbers  # the place of the action in hand there, or the throw in hand
    action: Numbers  # the action or throw that leads on to the next node
    known: Numbers  # the hash under which the table keeps it


class SearchRun(NamedTuple, Generic[Stack, Techniques]):
    """A search from one root: its path and what it has found."""

    path: SearchPath
    stack: Stack  # what else the strategy notes of each node
    techniques: Techniques  # which techniques it uses
    table: TranspositionTable
    ordering: Ordering
    network: Network
    among: Numbers  # the actions of the root to search; none means all
    lines: PvTable  # up to a throw
    horizon: Numbers  # [1] from this ply on nothing is searched but judged
    ply: Numbers  # [1] the ply in hand
    arriving: Numbers  # [1] 1 before its node has been looked at
    nodes: Numbers  # [1] nodes looked at


def new_search_run(
    stack: Stack,
    techniques: Techniques,
    table: TranspositionTable,
    ordering: Ordering,
    network: Network,
    among: tuple[int, ...],
    zeros: Zeros,
) -> SearchRun[Stack, Techniques]:
    """Nothing searched yet."""
    plies = len(ordering.killers)
    path = SearchPath(*(zeros(plies, "q") for _ in SearchPath._fields))
    horizon, ply, arriving, nodes = (zeros(1, "q") for _ in range(4))
    chosen, lines = array_of(among, "q", zeros), new_pv_table(plies, zeros)
    return SearchRun(path, stack, techniques, table, ordering, network, chosen, lines, horizon, ply, arriving, nodes)


def begin(run: SearchRun[Any, Any], depth: int, highest: int, horizon: int) -> None:
    """Go back to the root, to search it to a depth; `highest` is the highest value there is."""
    path = run.path
    path.alpha[0], path.beta[0], path.best[0] = -INFINITE, highest, -INFINITE
    path.depth[0] = depth
    run.horizon[0], run.ply[0], run.arriving[0] = horizon, 0, 1


@rule
def open_node(run: SearchRun[Any, Any], ply: int, player: int) -> None:
    """Begin with a node whose window its parent has set, as the parent's player sees it."""
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
    """An action has this value."""
    path = run.path
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run.lines, ply, action)
