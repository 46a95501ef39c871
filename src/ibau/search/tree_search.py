"""What all tree searches share, and the combined result of several trees."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.search.budget import Budget
from ibau.search.tree import ROOT, Tree

MOST_NODES = (1 << 31) - 1  # visits are counted in 32 bits
NODES_FOR_DEPTH = 1 << 20  # without a limit of time, a depth not reached by then is given up


class TreeSearch(ABC):
    """A tree search from a state, which can be run further, again and again."""

    def __init__(self, state: State, tree: Tree, budget: Budget) -> None:
        self.state = state
        self.tree = tree
        self._budget = budget

    @abstractmethod
    def iterate(self, iterations: int) -> None:
        """Run this many iterations."""

    @abstractmethod
    def value(self, node: int) -> float:
        """The value of a node for FIRST, -1 to 1."""

    def is_certain(self, node: int) -> bool:  # noqa: ARG002 - for a search that proves values
        """Is the node's value proven?"""
        return False

    @property
    def nodes(self) -> int:
        """Iterations so far."""
        return int(self.tree.visits[ROOT])

    @property
    def depth(self) -> int:
        """The average depth of an iteration within the tree, in plies."""
        return int(self.tree.plies[0]) // max(self.nodes, 1)

    @property
    def is_finished(self) -> bool:
        """Has it reached the depth of its budget, or is there nothing more to find?"""
        deep_enough = self._budget.depth is not None and self.depth >= self._budget.depth
        return deep_enough or self.nodes >= self._most_nodes or self.is_certain(ROOT)

    @property
    def _most_nodes(self) -> int:
        """The greatest useful number of iterations."""
        return MOST_NODES if self._budget.depth is None or self._budget.seconds is not None else NODES_FOR_DEPTH

    def run(self, nodes: int) -> None:
        """Run this many iterations more, fewer at the end."""
        self.iterate(min(nodes, self._most_nodes - self.nodes))

    def child(self, node: int, n: int) -> int:
        """The n-th child of a node."""
        return int(self.tree.first[node]) + n

    def line(self, n: int) -> tuple[str, ...]:
        """The n-th action and the best line after it, up to the next throw or the end of the tree."""
        line: list[str] = []
        state, node = self.state, ROOT
        while True:
            line.append(state.text_of(state.legal[n]))
            state, node = state.after(state.legal[n]), self.child(node, n)
            if not (self.tree.first[node] and state.legal) or state.turn == CHANCE:
                return tuple(line)
            n, best = best_of([self], [node], state)
            if not best.visits:
                return tuple(line)


class Prospect(NamedTuple):
    """The result of an action for the player to move; the greatest is played."""

    certain: int  # 1 for a proven win, -1 for a proven loss
    visits: int
    value: float


def prospect_of(searches: Sequence[TreeSearch], children: Sequence[int], player: int) -> Prospect:
    """The combined result of an action in several trees, given its node in each of them."""
    side = 1 if player == FIRST else -1
    known = list(zip(searches, children, strict=True))
    visits = [int(search.tree.visits[child]) for search, child in known]
    values = [side * search.value(child) for search, child in known]
    certain = next(
        (int(value) for (search, child), value in zip(known, values, strict=True) if search.is_certain(child)), 0
    )
    weights = visits if sum(visits) else [1] * len(values)
    mean = sum(map(mul, values, weights)) / sum(weights)
    return Prospect(certain, sum(visits), float(certain or mean))


def best_of(searches: Sequence[TreeSearch], nodes: Sequence[int], state: State) -> tuple[int, Prospect]:
    """The best action of a state, as its place among the legal ones, by the combined result of several trees."""
    found = [
        prospect_of(searches, [search.child(node, n) for search, node in zip(searches, nodes, strict=True)], state.turn)
        for n in range(len(state.legal))
    ]
    n = max(range(len(found)), key=lambda n: found[n])
    return n, found[n]
