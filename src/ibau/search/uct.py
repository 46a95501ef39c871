"""Plain UCT: a baseline for better searches, and a good choice for a game without an evaluation.

An iteration is one game: guided within the tree, random beyond it, to the end.  Decisions follow UCB1 (Auer,
Cesa-Bianchi, Fischer 2002), throws and lots their exact weights; no evaluation is used.  The tree is that of tree.py,
with

    values [size]   sum of the values of a node's iterations for FIRST, in thousandths of a win
"""

import math
from collections.abc import Callable
from typing import Any

from ibau.core.chance import advance, below, draw, possible, word
from ibau.core.contract import WIN, Rulebook
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.machine.arrays import Numbers
from ibau.machine.machines import machine_for
from ibau.machine.rule import loop, once, rule
from ibau.search.budget import Budget
from ibau.search.history import History, history_bytes, take_back
from ibau.search.playout import LONGEST_PLAYOUT, history_of, make_reach
from ibau.search.tree import LONGEST_PATH, ROOT, Tree, expand, log, new_tree
from ibau.search.tree_search import TreeSearch

EXPLORATION = 1.4 * WIN  # the constant of UCB1
TREE_SIZE = 1 << 22  # nodes: 64 MiB when full; then the tree stops growing, and its values still improve
NODE_BYTES = 16
SPARE = 1 << 16  # bytes for small arrays
OUTSIDE = -1  # the "node" of positions beyond the tree

Values = Numbers


@rule
def select_child(tree: Tree, values: Values, node: int, width: int, player: int) -> int:
    """The child to visit next, as its place: the first without a visit, else the one with the highest UCB1 bound."""
    first = tree.first[node]
    side = 1.0 if player == FIRST else -1.0
    log_visits = log(int(tree.visits[node]) + 1)
    best, highest = 0, -1e9
    for n in range(width):
        visits = tree.visits[first + n]
        if visits == 0:
            return n
        bound = side * values[first + n] / visits + EXPLORATION * math.sqrt(log_visits / visits)
        if bound > highest:
            best, highest = n, bound
    return best


@rule
def backpropagate(tree: Tree, values: Values, depth: int, value: int) -> None:
    """Add the value of an iteration to the nodes of its path."""
    for ply in range(depth + 1):
        tree.visits[tree.path[ply]] += 1
        values[tree.path[ply]] += value
    tree.plies[0] += depth


@rule
def inside(tree: Tree, values: Values, node: int, depth: int, width: int) -> int:
    """The node, which gets children at its second visit; OUTSIDE if it still has none."""
    if node == OUTSIDE or tree.first[node]:
        return node
    met = node == ROOT or tree.visits[node] > 0
    if met and depth < LONGEST_PATH and expand(tree, node, width):
        for child in range(tree.first[node], tree.used[0]):
            values[child] = 0
        return node
    return OUTSIDE


@once
def make_uct(rulebook: Rulebook) -> Callable[..., int]:
    """Return the search loop of a game; see `search`."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def iterate(
        rules: Any, position: Any, history: History, tree: Tree, values: Values, random: int
    ) -> tuple[int, int, int]:
        """Play one game; returns (value for FIRST in thousandths of a win, plies within the tree, generator state).

        A game that grows too long is given up as a draw.
        """
        node, depth, beyond = ROOT, 0, 0
        tree.path[0] = ROOT
        end = reach(rules, position, history)
        while not end and beyond < LONGEST_PLAYOUT:
            random = advance(random)
            player = turn(rules, position)
            if player == CHANCE:
                weights = chances(rules, position)
                node = inside(tree, values, node, depth, possible(weights))
                n = action = draw(weights, word(random) >> 28)
            else:
                legal = moves(rules, position)
                width = count(legal)
                node = inside(tree, values, node, depth, width)
                n = below(random, width) if node == OUTSIDE else select_child(tree, values, node, width, player)
                action = nth(legal, n)
            if node == OUTSIDE:
                beyond += 1
            else:
                node = tree.first[node] + n
                depth += 1
                tree.path[depth] = node
            position = play(rules, position, action)
            end = reach(rules, position, history)
        return WIN * value_for_first(end), depth, random

    @loop
    def search(
        rules: Any, root: Any, history: History, tree: Tree, values: Values, iterations: int, random: int
    ) -> int:
        """Run iterations, which fill the tree; returns the generator state.  The root is not in the history."""
        past = history.used[0]
        for _ in range(iterations):
            value, depth, random = iterate(rules, root, history, tree, values, random)
            backpropagate(tree, values, depth, value)
            take_back(history, past)
        return random

    return search


class UctSearch(TreeSearch):
    """A plain UCT search from a state."""

    def __init__(self, state: State, random: int, budget: Budget, size: int = TREE_SIZE) -> None:
        search = make_uct(state.game.system.rulebook)
        past = history_bytes(len(state.position), LONGEST_PLAYOUT)
        machine = machine_for(state.game.system.id, search, size * NODE_BYTES + past + SPARE)
        super().__init__(state, new_tree(size, machine.zeros), budget)
        self.random = random
        self.values = machine.zeros(size, "q")
        self.history = history_of(state, machine)
        self.loop = machine.prepare(search)

    def iterate(self, iterations: int) -> None:
        rules, root = self.state.game.rules, self.state.position
        self.random = int(self.loop(rules, root, self.history, self.tree, self.values, iterations, self.random))

    def value(self, node: int) -> float:
        return int(self.values[node]) / max(int(self.tree.visits[node]), 1) / WIN
