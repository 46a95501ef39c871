"""Tree search by evaluation, written for any game and compiled for its rules.

An iteration goes from the root to a leaf and expands it; the evaluation gives each child its value, and there are no
playouts.  A node's value follows exactly from its children, as in expectimax: the best of them for the player to move,
or at a throw or lot their mean by the exact weights; so a certain end is recognized.  Decisions follow UCB1 with
progressive bias (Chaslot et al. 2008): a child's value counts from the first visit on, and exploration favours those
visited seldom.  Throws are visited in turn, each in proportion to its weight.

The tree is that of tree.py, with

    values [size]   a node's value for FIRST, in thousandths of a win; +-WIN is certain
    seats  [size]   the player to move at a node with children, or CHANCE
    widths [size]   its number of children
    shares [size]   the sixteenths of a child that is a throw or lot
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.chance import SIXTEENTHS, advance, possible, word
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.core.table_layout import TableLayout
from ibau.machine.arrays import Floats, Numbers, Zeros
from ibau.machine.machines import machine_for
from ibau.machine.rule import loop, once, rule
from ibau.search.budget import Budget
from ibau.search.history import History, history_bytes, take_back
from ibau.search.network import Network, check_fits, copy_network, make_estimate
from ibau.search.playout import LONGEST_PLAYOUT, history_of, make_reach
from ibau.search.tree import LONGEST_PATH, ROOT, Tree, expand, log, new_tree
from ibau.search.tree_search import TreeSearch
from ibau.tables.table_arrays import UNTABLED, ChanceArrays, array_bytes, chance_arrays, make_chance
from ibau.tables.table_file import STEPS
from ibau.tables.tablebase import Tablebase

EXPLORATION = 0.3 * WIN  # the constant of UCB1
NOISE_BITS = 10  # noise below a thousandth breaks ties and sets the trees of several threads apart
TREE_SIZE = 1 << 25  # nodes: 896 MiB when full, which ends the search
SIZE_BY_NODES = 5 << 18  # if nodes are the only limit, as at a level: 35 MiB on every machine
NODE_BYTES = 28
NODES_A_SECOND = 1 << 23  # more than a search reaches
NODES_AN_ITERATION = 1 << 7  # more than it needs
SPARE = 1 << 20  # bytes for small arrays
BESIDE_PATH = 2  # occurrences: the root's, and that of a child under evaluation


class EvaluatedTree(NamedTuple):
    """A tree and the values of its nodes, described above."""

    tree: Tree
    values: Floats
    seats: Numbers
    widths: Numbers
    shares: Numbers
    network: Network
    tables: ChanceArrays


def new_evaluated_tree(size: int, network: Network, tablebase: Tablebase | None, zeros: Zeros) -> EvaluatedTree:
    """A tree of a root, with room for `size` nodes; unused pages of memory cost nothing."""
    values = zeros(size, "d")
    seats, widths, shares = (zeros(size, "i") for _ in range(3))
    return EvaluatedTree(
        new_tree(size, zeros),
        values,
        seats,
        widths,
        shares,
        copy_network(network, zeros),
        chance_arrays(tablebase, zeros),
    )


def tree_size(budget: Budget) -> int:
    """As many nodes as the budget can fill, up to TREE_SIZE (SIZE_BY_NODES if it limits nodes)."""
    size = float(TREE_SIZE)
    if budget.nodes is not None:
        size = min(SIZE_BY_NODES, NODES_AN_ITERATION * budget.nodes)
    if budget.seconds is not None:
        size = min(size, NODES_A_SECOND * budget.seconds)
    return int(size) + NODES_AN_ITERATION


@rule
def select_child(evaluated: EvaluatedTree, node: int, random: int) -> int:
    """The child to visit next, as its place: the one with the highest upper confidence bound."""
    visits, first = evaluated.tree.visits, evaluated.tree.first[node]
    side = 1.0 if evaluated.seats[node] == FIRST else -1.0
    exploration = EXPLORATION * math.sqrt(log(int(visits[node]) + 1))
    best, highest = 0, -1e9
    for n in range(evaluated.widths[node]):
        random = advance(random)
        noise = (word(random) >> 32 - NOISE_BITS) / (1 << NOISE_BITS)
        bound = side * evaluated.values[first + n] + exploration / math.sqrt(visits[first + n] + 1) + noise
        if bound > highest:
            best, highest = n, bound
    return best


@rule
def select_throw(evaluated: EvaluatedTree, node: int) -> int:
    """The throw to visit next: the one furthest below its share of the visits."""
    visits, first = evaluated.tree.visits, evaluated.tree.first[node]
    best, highest = 0, -1 << 62
    for n in range(evaluated.widths[node]):
        owed = int(evaluated.shares[first + n]) * (int(visits[node]) + 1) - SIXTEENTHS * int(visits[first + n])
        if owed > highest:
            best, highest = n, owed
    return best


@rule
def update_value(evaluated: EvaluatedTree, node: int) -> None:
    """Set a node's value from those of its children."""
    values, first, width = evaluated.values, evaluated.tree.first[node], evaluated.widths[node]
    if evaluated.seats[node] == CHANCE:
        total = 0.0
        for child in range(first, first + width):
            total += evaluated.shares[child] * values[child]
        values[node] = total / SIXTEENTHS
        return
    side = 1.0 if evaluated.seats[node] == FIRST else -1.0
    best = side * values[first]
    for child in range(first + 1, first + width):
        best = max(best, side * values[child])
    values[node] = side * best


