"""A record as a tree of actions: what a board for analysis holds.

Each action follows another one, or the start.  The first that follows goes on with the line, the others are variations
on it.  So a variation within a variation, on its first action, is one more variation beside it.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from ibau.core.errors import RecordError
from ibau.core.game import State
from ibau.core.phrase import N_
from ibau.core.record import DEEPEST, Entry, Record, Turn, Variation, play_entry

START = -1  # what the first actions follow


class TreeNode(NamedTuple):
    """An action of a tree."""

    parent: int  # the number of the action that it follows, or START
    action: str
    comment: str = ""
    before: str = ""  # what is said before it, where it begins a variation


class PlayedNode(NamedTuple):
    """An action of a tree as it was played."""

    node: TreeNode
    turn: int
    seat: int  # who decided or threw; CHANCE at a lot


def played_nodes(record: Record) -> Iterator[PlayedNode]:
    """The actions of a record, each after the one that it follows.  Raises RecordError at the first illegal one."""
    return _played(record.first_state(), Turn(), record.mainline, START, "", count())


def _played(
    state: State, turn: Turn, variation: Variation, parent: int, before: str, numbers: Iterator[int]
) -> Iterator[PlayedNode]:
    for n, entry in enumerate(variation.entries, 1):
        after, now, number = play_entry(state, entry, n), turn.of_action_in(state), next(numbers)
        yield PlayedNode(TreeNode(parent, entry.action, entry.comment, before), now.number, state.actor)
        for inner in entry.variations:
            yield from _played(state, turn, inner, parent, inner.comment, numbers)
        state, turn, parent, before = after, now, number, ""


def mainline_of(nodes: Sequence[TreeNode], comment: str = "") -> Variation:
    """The main line of a tree, with its variations; `comment` is what is said before the first action.

    Raises RecordError for a tree that no record can hold.
    """
    following: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        if not START <= node.parent < number:
            raise RecordError(
                N_("move {number} of the tree follows move {parent}, which does not come before it"),
                number=number,
                parent=node.parent,
            )
        following.setdefault(node.parent, []).append(number)
    if START not in following:
        return Variation((), comment)
    first, *others = following[START]
    return Variation(tuple(_entries(nodes, following, first, others, 0)), comment)


def _entries(
    nodes: Sequence[TreeNode], following: dict[int, list[int]], first: int, others: Sequence[int], depth: int
) -> Iterator[Entry]:
    if depth > DEEPEST:
        raise RecordError(N_("variations are nested more than {deepest} deep"), deepest=DEEPEST)
    while True:
        node = nodes[first]
        variations = [
            Variation(tuple(_entries(nodes, following, other, (), depth + 1)), nodes[other].before) for other in others
        ]
        yield Entry(node.action, node.comment, tuple(variations))
        if first not in following:
            return
        first, *others = following[first]
