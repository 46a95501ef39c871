"""The path of an expectimax search from the root to the node in hand, kept in arrays so that it can be resumed.

Values are those of whoever decides or throws at a node: thousandths of a win, each split into FINE parts, so that means
of sixteenths are exact ten throws deep.  They are what the family or a network judges, up to +-999 thousandths, and
+-FINE_WIN where the game is over.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import Weights
from ibau.core.contract import WIN
from ibau.core.rule import rule
from ibau.search.lines import Lines, clear_line, new_lines
from ibau.search.network import Network
from ibau.search.ordering import Ordering
from ibau.search.transposition import EXACT, NO_ACTION, Table

DEEPEST = 10  # throws
LONGEST = 200  # plies from the root, more than so many turns have
FINE = 1 << 40  # parts of a thousandth: sixteen to the power of ten
FINE_WIN = WIN * FINE
INFINITE = 2 * FINE_WIN


class Path(NamedTuple):
    """The nodes of the path: arrays of [LONGEST + 1], an entry a ply from the root."""

    turn: NDArray[np.int64]  # who decides or throws
    throws: NDArray[np.int64]  # how many throws there are; 0 where a player decides
    depth: NDArray[np.int64]  # throws still to look at
    alpha: NDArray[np.int64]
    beta: NDArray[np.int64]
    floor: NDArray[np.int64]  # alpha as it was on arrival
    best: NDArray[np.int64]  # the value found
    bound: NDArray[np.int64]  # EXACT, AT_LEAST, AT_MOST or NO_BOUND: how sure the value is once the node is finished
    choice: NDArray[np.int64]  # the action it comes from
    begin: NDArray[np.int64]  # where the node's actions begin in the ordering
    end: NDArray[np.int64]
    next: NDArray[np.int64]  # the action or throw in hand
    probed: NDArray[np.int64]  # 1 where one action is enough
    probing: NDArray[np.int64]  # 1 while a chance node probes
    known: NDArray[np.int64]  # the hash of the position
    weight: NDArray[np.int64]  # [LONGEST + 1, 5] sixteenths of each throw
    least: NDArray[np.int64]  # [LONGEST + 1, 5] the least each throw can be worth
    most: NDArray[np.int64]  # [LONGEST + 1, 5] the most it can be worth


class Ways(NamedTuple):
    """Which techniques a search uses: 1 is on."""

    table: int = 1
    ordering: int = 1
    star1: int = 1
    star2: int = 1


class Run(NamedTuple):
    """A search from one root: its path and what it has found."""

    path: Path
    table: Table
    ordering: Ordering
    ways: Ways
    network: Network
    among: NDArray[np.int64]  # the actions of the root to search; none means all
    lines: Lines  # up to a throw
    horizon: NDArray[np.int64]  # [1] at this ply and after it actions are judged, not searched
    ply: NDArray[np.int64]  # [1] the ply in hand
    arriving: NDArray[np.int64]  # [1] 1 before its node has been looked at
    nodes: NDArray[np.int64]  # [1] nodes looked at


def new_run(table: Table, ordering: Ordering, ways: Ways, network: Network, among: tuple[int, ...]) -> Run:
    """Nothing searched yet."""
    plies, each_throw = LONGEST + 1, (LONGEST + 1, len(Weights._fields))
    shapes = {"weight": each_throw, "least": each_throw, "most": each_throw}
    path = Path(*(np.zeros(shapes.get(name, plies), np.int64) for name in Path._fields))
    horizon, ply, arriving, nodes = (np.zeros(1, np.int64) for _ in range(4))
    chosen, lines = np.array(among, np.int64), new_lines(LONGEST + 1)
    return Run(path, table, ordering, ways, network, chosen, lines, horizon, ply, arriving, nodes)


def begin(run: Run, depth: int) -> None:
    """Go back to the root, to search it to a depth."""
    path = run.path
    path.alpha[0], path.beta[0], path.best[0] = -INFINITE, FINE_WIN, -INFINITE
    path.depth[0], path.probed[0] = depth - 1, 0
    run.horizon[0], run.ply[0], run.arriving[0] = LONGEST - 1, 0, 1


def glance(run: Run) -> None:
    """Go back to the root, to judge where each of its actions leads."""
    begin(run, 1)
    run.horizon[0] = 0


@rule
def open_node(run: Run, ply: int, player: int, throws: int) -> None:
    """Begin with a node whose window its parent has set, as the parent's player sees it."""
    path = run.path
    path.turn[ply], path.throws[ply] = player, throws
    if ply and player != path.turn[ply - 1]:
        path.alpha[ply], path.beta[ply] = -path.beta[ply], -path.alpha[ply]
    path.floor[ply] = path.alpha[ply]
    path.best[ply], path.bound[ply], path.choice[ply] = -INFINITE, EXACT, NO_ACTION
    clear_line(run.lines, ply)
    run.nodes[0] += 1