@rule
def backpropagate(evaluated: EvaluatedTree, depth: int) -> None:
    """Count an iteration along its path, and update the values from the leaf to the root."""
    tree = evaluated.tree
    for ply in range(depth, -1, -1):
        node = tree.path[ply]
        tree.visits[node] += 1
        if tree.first[node]:
            update_value(evaluated, int(node))
    tree.plies[0] += depth


@rule
def has_learnt_all(evaluated: EvaluatedTree) -> bool:
    """Is the root's value certain, or the tree full?  Must not depend on the lengths of batches."""
    return abs(evaluated.values[ROOT]) == WIN or evaluated.tree.used[0] == len(evaluated.tree.first)


@once
def make_growth(rulebook: Rulebook, evaluation: Evaluation, tables: TableLayout | None) -> Callable[..., None]:
    """Compile the expansion of a leaf."""
    turn, moves, count, nth = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth
    chances, play, reach = rulebook.chances, rulebook.play, make_reach(rulebook)
    estimate, chance = make_estimate(rulebook, evaluation), make_chance(rulebook, tables)

    @rule
    def worth_at_sight(rules: Any, position: Any, evaluated: EvaluatedTree) -> float:
        """The evaluation of a position; the tablebase's if it is there, but short of the certainty of an end."""
        known = chance(rules, position, evaluated.tables)
        if known == UNTABLED:
            return float(estimate(rules, position, evaluated.network))
        return WIN * (2 * known - STEPS) / (STEPS + 1)

    @rule
    def grow(rules: Any, position: Any, history: History, evaluated: EvaluatedTree, node: int) -> None:
        """Expand and evaluate a leaf, while there is room; positions in the tablebase stay leaves."""
        if node != ROOT and chance(rules, position, evaluated.tables) != UNTABLED:
            return
        seat, weights, legal = turn(rules, position), chances(rules, position), moves(rules, position)
        width = possible(weights) if seat == CHANCE else count(legal)
        if not expand(evaluated.tree, node, width):
            return
        evaluated.seats[node], evaluated.widths[node] = seat, width
        past = history.used[0]
        for n in range(width):
            child = play(rules, position, n if seat == CHANCE else nth(legal, n))
            end = reach(rules, child, history)
            take_back(history, past)
            at = evaluated.tree.first[node] + n
            evaluated.shares[at] = weights[n] if seat == CHANCE else 0
            evaluated.values[at] = WIN * value_for_first(end) if end else worth_at_sight(rules, child, evaluated)

    return grow


@once
def make_mcts(rulebook: Rulebook, evaluation: Evaluation, tables: TableLayout | None = None) -> Callable[..., int]:
    """Return the search loop of a game; see `search`."""
    moves, nth, play = rulebook.moves, rulebook.nth, rulebook.play
    reach, grow = make_reach(rulebook), make_growth(rulebook, evaluation, tables)

    @rule
    def iterate(rules: Any, position: Any, history: History, evaluated: EvaluatedTree, random: int) -> tuple[int, int]:
        """Go from the root to a leaf and expand it; returns the leaf's ply and the generator state."""
        tree, node, depth = evaluated.tree, ROOT, 0
        tree.path[0] = ROOT
        end = reach(rules, position, history)
        while tree.first[node] and not end:
            random = advance(random)
            if evaluated.seats[node] == CHANCE:
                n = action = select_throw(evaluated, node)
            else:
                n = select_child(evaluated, node, random)
                action = nth(moves(rules, position), n)
            node, depth = tree.first[node] + n, depth + 1
            tree.path[depth] = node
            position = play(rules, position, action)
            end = reach(rules, position, history)
        if not end and depth < LONGEST_PATH:
            grow(rules, position, history, evaluated, node)
        return depth, random

    @loop
    def search(rules: Any, root: Any, history: History, evaluated: EvaluatedTree, iterations: int, random: int) -> int:
        """Run iterations while there is something to learn; returns the generator state.

        The results are in the tree; the root is not in the history.
        """
        past = history.used[0]
        for _ in range(iterations):
            if has_learnt_all(evaluated):
                break
            depth, random = iterate(rules, root, history, evaluated, random)
            take_back(history, past)
            backpropagate(evaluated, depth)
        return random

    return search


class MctsSearch(TreeSearch):
    """A tree search by evaluation from a state."""

    def __init__(
        self,
        state: State,
        random: int,
        budget: Budget,
        network: Network,
        size: int | None = None,
        tablebase: Tablebase | None = None,
    ) -> None:
        tables = state.game.system.table_layout if state.game.system.has_throws else None
        self.tablebase = tablebase if tables else None  # keeps the mapped files open
        system = state.game.system
        search = make_mcts(system.rulebook, system.evaluation, tables)
        network = check_fits(network, system)
        size = tree_size(budget) if size is None else size
        rows = min(len(state.history.keys()) + LONGEST_PATH + BESIDE_PATH, LONGEST_PLAYOUT)
        past = history_bytes(len(state.position), rows)
        machine = machine_for(system.id, search, size * NODE_BYTES + past + array_bytes(self.tablebase) + SPARE)
        self.evaluated = new_evaluated_tree(size, network, self.tablebase, machine.zeros)
        super().__init__(state, self.evaluated.tree, budget)
        self.random = random
        self.history = history_of(state, machine, rows)
        self.loop = machine.prepare(search)

    def iterate(self, iterations: int) -> None:
        rules, root = self.state.game.rules, self.state.position
        self.random = int(self.loop(rules, root, self.history, self.evaluated, iterations, self.random))

    def value(self, node: int) -> float:
        return float(self.evaluated.values[node]) / WIN

    def is_certain(self, node: int) -> bool:
        return abs(float(self.evaluated.values[node])) == WIN

    @property
    def is_finished(self) -> bool:
        return super().is_finished or has_learnt_all(self.evaluated)
