"""The path of a search from the root to the node in hand, kept in arrays so that it can be left and resumed."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import WIN
from ibau.core.rule import rule
from ibau.search.lines import Lines, clear_line, new_lines
from ibau.search.network import Network
from ibau.search.ordering import Ordering
from ibau.search.transposition import Table

LONGEST = 100  # plies from the root
INFINITE = 1 << 20
WON_AT_ONCE = 10 * WIN  # far above every judgement; a win costs one for each ply until then
DECIDED = WON_AT_ONCE - 2 * LONGEST  # from here on a game is decided

UNTRIED, REDUCED, SCOUTED, FULL = range(4)  # how a node's action in hand is searched


class Path(NamedTuple):
    """The nodes of the path: arrays of [LONGEST + 1], an entry a ply from the root."""

    turn: NDArray[np.int64]  # who decides
    depth: NDArray[np.int64]  # plies still to search; from 0 on only urgent actions are followed
    alpha: NDArray[np.int64]
    beta: NDArray[np.int64]
    floor: NDArray[np.int64]  # alpha as it was on arrival
    best: NDArray[np.int64]  # the best value found
    choice: NDArray[np.int64]  # its action
    begin: NDArray[np.int64]  # where the node's actions begin in the ordering
    end: NDArray[np.int64]
    next: NDArray[np.int64]  # the action in hand
    stage: NDArray[np.int64]  # how it is searched
    known: NDArray[np.int64]  # the hash under which the table keeps it
    repeated: NDArray[np.int64]  # the hashes, mixed, of what has occurred twice from the root to this node
    past: NDArray[np.int64]  # occurrences before this node
    touched: NDArray[np.int64]  # 1 once a repetition has had a say


class Ways(NamedTuple):
    """Which techniques a search uses: 1 is on."""

    table: int = 1
    ordering: int = 1
    reductions: int = 1


class Run(NamedTuple):
    """A search from one root: its path and what it has found."""

    path: Path
    table: Table
    ordering: Ordering
    ways: Ways
    network: Network
    among: NDArray[np.int64]  # the actions of the root to search; none means all
    lines: Lines
    horizon: NDArray[np.int64]  # [1] from this ply on nothing is searched, positions are judged
    ply: NDArray[np.int64]  # [1] the ply in hand
    arriving: NDArray[np.int64]  # [1] 1 before its node has been looked at
    nodes: NDArray[np.int64]  # [1] nodes looked at


def new_run(table: Table, ordering: Ordering, ways: Ways, network: Network, among: tuple[int, ...]) -> Run:
    """Nothing searched yet."""
    path = Path(*(np.zeros(LONGEST + 1, np.int64) for _ in Path._fields))
    horizon, ply, arriving, nodes = (np.zeros(1, np.int64) for _ in range(4))
    chosen, lines = np.array(among, np.int64), new_lines(LONGEST + 1)
    return Run(path, table, ordering, ways, network, chosen, lines, horizon, ply, arriving, nodes)


def begin(run: Run, depth: int) -> None:
    """Go back to the root, to search it to a depth."""
    run.path.alpha[0], run.path.beta[0], run.path.depth[0] = -INFINITE, INFINITE, depth
    run.path.best[0] = -INFINITE
    run.horizon[0], run.ply[0], run.arriving[0] = LONGEST, 0, 1


def glance(run: Run) -> None:
    """Go back to the root, to judge where each of its actions leads."""
    begin(run, 1)
    run.horizon[0] = 1


@rule
def open_node(run: Run, ply: int, player: int) -> None:
    """Begin with a node whose window its parent has set, as the parent's player sees it."""
    path = run.path
    path.turn[ply] = player
    if ply and player != path.turn[ply - 1]:
        path.alpha[ply], path.beta[ply] = -path.beta[ply], -path.alpha[ply]
    path.floor[ply] = path.alpha[ply]
    path.best[ply] = -INFINITE
    path.stage[ply] = UNTRIED
    clear_line(run.lines, ply)
    run.nodes[0] += 1


@rule
def seen_from(value: int, plies: int) -> int:
    """A value as seen from so many plies further down, where a decided game ends that much sooner."""
    if value >= DECIDED:
        return value + plies
    return value - plies if value <= -DECIDED else value
