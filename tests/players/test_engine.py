"""Engines, good and bad ones, as players and as entrants."""

import asyncio
import os
import pickle
import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ibau.core.game import State
from ibau.games import game
from ibau.lab.arena import EngineEntrant, PairedGame, Pairing, PairRunner, parse_entrant, run_tournament
from ibau.players import PlayerError, engine_process
from ibau.players.engine import Engine, EngineStartError, go_line, position_line
from ibau.players.engine_process import EngineError
from ibau.search.budget import Budget
from ibau.search.playout import perft
from tests.slow import slow_but

SCRIPT = Path(__file__).with_name("scripted_engine.py")
RACE = "senet-race+max_turns=20"
NODES = Budget(nodes=1)


def command(*words: str) -> tuple[str, ...]:
    return sys.executable, str(SCRIPT), *words


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not end is ended soon."""
    monkeypatch.setattr(engine_process, "SECONDS_TO_END", 0.3)


@pytest.fixture
def state() -> State:
    return game(RACE).initial().play("t1")


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


# --- What it is asked ------------------------------------------------------------------------------------------------


def test_what_is_sent(state: State) -> None:
    assert position_line(state, None) == f"position fen {state}"
    assert position_line(state, ["t1"]) == "position startpos moves t1"
    assert position_line(game("seti-beth").initial(), []) == "position startpos"
    assert go_line(Budget(seconds=0.02)) == "go movetime 20"
    assert go_line(Budget(seconds=0.0001)) == "go movetime 1"
    assert go_line(Budget(1.5, 100, 3)) == "go movetime 1500 nodes 100 depth 3"
    assert go_line(Budget()) == "go infinite"


def test_without_a_budget_it_is_not_asked_to_think_without_end(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    send = engine_process.EngineProcess.send

    def noted(self: engine_process.EngineProcess, *lines: str) -> None:
        sent.extend(lines)
        send(self, *lines)

    monkeypatch.setattr(engine_process.EngineProcess, "send", noted)
    with Engine(command("good", "1")) as player:
        player.choose(state)
    assert "go movetime 1000" in sent


@pytest.mark.parametrize("actions", [None, ["t1"]])
def test_it_plays_and_tells_what_it_thinks(state: State, actions: list[str] | None) -> None:
    with Engine(command("good", "99")) as player:
        player.actions = actions
        choice = player.choose(state, NODES)
        assert choice.action == state.actions[0]
        assert (choice.value, choice.nodes, choice.depth) == (0.25, 42, 3)
        player.new_game(7)
        seti = game("seti-beth").initial()
        assert player.choose(seti, NODES).action == seti.actions[0]


def test_our_own_engine_is_one() -> None:
    """It gets its seed, and stops a search without limits."""
    state, stop = game("seega+max_turns=6").initial().play("lot1"), threading.Event()
    threading.Timer(0.5, stop.set).start()
    with Engine((sys.executable, "-m", "ibau", "engine"), seed=3) as player:
        for budget in (NODES, Budget()):
            choice = player.choose(state, budget, stop)
            assert choice.action in state.actions
            assert choice.nodes > 0


def test_it_is_asked_for_its_name_and_counts() -> None:
    state = game("senet-race").initial()
    with Engine(f"{sys.executable} -m ibau engine", threads=2) as engine:
        assert engine.name.startswith("Ibau ")
        assert engine.query(state, "perft 2") == str(perft(state, 2))
        with pytest.raises(EngineError, match='answered query with an error: "error cannot be queried'):
            engine.query(state, "colour")
        assert engine.query(state, "tomove") == "chance"


def test_it_keeps_nobody_waiting(state: State) -> None:
    """Neither while it thinks, nor when its answer is no longer awaited."""

    async def play() -> None:
        async with Engine(command("good", "9")) as engine:
            chosen = await asyncio.gather(*(engine.choose_async(state, NODES) for _ in range(3)))
            assert {choice.action for choice in chosen} == {state.actions[0]}
        async with Engine(command("silence", "1"), patience=0.5) as engine:
            await engine.choose_async(state, NODES)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(engine.choose_async(state, NODES), 0.1)
            with pytest.raises(EngineError, match="cannot be started"):
                await Engine("no-such-program").choose_async(state)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("words", "error"),
    [("", "An engine needs a command"), ("'open", "cannot be read: No closing quotation"), ((), "needs a command")],
)
def test_commands_that_are_none(words: str | tuple[str, ...], error: str) -> None:
    with pytest.raises(PlayerError, match=error):
        Engine(words)


def test_a_copy_has_a_process_of_its_own(state: State) -> None:
    with Engine(command("good", "99"), seed=4, grace=1.0) as engine:
        engine.choose(state, NODES)
        with pickle.loads(pickle.dumps(engine)) as other:  # noqa: S301 - our own
            assert (other.command, other.seed, other.grace) == (engine.command, 4, 1.0)
            assert other.begin(state.game).pid != engine.begin(state.game).pid


# --- What may go wrong -----------------------------------------------------------------------------------------------

FAULTS = {
    "crash": "did not answer go with bestmove: it ended with status 1: 'out of ideas'",
    "silence": "did not answer go with bestmove within 0.5 s",
    "illegal": "played what is illegal: 'a1-z9', where 2x3, ",
    "nothing": "played what is illegal: '', where 2x3, ",
    "error": "answered go with an error: 'error I would rather not'",
    "flood": "did not answer go with bestmove within 0.5 s",
    "bytes": "played what is illegal: '☃', where 2x3, ",
    "closing": "did not answer go with bestmove: it closed its output",
}


@pytest.mark.parametrize("how", slow_but(("crash", "silence", "illegal", "flood", "closing"), FAULTS))
def test_faults_are_named_and_the_next_thought_begins_anew(state: State, how: str) -> None:
    with Engine(command(how, "1")) as player:
        pids: list[int] = []
        for _ in range(2):
            player.patience = 60
            player.choose(state, NODES)
            player.patience = 0.5 if "within 0.5 s" in FAULTS[how] else 60
            pids.append(player.begin(state.game).pid)
            with pytest.raises(EngineError, match=re.escape(FAULTS[how])) as raised:
                player.choose(state, NODES)
            assert not isinstance(raised.value, EngineStartError)
            assert str(raised.value).startswith(f"The engine '{sys.executable} ")
            assert str(raised.value).endswith(f" {raised.value.fault}.")
            assert not is_alive(pids[-1])
    assert len(set(pids)) == 2


def test_an_engine_that_has_ended_between_games_is_begun_anew(state: State) -> None:
    with Engine(command("quitter", "9")) as player:
        first = player.choose(state, NODES)
        ended = player.begin(state.game).pid
        player.new_game(2)
        assert player.choose(state, NODES).action == first.action
        assert player.begin(state.game).pid != ended


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("/nowhere/engine",), "cannot be started: .*No such file"),
        ((sys.executable, "-c", "import sys; sys.exit(3)"), "did not answer ugi with ugiok: it ended with status 3"),
        (command("ignorant"), "does not play senet-race.*: it answers 'error never heard of it'"),
        (command("deaf"), "did not answer ugi with ugiok within 1 s"),
        (("cat",), "did not answer ugi with ugiok within 1 s"),
    ],
)
def test_programs_that_are_no_engines(state: State, words: tuple[str, ...], error: str) -> None:
    """They are not waited for as patiently as thoughts are."""
    handshake = 1 if {"deaf", "cat"} & set(words) else 60
    with Engine(words, handshake=handshake) as player, pytest.raises(EngineStartError, match=error):
        player.choose(state, NODES)


def test_a_deaf_engine_blocks_nobody() -> None:
    """More is sent than a pipe holds."""
    opened = engine_process.EngineProcess(command("deaf"))
    opened.send("x" * 1_000_000)
    assert opened.line(0.01) is None
    opened.close()
    assert not is_alive(opened.pid)


def test_a_limit_of_time_may_be_exceeded_by_a_first_thought_only(state: State) -> None:
    with Engine(command("silence", "1"), patience=60, grace=0.2) as player:
        assert not player.has_thought
        player.choose(state, Budget(seconds=0.1))
        assert player.has_thought
        with pytest.raises(EngineError, match=r"did not answer go with bestmove within 0\.3 s"):
            player.choose(state, Budget(seconds=0.1))
        assert not player.has_thought


@pytest.mark.posix
def test_an_engine_that_does_not_quit_is_ended_with_its_children(state: State) -> None:
    for how in ("immortal", "child"):
        player = Engine(command(how, "9"))
        player.choose(state, NODES)
        leader = player.begin(state.game).pid
        player.close()
        assert not is_alive(leader)
        with pytest.raises(ProcessLookupError):
            await_end_of_group(leader)


@pytest.mark.posix
def test_an_interruption_of_its_end_ends_it_at_once(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who presses Ctrl-C twice leaves no process behind."""

    def interrupt(_: object, __: float | None = None) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    player = Engine(command("immortal", "9"))
    player.choose(state, NODES)
    leader = player.begin(state.game).pid
    monkeypatch.setattr(subprocess.Popen, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player.close()
    with pytest.raises(ProcessLookupError):
        await_end_of_group(leader)


def await_end_of_group(leader: int) -> None:
    """Raises ProcessLookupError once a process group is empty; killed processes may take a moment."""
    for _ in range(3000):  # those whose parent has ended too are counted until init has waited for them
        os.killpg(leader, 0)
        time.sleep(0.02)


# --- As entrants --------------------------------------------------------------------------------------------------


def engine(*words: str) -> EngineEntrant:
    return EngineEntrant(f"engine:nodes=1 ({' '.join(words)})", command(*words), NODES)


def test_an_engine_in_the_arena() -> None:
    """Its games are those of the same player in our process."""
    with PairRunner(game, Pairing(RACE, (engine("good", "9999"), parse_entrant("greedy")))) as contest:
        pair = contest.play_pair(0)
        program: Any = contest._runners[0]._player
        leader = program.begin(contest.game).pid
    assert not is_alive(leader)
    assert {played.kind for played in pair} == {"cap"}
    assert {played.fault for played in pair} == {""}
    assert pair[0].spent[0].nodes == 42 * pair[0].spent[0].moves
    states = [game(RACE).initial()]
    for action in pair[0].actions:
        if states[-1].to_move == "first" and len(states) > pair[0].opening:
            assert action == states[-1].actions[0]
        states.append(states[-1].play(action))


FAILING = [("crash", "out of ideas"), ("illegal", "played what is illegal: 'a1-z9'")]


@pytest.mark.parametrize(("how", "fault"), slow_but(FAILING[:1], FAILING))
def test_an_engine_that_fails_loses_that_game(how: str, fault: str) -> None:
    """Whichever seat it has; and the tournament goes on."""
    found: list[PairedGame] = []
    pairing = Pairing("senet-race", (parse_entrant("greedy"), engine(how, "4")))
    tally = run_tournament(game, pairing, 1, progress=lambda _, pair: found.extend(pair))
    assert tally.pairs == (0, 0, 0, 0, 1)
    assert [played.kind for played in found] == ["forfeit", "forfeit"]
    assert [played.returns for played in found] == [(1, -1), (-1, 1)]
    assert all(fault in played.fault for played in found)
    assert [played.loser for played in found] == [1, 1]
    assert [played.spent[1].moves for played in found] == [3, 3]


def test_an_engine_that_cannot_begin_ends_the_tournament() -> None:
    with pytest.raises(EngineStartError, match="never heard of it"):
        run_tournament(game, Pairing(RACE, (engine("ignorant"), parse_entrant("greedy"))), 1)


def test_the_processor_time_of_an_engine_is_not_known() -> None:
    with pytest.raises(ValueError, match="use the wall clock"):
        run_tournament(game, Pairing(RACE, (engine("good", "9"), parse_entrant("greedy")), clock="cpu"), 1)
