"""The tree of a search that grows it iteration by iteration: arrays of numbers.

A node's children lie side by side in the order of its legal actions, so that the n-th child stands for the n-th action:

    first  [size]   where a node's children begin, 0 before it has any
    visits [size]   iterations that came through
    path   [LONGEST_PATH + 1]   the nodes of an iteration, from the root
    used   [1]      nodes in use; the root is node 0
    plies  [1]      plies within the tree, of all iterations together
"""

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ibau.core.rule import rule

Number = TypeVar("Number", np.int32, np.int64, np.float64)

LONGEST_PATH = 512  # plies from the root that the tree can hold
ROOT = 0


class Tree(NamedTuple):
    """The tree; see the drawing above."""

    first: NDArray[np.int32]
    visits: NDArray[np.int32]
    path: NDArray[np.int32]
    used: NDArray[np.int64]
    plies: NDArray[np.int64]


def new_tree(size: int) -> Tree:
    """A tree of a root, with room for `size` nodes; room that is not in use costs nothing and says nothing."""
    return Tree(
        empty_but_root(size, np.int32),
        empty_but_root(size, np.int32),
        np.zeros(LONGEST_PATH + 1, np.int32),
        np.ones(1, np.int64),
        np.zeros(1, np.int64),
    )


def empty_but_root(size: int, kind: type[Number]) -> NDArray[Number]:
    """Room for what a search notes of each node; 0 of the root."""
    room = np.empty(size, kind)
    room[ROOT] = 0
    return room


@rule
def expand(tree: Tree, node: int, width: int) -> bool:
    """Give a node its children; where they find no room the tree is full for good, and False comes back."""
    used = tree.used[0]
    if used + width > tree.first.size:
        tree.used[0] = tree.first.size
        return False
    tree.first[node] = used
    tree.used[0] = used + width
    for child in range(used, used + width):
        tree.first[child] = tree.visits[child] = 0
    return True
