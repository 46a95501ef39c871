"""A record as a tree of actions, and back."""

import io
from collections.abc import Iterator

import pytest

from ibau.core.errors import RecordError
from ibau.core.record import DEEPEST, Record
from ibau.games import game
from ibau.language import LANGUAGES, translator_for
from ibau.records.record_text import read_text
from ibau.records.variation_tree import START, PlayedNode, TreeNode, mainline_of, played_nodes

RACE = """\
[Ruleset "senet-race"]

{at first} 1. t2 8-10 {protected} 2. t4 9-13 t2
(t1 {a one} 7-8 ({sooner} 5x6 {the other})) 13-15 {well} *
"""


def read(text: str) -> Record:
    [record] = read_text(io.StringIO(text), game)
    return record


def seen(text: str) -> Iterator[PlayedNode]:
    return played_nodes(read(text))


def test_every_action_follows_another() -> None:
    found = [item.node for item in seen(RACE)]
    assert [(node.parent, node.action) for node in found][:6] == [
        (START, "t2"),
        (0, "8-10"),
        (1, "t4"),
        (2, "9-13"),
        (3, "t2"),
        (3, "t1"),
    ]
    assert {node.action: node.before for node in found if node.before} == {"5x6": "sooner"}


def test_a_tree_is_the_record_again() -> None:
    record = read(RACE)
    nodes = [item.node for item in played_nodes(record)]
    assert mainline_of(nodes, record.mainline.comment) == record.mainline


def test_turns_and_seats_are_known() -> None:
    assert [(item.turn, item.seat) for item in seen(RACE)][:4] == [(1, 1), (1, 1), (2, 0), (2, 0)]


def test_what_is_no_tree_is_refused() -> None:
    with pytest.raises(RecordError, match="move 1 of the tree follows move 3"):
        mainline_of([TreeNode(START, "a1"), TreeNode(3, "a2")])
    assert mainline_of([]).entries == ()


def test_a_tree_can_be_too_deep_for_a_record() -> None:
    nodes = [TreeNode(START, "start")]
    for _ in range(DEEPEST + 1):
        above = len(nodes) - 1
        nodes += [TreeNode(above, "line"), TreeNode(above, "variation")]
    assert mainline_of(nodes[:-2]).entries
    with pytest.raises(RecordError, match="nested more than 100 deep") as raised:
        mainline_of(nodes)
    texts = {raised.value.to_text(translator_for(lang)) for lang in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
