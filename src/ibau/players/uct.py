"""The player that searches: the compiled tree search, run in short batches so that it can be stopped at any time."""

import threading
import time
from collections.abc import Callable

import numpy as np

from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.core.playout import LONGEST_PLAYOUT, history_of
from ibau.players.mcts import ROOT, WIN, make_mcts, new_tree
from ibau.players.player import SHIPPED, Budget, Choice, Player, Report, plain_choice, winning_action

SECOND = Budget(seconds=1.0)
BATCH_SECONDS = 0.01  # how long a batch is meant to take
LARGEST_BATCH = 1 << 14  # iterations
BATCH_GROWTH = 4  # the first batches are too short to be timed well
REPORT_SECONDS = 0.25
TREE_SIZE = 1 << 22  # nodes: 64 MiB when full; then the tree grows no more, and its figures still improve
MOST_NODES = (1 << 31) - 1  # visits are counted in 32 bits
NODES_FOR_DEPTH = 1 << 20  # after so many, a depth that the game never reaches is given up


class UctPlayer(Player):
    """Monte-Carlo tree search.

    `cut`: plies beyond the tree after which a playout is judged, not played on; None to choose by the game.
    """

    compiled = True

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        cut: int | None = LONGEST_PLAYOUT,
        usual: Budget = SECOND,
        *,
        threads: int = 1,
        judge: str = SHIPPED,
    ) -> None:
        super().__init__(seed, clock, threads=threads, judge=judge)
        self.cut = cut
        self.usual = usual

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        win = winning_action(state)
        if win is not None:
            return plain_choice(state, win, nodes=len(state.legal), seconds=0.0)
        search = Search(state, self.generator(state), best_cut(state) if self.cut is None else self.cut)
        search.run(0)  # compiles, once on a machine; the thinking begins after it
        started = begun = reported = self.clock()
        batch = 1
        while True:
            search.run(min(batch, most_nodes(budget) - search.nodes))
            now = self.clock()
            left = np.inf if budget.seconds is None else started + budget.seconds - now
            if stop.is_set() or left <= 0 or is_spent(budget, search):
                return search.choice(now - started)
            batch = next_batch(batch, now - begun, left)
            if now - reported >= REPORT_SECONDS:
                report(search.choice(now - started))
                reported = now
            begun = now


def best_cut(state: State) -> int:
    """Whole playouts, but none at all where hundreds of throws would drown what a move is worth."""
    return 0 if state.game.system.has_throws else LONGEST_PLAYOUT


def most_nodes(budget: Budget) -> int:
    """The most iterations that a budget allows."""
    if budget.nodes is not None:
        return min(budget.nodes, MOST_NODES)
    return MOST_NODES if budget.depth is None or budget.seconds is not None else NODES_FOR_DEPTH


def is_spent(budget: Budget, search: "Search") -> bool:
    """Has a search reached the nodes or the depth of its budget?"""
    deep_enough = budget.depth is not None and search.depth >= budget.depth
    return deep_enough or search.nodes >= most_nodes(budget)


def next_batch(batch: int, took: float, left: float) -> int:
    """Iterations that fit into BATCH_SECONDS and into the seconds left, as `batch` iterations took `took` seconds."""
    fitting = int(batch * min(BATCH_SECONDS, left) / max(took, 1e-6))
    return max(1, min(fitting, BATCH_GROWTH * batch, LARGEST_BATCH))


class Search:
    """A tree search from a state that goes on as often as it is told to."""

    def __init__(self, state: State, random: int, cut: int = LONGEST_PLAYOUT, size: int = TREE_SIZE) -> None:
        game = state.game
        self.state = state
        self.random = random
        self.cut = cut
        self.history = history_of(state)
        self.tree = new_tree(size)
        self.loop = make_mcts(game.system.rulebook, game.system.evaluation.judge)

    def run(self, iterations: int) -> None:
        """Search on; without iterations it only makes sure that the search is compiled."""
        self.random = int(
            self.loop(
                self.state.game.rules,
                self.state.position,
                self.history,
                self.tree,
                iterations,
                self.cut,
                self.random,
            )
        )

    @property
    def nodes(self) -> int:
        """Iterations so far."""
        return int(self.tree.visits[ROOT])

    @property
    def depth(self) -> int:
        """How far the tree reaches on average, in plies."""
        return int(self.tree.plies[0]) // max(self.nodes, 1)

    def choice(self, seconds: float) -> Choice:
        """The most visited action, after at least one iteration."""
        line, nodes = self.principal_line()
        value = side(self.state.turn) * int(self.tree.value[nodes[0]]) / int(self.tree.visits[nodes[0]]) / WIN
        return Choice(line[0], value, line, self.nodes, seconds)

    def principal_line(self) -> tuple[tuple[str, ...], list[int]]:
        """The most visited actions and their nodes, up to the next throw or the end of the tree."""
        line: list[str] = []
        nodes: list[int] = []
        state, node = self.state, ROOT
        while self.tree.first[node] and state.legal and state.turn != CHANCE:
            n = self.best_child(node, len(state.legal), state.turn)
            node = int(self.tree.first[node]) + n
            if not self.tree.visits[node]:
                break
            line.append(state.text_of(state.legal[n]))
            nodes.append(node)
            state = state.after(state.legal[n])
        return tuple(line), nodes

    def best_child(self, node: int, width: int, player: int) -> int:
        """Which child has been visited most; among equals the one that looks best to the player."""
        first = int(self.tree.first[node])
        visits, value = self.tree.visits[first : first + width], self.tree.value[first : first + width]
        return int(np.lexsort((side(player) * value, visits))[-1])


def side(player: int) -> int:
    """What turns a value for FIRST into one for a player."""
    return 1 if player == FIRST else -1
