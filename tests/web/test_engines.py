"""Computer players in processes of their own."""

import asyncio
import os
import pickle
import signal
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from multiprocessing import Pipe
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from ibau.core.game import State
from ibau.core.record import RULES_VERSION
from ibau.games import game
from ibau.players import Choice
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.requests import event_for
from ibau.web.log.events import Created, Event, PersonSeat, Played
from ibau.web.protocol.from_client import PlayRequest, ThrowRequest
from ibau.web.thinking import questions as questions_module
from ibau.web.thinking.engines import DONE, MAX_TRIES, Answer, EngineError, Engines, answer_question
from ibau.web.thinking.fair_queue import Asker, WorkKind
from ibau.web.thinking.processes import PLAYER_NICENESS, WorkerProcess, process_pool
from ibau.web.thinking.questions import MoveQuestion
from tests.web.clients import PERSON, WEAK, Client, ServerGame, in_loop, services
from tests.web.stored_events import TIME

STATE = game("seega+first_player=first").initial()


@asynccontextmanager
async def opened() -> AsyncGenerator[Engines]:
    engines = process_pool(1)
    try:
        yield engines
    finally:
        await engines.close()


def process_of(engines: Engines) -> WorkerProcess:
    """The only process of engines."""
    (worker,) = engines.workers
    assert isinstance(worker, WorkerProcess)
    return worker


@pytest.mark.posix
async def test_a_worker_that_dies_is_replaced_and_asked_again() -> None:
    async with opened() as engines:
        worker = process_of(engines)
        assert await engines.choose(STATE, "level1") in STATE.actions
        first = worker.pid
        assert first
        assert os.getpriority(os.PRIO_PROCESS, first) == min(19, os.nice(0) + PLAYER_NICENESS)
        os.kill(first, signal.SIGKILL)
        assert await engines.choose(STATE, "level1") in STATE.actions
        assert worker.pid != first


