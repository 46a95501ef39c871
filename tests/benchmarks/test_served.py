"""What is measured of a server: that a broken promise would be seen, and one small run of each program."""

import random

import pytest

from benchmarks.served import openings as openings_module
from benchmarks.served import returns as returns_module
from benchmarks.served.analysts import analysts
from benchmarks.served.client import Place
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.memory import memory
from benchmarks.served.openings import openings
from benchmarks.served.parts import parts
from benchmarks.served.player import Action, Present, Result, Throw, Writer, next_request
from benchmarks.served.process import PromiseBroken
from benchmarks.served.returns import returns

NOWHERE = Place("", "")


def test_what_was_acknowledged_must_be_there() -> None:
    writer = Writer(NOWHERE, 1)
    writer.check(["a1", "b1"])  # stored, though nobody was told
    assert writer.faults == ["0 actions acknowledged, 2 found: ['a1', 'b1']"]
    writer = Writer(NOWHERE, 1)
    writer.acknowledged = ["a1"]
    writer.check(["a1", "b1"])
    assert (writer.faults, writer.acknowledged) == ([], ["a1", "b1"])
    for story in (["a1"], ["b1", "a1"], ["a1", "b1", "b1", "c1"]):
        writer = Writer(NOWHERE, 1)
        writer.acknowledged = ["a1", "b1"]
        writer.check(story)
        assert writer.faults


def test_players_do_what_is_legal() -> None:
    chooser = random.Random(1)
    assert next_request(Present(3, [], Throw(awaited=True), None), chooser) == '{"type": "throw", "ply_count": 3}'
    played = next_request(Present(3, [Action("a1")], None, None), chooser)
    assert played == '{"type": "play", "ply_count": 3, "action": "a1"}'
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


@pytest.mark.slow
def test_the_programs_of_openings_and_returns_run_and_see_a_broken_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings_module, "EVENTS", 200)
    alone, opened, meanwhile, *_ = openings(seconds=3)
    assert alone.ours.endswith(" ms")
    assert int(opened.ours) > 0
    assert meanwhile.ours.endswith(" ms")
    assert [row.ours.partition(" ")[2][:14] for row in returns(games=7)] == ["s of the proce"] * 2
    monkeypatch.setattr(returns_module, "MOST_WORK", 0.0)
    with pytest.raises(PromiseBroken, match="pages that come back take"):
        list(returns(games=7))
    monkeypatch.setattr(openings_module, "MOST_DELAYED", -1.0)
    with pytest.raises(PromiseBroken, match="ms later"):
        list(openings(seconds=1))
