"""The measurements of a server: broken guarantees are detected, and each program has a small run."""

import random

import pytest

from benchmarks.served import long_games as long_games_module
from benchmarks.served import reconnects as reconnects_module
from benchmarks.served.analysis_delay import analysis_delays
from benchmarks.served.game_client import GameSeat
from benchmarks.served.kills import kills
from benchmarks.served.load import load
from benchmarks.served.long_games import long_game_delays
from benchmarks.served.memory import memory
from benchmarks.served.reconnects import reconnects
from benchmarks.served.scale import scale
from benchmarks.served.server_process import PromiseBrokenError
from benchmarks.served.socket_player import Action, Result, SentState, Throw, Writer, next_request
from benchmarks.served.step_parts import step_parts

NOWHERE = GameSeat("", "")


def test_what_was_acknowledged_must_be_there() -> None:
    writer = Writer(NOWHERE, 1)
    writer.check(["a1", "b1"])  # stored, but not acknowledged
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
    assert next_request(SentState(3, [], Throw(awaited=True), None), chooser) == '{"type": "throw", "ply_count": 3}'
    played = next_request(SentState(3, [Action("a1")], None, None), chooser)
    assert played == '{"type": "play", "ply_count": 3, "action": "a1"}'
    assert next_request(SentState(3, [], None, Result("draw")), chooser) is None


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_programs_run() -> None:
    steps, thoughts, looked, *delays, occupied = load(games=7, seconds=10, thinking=1, reviews=1)
    assert int(steps.ours) > 0
    assert float(thoughts.ours) > 0
    assert int(looked.ours) > 0
    assert all(delay.ours.endswith(" ms") for delay in delays)
    assert occupied.ours.endswith(" MB")
    assert all(row.ours.endswith(" ms") for row in step_parts(seconds=3))
    advice, looking_back = analysis_delays(["seega"])
    assert advice.ours.endswith(" ms")
    assert looking_back.ours.endswith(" s")
    assert all(row.ours.endswith(" MB") for row in memory(games=4, plies=20))
    assert all(row.ours for row in scale(games=2, pause=0.5, seconds=2, rounds=1, pages=8, events=240))
    acknowledged, lost, _ = kills(times=1, clients=4)
    assert int(acknowledged.ours) > 0
    assert lost.ours == "0"


@pytest.mark.slow
def test_the_programs_of_openings_and_returns_run_and_see_a_broken_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_games_module, "EVENTS", 200)
    alone, opened, meanwhile, *_ = long_game_delays(seconds=3)
    assert alone.ours.endswith(" ms")
    assert int(opened.ours) > 0
    assert meanwhile.ours.endswith(" ms")
    assert [row.ours.partition(" ")[2][:14] for row in reconnects(games=7)] == ["s of the proce"] * 2
    monkeypatch.setattr(reconnects_module, "MOST_WORK", 0.0)
    with pytest.raises(PromiseBrokenError, match="pages that come back take"):
        list(reconnects(games=7))
    monkeypatch.setattr(long_games_module, "MOST_DELAYED", -1.0)
    with pytest.raises(PromiseBrokenError, match="ms later"):
        list(long_game_delays(seconds=1))
