"""Players that search the whole tree to one ply, to two, and so on while the budget lasts."""

import threading
from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from ibau.core.game import State
from ibau.players.network import Network
from ibau.players.player import Budget, Choice, Player, PlayerError, Report, plain_choice, wins
from ibau.players.table import FEWEST_SLOTS, SLOTS
from ibau.players.uct import REPORT_SECONDS, SECOND, next_batch

FIRST_BATCH = 256  # nodes
MOST_NODES = 1 << 62
SLOTS_A_SECOND = 1 << 21
HELPER_BATCH = 1 << 13  # nodes: a few milliseconds, after which a helper sees that it is enough


class Deepening(ABC):
    """A search from a state, in no matter how many runs; its best play so far.

    `among`: the actions to choose among, all where there are none.
    """

    def __init__(self, state: State, deepest: int, among: tuple[int, ...]) -> None:
        if not set(among) <= set(state.legal):
            raise PlayerError(f"Of the actions {among} to search not every one is legal here: {state.legal}.")
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
        """Search on until the depth is reached, which it tells, or so many nodes have been looked at in all."""

    @abstractmethod
    def note_best(self) -> None:
        """Take value and line from the search to the present depth, where it has found any."""

    @abstractmethod
    def twin(self, seed: int) -> "Deepening":
        """The same search anew, in another order, for another thread: what one stores in the table, both know."""

    def run(self, nodes: int) -> None:
        """Search so many nodes on; without nodes it only makes sure that the search is compiled."""
        limit = self.nodes + nodes
        while not self.is_finished and self.go_on(limit):
            self.note_best()
            self.depth += 1
            self.begin(self.depth + 1)

    @property
    def is_finished(self) -> bool:
        """Has it come to its depth, or can going on find nothing better?"""
        return self.depth >= self.deepest or self.is_decided

    def choice(self, seconds: float) -> Choice:
        """The best action so far; before there was time to look at each, one that wins at once is never missed."""
        self.note_best()
        actions = self.among or self.state.legal
        win = next((action for action in actions if wins(self.state, action)), None) if self.depth < 0 else None
        if win is not None or not self.line:
            return plain_choice(self.state, actions[0] if win is None else win, self.nodes, seconds)
        line = texts(self.state, self.line)
        return Choice(line[0], self.value, line, self.nodes, seconds, max(self.depth, 0))


class DeepeningPlayer(Player):
    """Searches deeper and deeper; the best play of the deepest search counts, even if that was cut short."""

    compiled = True
    usual = SECOND
    among: tuple[int, ...] = ()  # the actions to choose among, all where there are none

    @abstractmethod
    def search(self, state: State, budget: Budget) -> Deepening:
        """A search that has not begun."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        search = self.search(state, budget)
        search.run(0)  # compiles, once on a machine; the thinking begins after it
        with Helpers(search, self.threads - 1) as helpers:
            return self._watch(search, helpers, budget, stop, report)

    def _watch(
        self, search: Deepening, helpers: "Helpers", budget: Budget, stop: threading.Event, report: Report
    ) -> Choice:
        """Search until the budget is spent, all threads' nodes counted."""
        most_nodes = MOST_NODES if budget.nodes is None else budget.nodes
        started = begun = reported = self.clock()
        batch = FIRST_BATCH
        while True:
            search.run(min(batch, max(most_nodes - search.nodes - helpers.nodes, 0)))
            now = self.clock()
            left = np.inf if budget.seconds is None else started + budget.seconds - now
            nodes = search.nodes + helpers.nodes
            if stop.is_set() or left <= 0 or nodes >= most_nodes or search.is_finished:
                return search.choice(now - started)._replace(nodes=nodes)
            batch = next_batch(batch, now - begun, left)
            if now - reported >= REPORT_SECONDS:
                report(search.choice(now - started)._replace(nodes=nodes))
                reported = now
            begun = now


class Helpers:
    """Threads that search beside another one and fill its table (lazy SMP), as long as the block lasts."""

    def __init__(self, search: Deepening, count: int) -> None:
        self.searches = [search.twin(number + 1) for number in range(count)]
        self.enough = threading.Event()
        self.threads = [threading.Thread(target=self._help, args=(twin,), daemon=True) for twin in self.searches]

    @property
    def nodes(self) -> int:
        """Their nodes so far."""
        return sum(search.nodes for search in self.searches)

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.enough.set()
        for thread in self.threads:
            thread.join()

    def _help(self, search: Deepening) -> None:
        while not (self.enough.is_set() or search.is_finished):
            search.run(HELPER_BATCH)


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