def test_what_a_player_thinks_of_a_position_stays_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server gets only the action, not its reasons; the player gets the event that stops it."""
    handed, stopping = list[object](), threading.Event()
    opinion = Choice("a1", 0.271828, ("a1", "planted"), 31337, 1.0, 9)

    class Opinionated:
        def __init__(self, *_: object) -> None: ...
        def choose(self, _state: object, *, stop: object) -> Choice:
            handed.append(stop)
            return opinion

    monkeypatch.setattr(questions_module, "player", Opinionated)
    ours, theirs = Pipe()
    answer_question(MoveQuestion(STATE, "level8", 1), stopping, theirs.send)
    assert [ours.recv_bytes(), ours.recv_bytes()] == [pickle.dumps(Answer("a1")), pickle.dumps(DONE)]
    assert handed == [stopping]


async def test_a_player_in_trouble_says_so_and_the_worker_lives() -> None:
    async with opened() as engines:
        with pytest.raises(EngineError, match="Unknown player"):
            await engines.choose(STATE, "nobody")
        worker = process_of(engines)
        first = worker.pid
        assert await engines.choose(STATE, "level1") in STATE.actions
        assert worker.pid == first


class Unreadable:
    """A question that the process cannot read, as if its module had changed."""

    kind, yields_after = WorkKind.MOVE, 0.0

    def __reduce__(self) -> tuple[Any, ...]:
        return import_module, ("nothing_of_this_name",)

    def answers(self, _stop: threading.Event) -> Iterator[int]:
        yield 1


async def test_a_question_that_cannot_be_read_is_not_waited_for() -> None:
    async with opened() as engines:
        with pytest.raises(EngineError, match=str(MAX_TRIES)):
            await engines.ask(Unreadable(), lambda _: None)
        assert await engines.choose(STATE, "level1") in STATE.actions


class Counting(NamedTuple):
    """A question with several answers, perhaps with an error at the end."""

    most: int
    dividend: int = 1
    kind: WorkKind = WorkKind.MOVE
    yields_after: float = 0.0

    def answers(self, _stop: threading.Event) -> Iterator[int]:
        for divisor in range(self.most, -1, -1):
            yield self.dividend // divisor


async def test_answers_are_heard_as_they_come() -> None:
    answers: list[int] = []
    async with opened() as engines:
        with pytest.raises(EngineError, match="ZeroDivisionError"):
            await engines.ask(Counting(3, 6), answers.append)
    assert answers == [2, 3, 6]


class UntilStopped(NamedTuple):
    """A question that is answered once it is stopped."""

    kind: WorkKind = WorkKind.ANALYSIS
    yields_after: float = 0.0

    def answers(self, stop: threading.Event) -> Iterator[str]:
        yield "begun"
        assert stop.wait(20)
        yield "cut short"


async def test_an_analysis_gives_way_to_anyone_who_waits_and_not_before() -> None:
    answers: asyncio.Queue[str] = asyncio.Queue()
    async with opened() as engines:
        asking = asyncio.create_task(engines.ask(UntilStopped(yields_after=0.1), answers.put_nowait))
        assert await answers.get() == "begun"
        await asyncio.sleep(0.5)
        assert answers.empty()
        assert await engines.choose(STATE, "level1", Asker(("203.0.113.7",))) in STATE.actions
        await asking
        assert answers.get_nowait() == "cut short"


async def test_who_has_left_hears_nothing_of_what_was_cut_short() -> None:
    answers: asyncio.Queue[str] = asyncio.Queue()
    async with opened() as engines:
        asking = asyncio.create_task(engines.ask(UntilStopped(), answers.put_nowait))
        assert await answers.get() == "begun"
        asking.cancel()
        await engines.choose(STATE, "level1")  # by the same worker, so that the other question is answered
        assert answers.empty()


# --- Seen from a game ------------------------------------------------------------------------------------------------


def test_thinking_is_shown_and_taking_back_stops_it(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Event()

    async def think(_self: Engines, _state: State, _level: str, *_: Any) -> str:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return "a1"

    monkeypatch.setattr(Engines, "choose", think)
    table = ServerGame(server, "seega+first_player=first", PERSON, WEAK)
    with table.enter() as guest:
        guest.play("a1")
        guest.play("a2")
        assert guest.receive("thinking")["seat"] == "second"
        with table.enter() as late:
            assert late.receive("thinking")["seat"] == "second"
        guest.change(type="takeback")
        assert cancelled.wait(5)


def test_a_player_that_fails_is_asked_again(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = [EngineError("broken"), None]

    async def think(_self: Engines, state: State, _level: str, *_: Any) -> str:
        if failure := failures.pop(0):
            raise failure
        return state.actions[0]

    monkeypatch.setattr(Engines, "choose", think)
    monkeypatch.setattr("ibau.web.rooms.computer_player.FIRST_RETRY_PAUSE", 0.0)
    with ServerGame(server, "seega+first_player=first+max_turns=1", WEAK, PERSON).enter() as guest:
        assert "try again" in guest.receive("failed")["reason"]
        failures.append(None)
        guest.receive("played")


def test_two_computers_play_while_a_client_watches(server: TestClient) -> None:
    table = ServerGame(server, "seega", WEAK, WEAK)
    with table.enter(key="") as guest:
        for _ in range(5):
            guest.receive("played")
    time.sleep(0.2)
    played = table.record("json")
    time.sleep(0.3)
    assert table.record("json") == played


def test_throws_have_the_weights_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(ruleset: str) -> dict[Event, int]:
        """How often each result is drawn by the sixteen equally likely numbers."""
        created = Created(ruleset, PersonSeat(), PersonSeat(), "hash", RULES_VERSION, "2026-11-21")
        sixteenths = iter(range(16))
        monkeypatch.setattr("ibau.web.hosted.throws.secrets.randbelow", lambda below: next(sixteenths) % below)
        begun = HostedGame.new(created, TIME)
        return Counter(event_for(ThrowRequest(0), begun, (0, 1)) for _ in range(16))

    assert drawn("senet-race") == {Played(f"t{n}"): weight for n, weight in {1: 4, 2: 6, 3: 4, 4: 1, 6: 1}.items()}
    assert drawn("seega") == {Played("lot1"): 8, Played("lot2"): 8}


@pytest.mark.parametrize(("actions", "told"), [(["", "c3"], "'c3' is not allowed now"), ([], "pop from empty list")])
def test_a_player_that_plays_against_the_rules_or_crashes_ends_the_socket_and_not_the_game(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, actions: list[str], told: str
) -> None:
    async def think(_self: Engines, state: State, _level: str, *_: Any) -> str:
        return actions.pop() or state.actions[0]

    monkeypatch.setattr(Engines, "choose", think)
    table = ServerGame(server, "seega+first_player=first", WEAK, PERSON)
    with table.socket() as socket:
        Client(socket)
        assert socket.receive_json()["type"] == "thinking"
        assert socket.receive()["code"] == 1011
    assert told in caplog.text
    actions.append("")
    with table.socket() as socket:
        assert Client(socket).receive("played")["ply"]["action"] == "a1"


def test_of_two_answers_for_one_ply_only_the_first_is_played(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(_self: Engines, _state: State, _level: str, *_: Any) -> str:
        return await asyncio.Future()

    monkeypatch.setattr(Engines, "choose", think)
    table = ServerGame(server, "seega+first_player=first", WEAK, PERSON)
    with table.enter() as guest:
        room = services(server).lobby.rooms[table.id]

        def answer(at: int, action: str, ply: int) -> None:
            in_loop(server, room.request, None, PlayRequest(at, action, id=f"computer:{table.id}:{ply}"))

        answer(0, "a1", 0)
        answer(0, "b5", 0)  # of another server
        answer(1, "b5", 0)  # in step, but thought of the position before
        answer(1, "a2", 1)
        assert [guest.receive("played")["ply"]["action"] for _ in range(2)] == ["a1", "a2"]
        guest.play("b1")
        guest.play("b2")
        answer(4, "b5", 1)
        answer(4, "c1", 4)
        assert guest.receive("played")["ply"]["action"] == "c1"
    assert '"actions":["a1","a2","b1","b2","c1"]' in table.record("json").replace(" ", "")
