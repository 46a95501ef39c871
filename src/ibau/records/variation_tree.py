"""A record as a tree of actions, for analysis boards.

Each action follows another one, or the start.  The first one that follows continues the line, the others are
variations on it.  So a variation on the first action of a variation is another variation next to it.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from ibau.core.errors import RecordError
from ibau.core.game import State
from ibau.core.phrase import N_
from ibau.core.record import DEEPEST, Entry, Record, Turn, Variation, play_entry

START = -1  # the parent of the first actions


class TreeNode(NamedTuple):
    """An action of a tree."""

    parent: int  # the number of the action that it follows, or START
    action: str
    comment: str = ""
    before: str = ""  # the comment before it, if it begins a variation


class PlayedNode(NamedTuple):
    """An action of a tree, with its turn and seat."""

    node: TreeNode
    turn: int  # its number, from 1; 0 for a lot
    seat: int  # that decided or threw; CHANCE at a lot


def played_nodes(record: Record) -> Iterator[PlayedNode]:
    """The actions of a record, parents first.  Raises RecordError at the first illegal action."""
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
    """The main line of a tree, with its variations; `comment` is the one before the first action.

    Raises RecordError for a tree that cannot be a record.
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
