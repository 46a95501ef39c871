"""Searches of the whole tree to one ply, to two, and so on while the budget lasts."""

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

import numpy as np

from ibau.core.game import State
from ibau.search.budget import Budget, SearchError
from ibau.search.network import Network
from ibau.search.transposition import FEWEST_SLOTS, SLOTS

SLOTS_A_SECOND = 1 << 21
HELPER_BATCH = 1 << 13  # nodes: a few milliseconds, after which a helper sees that it is enough


class Deepening(ABC):
    """A search from a state, in any number of runs, and its best play so far.

    `among`: the actions to choose among, all where there are none.
    """

    def __init__(self, state: State, deepest: int, among: tuple[int, ...]) -> None:
        if not set(among) <= set(state.legal):
            raise SearchError(f"Of the actions {among} to search not every one is legal here: {state.legal}.")
        self.state = state
        self.deepest = deepest
        self.among = among
        self.depth = -1  # how deep it has searched in full; at 0 it has judged each action
        self.value = 0.0  # -1..1 for who decides
        self.line: tuple[int, ...] = ()  # the best play, its action first
        self.glance()

    def turn_to(self, state: State) -> None:
        """Search another state of the game from its beginning, knowing what is known so far."""
        self.state = state
        self.depth, self.value, self.line = -1, 0.0, ()
        self.glance()

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes so far."""

    @property
    @abstractmethod
    def is_decided(self) -> bool:
        """Is the best play known to be the best there is?"""

    @abstractmethod
    def glance(self) -> None:
        """Go back to the root, to judge where each of its actions leads."""

    @abstractmethod
    def begin(self, depth: int) -> None:
        """Go back to the root, to search it to a depth."""

    @abstractmethod
    def go_on(self, nodes: int) -> bool:
        """Search on, until the depth is reached (True) or so many nodes have been looked at in all (False)."""

    @abstractmethod
    def note_best(self) -> None:
        """Take value and line from the search to the present depth, where it has found any."""

    @abstractmethod
    def twin(self, seed: int) -> "Deepening":
        """The same search anew, in another order, for another thread: what one stores in the table, both know."""

    def run(self, nodes: int) -> None:
        """Search so many nodes further; with 0 only make sure that the search is compiled."""
        limit = self.nodes + nodes
        while not self.is_finished and self.go_on(limit):
            self.note_best()
            self.depth += 1
            self.begin(self.depth + 1)

    @property
    def is_finished(self) -> bool:
        """Has it come to its depth, or can going on find nothing better?"""
        return self.depth >= self.deepest or self.is_decided


class Team:
    """A search, and beside it threads that search the same and fill its table (lazy SMP) as long as the block lasts.

    `shares`: what each may spend, the search itself first.  What a helper leaves of its nodes the search spends alone.
    """

    def __init__(self, search: Deepening, shares: Sequence[Budget]) -> None:
        self.search = search
        self.share, *others = limits = [math.inf if share.nodes is None else share.nodes for share in shares]
        self.most = sum(limits)
        self.helpers = [search.twin(number) for number in range(1, len(shares))]
        self.shares = others
        self.enough = threading.Event()
        self.pool = ThreadPoolExecutor(max(len(others), 1))
        self.helping: list[Future[None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_helpers()

    def _end_helpers(self) -> None:
        """Raises what a helper has raised."""
        self.enough.set()
        self.pool.shutdown()
        for helper in self.helping:
            helper.result()

    @property
    def nodes(self) -> int:
        """The nodes of all."""
        return self.search.nodes + sum(helper.nodes for helper in self.helpers)

    @property
    def is_finished(self) -> bool:
        """The helpers do not matter: one of them may have looked less deeply."""
        return self.search.is_finished

    def run(self, nodes: int) -> None:
        """Search so many nodes further, fewer where its share ends; the helpers begin once the search is compiled."""
        if self.search.nodes >= self.share:
            self._end_helpers()
        left = self.most - self.nodes if self.enough.is_set() else self.share - self.search.nodes
        self.search.run(int(max(0, min(nodes, left))))
        if not (self.helping or self.enough.is_set()):
            self.helping = [
                self.pool.submit(self._help, *given) for given in zip(self.helpers, self.shares, strict=True)
            ]

    def _help(self, helper: Deepening, share: float) -> None:
        while not (self.enough.is_set() or helper.is_finished or helper.nodes >= share):
            helper.run(int(min(HELPER_BATCH, share - helper.nodes)))


def slots_for(budget: Budget) -> int:
    """How large a table a budget can fill: touching memory for the first time takes time too."""
    nodes = SLOTS if budget.nodes is None else budget.nodes
    if budget.seconds is not None:
        nodes = min(nodes, int(budget.seconds * SLOTS_A_SECOND))
    return min(max(1 << nodes.bit_length(), FEWEST_SLOTS), SLOTS)


def for_one_thread(network: Network) -> Network:
    """The same network with room of its own to think."""
    return network._replace(scratch=np.zeros_like(network.scratch))


def texts(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """A line of actions as text."""
    found: list[str] = []
    for action in actions:
        found.append(state.text_of(action))
        state = state.after(action)
    return tuple(found)
