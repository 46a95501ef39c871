"""The tree of a search that grows it iteration by iteration, in arrays.

The children of a node are adjacent, the n-th child for the n-th legal action:

    first  [size]   index of a node's first child; 0 before it has any
    visits [size]   iterations that passed through a node
    path   [LONGEST_PATH + 1]   the nodes of an iteration, from the root
    used   [1]      nodes in use; the root is node 0
    plies  [1]      plies within the tree, summed over all iterations
"""

from typing import NamedTuple

from ibau.machine.arrays import Numbers, Zeros, array_of
from ibau.machine.rule import rule
from ibau.search.budget import SearchError

LONGEST_PATH = 512  # plies from the root
ROOT = 0
LOG_2, HALF_ROOT = 0.6931471805599453, 0.7071067811865476


class Tree(NamedTuple):
    """The arrays of the tree, described above."""

    first: Numbers
    visits: Numbers
    path: Numbers
    used: Numbers
    plies: Numbers


def new_tree(size: int, zeros: Zeros) -> Tree:
    """A tree of a root, with room for `size` nodes; unused pages of memory cost nothing.

    Raises SearchError if there is no room for the root.
    """
    if size < 1:
        raise SearchError(f"A tree needs room for at least one node, not {size!r}.")
    return Tree(
        zeros(size, "i"), zeros(size, "i"), zeros(LONGEST_PATH + 1, "i"), array_of([1], "q", zeros), zeros(1, "q")
    )


@rule
def log(n: int) -> float:
    """The natural logarithm of a whole number from 1 on, within 1e-14 and alike on every machine.

    By the series of the inverse hyperbolic tangent, which converges fast near 1.
    """
    exponent = n.bit_length()
    mantissa = n / (1 << exponent)
    if mantissa < HALF_ROOT:
        exponent -= 1
        mantissa *= 2
    t = (mantissa - 1) / (mantissa + 1)
    u = t * t
    series = 1 + u * (1 / 3 + u * (1 / 5 + u * (1 / 7 + u * (1 / 9 + u * (1 / 11 + u * (1 / 13 + u / 15))))))
    return exponent * LOG_2 + 2 * t * series


@rule
def expand(tree: Tree, node: int, width: int) -> bool:
    """Give a node its children; if there is no room for them, the tree is full for good: False."""
    used = tree.used[0]
    if used + width > len(tree.first):
        tree.used[0] = len(tree.first)
        return False
    tree.first[node] = used
    tree.used[0] = used + width
    for child in range(used, used + width):
        tree.first[child] = tree.visits[child] = 0
    return True
