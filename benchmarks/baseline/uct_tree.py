"""Monte-Carlo tree search with whole random playouts, frozen as a baseline.

An iteration is one game: guided within the tree, random beyond it, to its end.  Decisions are chosen by UCB1 with the
constant 1.4, throws and lots by their exact weights.  A node's children are adjacent, ordered as its legal actions.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import advance, below, draw, possible, word
from ibau.core.contract import Rulebook
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.machine.rule import loop, once, rule
from ibau.search.history import History, take_back
from ibau.search.playout import LONGEST_PLAYOUT, make_reach

WIN = 1000  # values are thousandths of a win
CURIOSITY = 1.4 * WIN  # the constant of UCB1
LONGEST_PATH = 512  # plies from the root that the tree can hold
ROOT = 0
OUTSIDE = -1  # the "node" of positions beyond the tree


class Tree(NamedTuple):
    """The search tree."""

    first: NDArray[np.int32]  # the index of a node's first child, 0 before it is expanded
    visits: NDArray[np.int32]  # the number of iterations through a node
    value: NDArray[np.int64]  # the sum of their values for FIRST
    path: NDArray[np.int32]  # the nodes of an iteration, from the root
    used: NDArray[np.int64]  # nodes in use


def new_tree(size: int) -> Tree:
    return Tree(
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
        np.zeros(LONGEST_PATH + 1, np.int32),
        np.ones(1, np.int64),
    )


@rule
def expand(tree: Tree, node: int, width: int) -> bool:
    """Add the children of a node; False if the arrays are full."""
    used = tree.used[0]
    if used + width > tree.first.size:
        return False
    tree.first[node] = used
    tree.used[0] = used + width
    return True


@rule
def most_promising(tree: Tree, node: int, width: int, player: int) -> int:
    """The child that UCB1 chooses: the first unvisited one, else the one with the highest bound."""
    first = tree.first[node]
    side = 1.0 if player == FIRST else -1.0
    log_visits = math.log(tree.visits[node] + 1)
    best, highest = 0, -1e9
    for n in range(width):
        visits = tree.visits[first + n]
        if visits == 0:
            return n
        bound = side * tree.value[first + n] / visits + CURIOSITY * math.sqrt(log_visits / visits)
        if bound > highest:
            best, highest = n, bound
    return best


@rule
def learn(tree: Tree, depth: int, value: int) -> None:
    """Add the value of an iteration along its path."""
    for ply in range(depth + 1):
        tree.visits[tree.path[ply]] += 1
        tree.value[tree.path[ply]] += value


@rule
def inside(tree: Tree, node: int, depth: int, width: int) -> int:
    """The node if it has children, which are added on its second visit; else OUTSIDE."""
    if node == OUTSIDE or tree.first[node]:
        return node
    met = node == ROOT or tree.visits[node] > 0
    if met and depth < LONGEST_PATH and expand(tree, node, width):
        return node
    return OUTSIDE


@once
def make_search(rulebook: Rulebook) -> Callable[..., int]:
    """A loop that searches a position."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)

    @rule
    def iterate(rules: Any, position: Any, history: History, tree: Tree, random: int) -> tuple[int, int, int]:
        """Play one game: (its value for FIRST, plies within the tree, generator state)."""
        node, depth, beyond = ROOT, 0, 0
        tree.path[0] = ROOT
        end = reach(rules, position, history)
        while not end:
            random = advance(random)
            player = turn(rules, position)
            if player == CHANCE:
                weights = chances(rules, position)
                node = inside(tree, node, depth, possible(weights))
                n = action = draw(weights, word(random) >> 28)
            else:
                legal = moves(rules, position)
                width = count(legal)
                node = inside(tree, node, depth, width)
                n = below(random, width) if node == OUTSIDE else most_promising(tree, node, width, player)
                action = nth(legal, n)
            if node == OUTSIDE:
                if beyond == LONGEST_PLAYOUT:
                    break
                beyond += 1
            else:
                node = tree.first[node] + n
                depth += 1
                tree.path[depth] = node
            position = play(rules, position, action)
            end = reach(rules, position, history)
        return WIN * value_for_first(end), depth, random

    @loop
    def search(rules: Any, root: Any, history: History, tree: Tree, iterations: int, random: int) -> int:
        """Continue the search, and return the generator state.  The root is not in the history."""
        past = history.used[0]
        for _ in range(iterations):
            value, depth, random = iterate(rules, root, history, tree, random)
            learn(tree, depth, value)
            take_back(history, past)
        return random

    return search
