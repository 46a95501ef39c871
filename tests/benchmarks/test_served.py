"""What is measured of a server: that a broken promise would be seen, and one small run of each program."""

import random

import pytest

from benchmarks.served.analysts import analysts
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.memory import memory
from benchmarks.served.parts import parts
from benchmarks.served.player import Action, Present, Result, Throw, Writer, next_request


def test_what_was_acknowledged_must_be_there() -> None:
    writer = Writer("", 1)
    writer.check(["a1", "b1"])  # stored, though nobody was told
    assert writer.faults == ["0 actions acknowledged, 2 found: ['a1', 'b1']"]
    writer = Writer("", 1)
    writer.acknowledged = ["a1"]
    writer.check(["a1", "b1"])
    assert (writer.faults, writer.acknowledged) == ([], ["a1", "b1"])
    for story in (["a1"], ["b1", "a1"], ["a1", "b1", "b1", "c1"]):
        writer = Writer("", 1)
        writer.acknowledged = ["a1", "b1"]
        writer.check(story)
        assert writer.faults


def test_players_do_what_is_legal() -> None:
    chooser = random.Random(1)
    assert next_request(Present(3, [], Throw(awaited=True), None), chooser) == '{"type": "throw", "at": 3}'
    assert next_request(Present(3, [Action("a1")], None, None), chooser) == '{"type": "play", "at": 3, "action": "a1"}'
    assert next_request(Present(3, [], None, Result("draw")), chooser) is None


@pytest.mark.slow
def test_the_programs_run() -> None:
    steps, thoughts, looked, *delays, occupied = load(games=7, seconds=10, thinking=1, reviews=1)
    assert int(steps.ours) > 0
    assert float(thoughts.ours) > 0
    assert int(looked.ours) > 0
    assert all(delay.ours.endswith(" ms") for delay in delays)
    assert occupied.ours.endswith(" MB")
    assert all(row.ours.endswith(" ms") for row in parts(seconds=3))
    advice, looking_back = analysts(["seega"])
    assert advice.ours.endswith(" ms")
    assert looking_back.ours.endswith(" s")
    assert all(row.ours.endswith(" MB") for row in memory(games=4, plies=20))
    acknowledged, lost, _ = kills(times=1, clients=4)
    assert int(acknowledged.ours) > 0
    assert lost.ours == "0"
