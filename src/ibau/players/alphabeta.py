"""The player that searches games without throws ply by ply; see pvs.py."""

import threading

import numpy as np

from ibau.core.game import Game, State
from ibau.core.playout import history_of
from ibau.players.ordering import new_ordering
from ibau.players.path import DECIDED, INFINITE, LONGEST, WON, Ways, begin, new_run
from ibau.players.player import SURE_WIN, Budget, Choice, Player, Report, plain_choice, winning_action
from ibau.players.pvs import DONE, make_pvs
from ibau.players.table import SLOTS, new_table
from ibau.players.uct import REPORT_SECONDS, SECOND, next_batch

FIRST_BATCH = 256  # nodes
MOST_NODES = 1 << 62


class AlphaBetaPlayer(Player):
    """Iterative deepening: the whole tree to one ply, to two, and so on while the budget lasts."""

    compiled = True
    usual = SECOND
    only = "games without throws"

    def plays(self, game: Game) -> bool:
        return not game.system.has_throws

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        search = Search(state, self.generator(state), budget.depth or LONGEST)
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


class Search:
    """A search from a state, in no matter how many runs; its best play so far."""

    def __init__(
        self, state: State, seed: int, deepest: int = LONGEST, ways: Ways | None = None, slots: int = SLOTS
    ) -> None:
        system = state.game.system
        self.state = state
        self.deepest = min(deepest, LONGEST)
        self.history = history_of(state)
        ordering = new_ordering(system.action_count, LONGEST + 1, seed)
        self.searched = new_run(new_table(slots), ordering, ways or Ways())
        self.loop = make_pvs(system.rulebook, system.evaluation)
        self.depth = 0  # plies that have been searched in full
        self.value = 0  # for who decides, as pvs.py counts
        self.line: tuple[int, ...] = ()
        begin(self.searched, 1)

    def run(self, nodes: int) -> None:
        """Search so many nodes on; without nodes it only makes sure that the search is compiled."""
        limit = self.nodes + nodes
        rules, root = self.state.game.rules, self.state.position
        while not self.is_finished and self.loop(rules, root, self.history, self.searched, limit) == DONE:
            self.note_best()
            self.depth += 1
            begin(self.searched, self.depth + 1)

    @property
    def nodes(self) -> int:
        """Nodes so far."""
        return int(self.searched.nodes[0])

    @property
    def is_finished(self) -> bool:
        """Has it come to its depth, or can going on find nothing better?"""
        decided = abs(self.value) >= DECIDED and WON - abs(self.value) <= self.depth
        return decided or self.depth >= self.deepest

    def note_best(self) -> None:
        """Take the best play of the search to the present depth, where it has found any."""
        run = self.searched
        if run.path.best[0] > -INFINITE:
            self.value = int(run.path.best[0])
            self.line = tuple(int(action) for action in run.lines[0, : run.ends[0]])

    def choice(self, seconds: float) -> Choice:
        """The best action so far; before there was time to look at each, one that wins at once is never missed."""
        self.note_best()
        win = None if self.depth else winning_action(self.state)
        if win is not None or not self.line:
            action = self.state.legal[0] if win is None else win
            return plain_choice(self.state, action, self.nodes, seconds)
        value = max(-1.0, min(1.0, self.value / SURE_WIN))
        line = texts(self.state, self.line)
        return Choice(line[0], value, line, self.nodes, seconds, self.depth)


def texts(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """A line of actions as text."""
    found: list[str] = []
    for action in actions:
        found.append(state.text_of(action))
        state = state.after(action)
    return tuple(found)
