"""The path of a search from the root to the node in hand, kept in arrays so that it can be left and resumed."""

from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ibau.core.rule import rule
from ibau.search.lines import Lines, clear_line, new_lines, note_line
from ibau.search.network import Network
from ibau.search.ordering import Ordering
from ibau.search.transposition import NO_ACTION, Table

Notes = TypeVar("Notes")
Ways = TypeVar("Ways")

INFINITE = 1 << 52  # beyond the values of every strategy; sixteen times as much is still a number of 63 bits


class Path(NamedTuple):
    """The nodes of the path: arrays of an entry a ply from the root."""

    turn: NDArray[np.int64]  # who decides or throws
    depth: NDArray[np.int64]  # how deep to search still, as the strategy counts
    alpha: NDArray[np.int64]
    beta: NDArray[np.int64]
    floor: NDArray[np.int64]  # alpha as it was on arrival
    best: NDArray[np.int64]  # the best value found
    choice: NDArray[np.int64]  # its action
    begin: NDArray[np.int64]  # where the node's actions begin in the ordering
    end: NDArray[np.int64]
    next: NDArray[np.int64]  # the place of the action in hand there, or the throw in hand
    action: NDArray[np.int64]  # the action or throw that leads on to the next node
    known: NDArray[np.int64]  # the hash under which the table keeps it


class Run(NamedTuple, Generic[Notes, Ways]):
    """A search from one root: its path and what it has found."""

    path: Path
    notes: Notes  # what else the strategy notes of each node
    ways: Ways  # which techniques it uses
    table: Table
    ordering: Ordering
    network: Network
    among: NDArray[np.int64]  # the actions of the root to search; none means all
    lines: Lines  # up to a throw
    horizon: NDArray[np.int64]  # [1] from this ply on nothing is searched but judged
    ply: NDArray[np.int64]  # [1] the ply in hand
    arriving: NDArray[np.int64]  # [1] 1 before its node has been looked at
    nodes: NDArray[np.int64]  # [1] nodes looked at


def new_run(
    notes: Notes, ways: Ways, table: Table, ordering: Ordering, network: Network, among: tuple[int, ...]
) -> Run[Notes, Ways]:
    """Nothing searched yet."""
    plies = len(ordering.killers)
    path = Path(*(np.zeros(plies, np.int64) for _ in Path._fields))
    horizon, ply, arriving, nodes = (np.zeros(1, np.int64) for _ in range(4))
    chosen, lines = np.array(among, np.int64), new_lines(plies)
    return Run(path, notes, ways, table, ordering, network, chosen, lines, horizon, ply, arriving, nodes)


def begin(run: Run[Any, Any], depth: int, highest: int, horizon: int) -> None:
    """Go back to the root, to search it to a depth; `highest` is the highest value there is."""
    path = run.path
    path.alpha[0], path.beta[0], path.best[0] = -INFINITE, highest, -INFINITE
    path.depth[0] = depth
    run.horizon[0], run.ply[0], run.arriving[0] = horizon, 0, 1


@rule
def open_node(run: Run[Any, Any], ply: int, player: int) -> None:
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
def learn_value(run: Run[Any, Any], ply: int, action: int, value: int) -> None:
    """An action has this value."""
    path = run.path
    if value > path.best[ply]:
        path.best[ply], path.choice[ply] = value, action
    if value > path.alpha[ply]:
        path.alpha[ply] = value
        note_line(run.lines, ply, action)
