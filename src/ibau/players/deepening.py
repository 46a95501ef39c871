"""Players that search the whole tree to one ply, to two, and so on while the budget lasts."""

import threading
from abc import ABC, abstractmethod

import numpy as np

from ibau.core.game import State
from ibau.players.player import Budget, Choice, Player, Report, plain_choice, winning_action
from ibau.players.uct import REPORT_SECONDS, SECOND, next_batch

FIRST_BATCH = 256  # nodes
MOST_NODES = 1 << 62


class Deepening(ABC):
    """A search from a state, in no matter how many runs; its best play so far."""

    def __init__(self, state: State, deepest: int) -> None:
        self.state = state
        self.deepest = deepest
        self.depth = 0  # how deep it has searched in full
        self.value = 0.0  # -1..1 for who decides
        self.line: tuple[int, ...] = ()  # the best play, its action first
        self.begin(1)

    def turn_to(self, state: State) -> None:
        """Search another state of the game from its beginning, knowing what is known so far."""
        self.state = state
        self.depth, self.value, self.line = 0, 0.0, ()
        self.begin(1)

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes so far."""

    @property
    @abstractmethod
    def is_decided(self) -> bool:
        """Is the best play known to be the best there is?"""

    @abstractmethod
    def begin(self, depth: int) -> None:
        """Go back to the root, to search it to a depth."""

    @abstractmethod
    def go_on(self, nodes: int) -> bool:
        """Search on until the depth is reached, which it tells, or so many nodes have been looked at in all."""

    @abstractmethod
    def note_best(self) -> None:
        """Take value and line from the search to the present depth, where it has found any."""

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
        win = None if self.depth else winning_action(self.state)
        if win is not None or not self.line:
            action = self.state.legal[0] if win is None else win
            return plain_choice(self.state, action, self.nodes, seconds)
        line = texts(self.state, self.line)
        return Choice(line[0], self.value, line, self.nodes, seconds, self.depth)


class DeepeningPlayer(Player):
    """Searches deeper and deeper; the best play of the deepest search counts, even if that was cut short."""

    compiled = True
    usual = SECOND

    @abstractmethod
    def search(self, state: State, budget: Budget) -> Deepening:
        """A search that has not begun."""

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        search = self.search(state, budget)
        search.run(0)  # compiles, once on a machine; the thinking begins after it
        most_nodes = MOST_NODES if budget.nodes is None else budget.nodes
        started = begun = reported = self.clock()
        batch = FIRST_BATCH
        while True:
            search.run(min(batch, most_nodes - search.nodes))
            now = self.clock()
            left = np.inf if budget.seconds is None else started + budget.seconds - now
            if stop.is_set() or left <= 0 or search.nodes >= most_nodes or search.is_finished:
                return search.choice(now - started)
            batch = next_batch(batch, now - begun, left)
            if now - reported >= REPORT_SECONDS:
                report(search.choice(now - started))
                reported = now
            begun = now


def texts(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """A line of actions as text."""
    found: list[str] = []
    for action in actions:
        found.append(state.text_of(action))
        state = state.after(action)
    return tuple(found)
