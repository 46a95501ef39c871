"""Playing through the socket."""

import random
import time
from dataclasses import replace
from itertools import count

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.games import game
from ibau.records.jsonl import read_json
from ibau.records.record_text import read_text
from ibau.web.app import Settings, create_app
from ibau.web.log.events import TakenBack
from tests.web.clients import PERSON, WEAK, Client, ServerGame

SEEGA = "seega+first_player=first"


def play_out(guest: Client, seed: int) -> None:
    """Play at random until the end."""
    chooser = random.Random(seed)
    for _ in count():
        state = guest.state
        if state["result"]:
            return
        if state["throw"] and state["throw"]["awaited"]:
            guest.throw()
        elif state["legal"]:
            guest.play(chooser.choice(state["legal"])["text"])
        else:
            guest.receive("played")


@pytest.mark.parametrize(("ruleset", "second"), [("seega", PERSON), ("seega", WEAK), ("senet-race+max_turns=40", WEAK)])
def test_a_whole_game_is_played_and_its_record_replays(server: TestClient, ruleset: str, second: object) -> None:
    table = ServerGame(server, ruleset, PERSON, second)
    with table.enter() as guest:
        play_out(guest, seed=1)
    (record,) = read_text(table.record().splitlines(), game)
    (twin,) = read_json(table.record("json").splitlines(), game)
    assert record.actions == twin.actions
    assert len(record.actions) == guest.state["ply_count"]
    assert str(Line.replay(record).state) == guest.state["position"]
    assert record.result
    assert record.result.word == guest.state["result"]["word"]


def test_a_game_without_listeners_is_unloaded_and_found_again(settings: Settings) -> None:
    with TestClient(app := create_app(replace(settings, idle=0.0))) as server:
        table = ServerGame(server, SEEGA)
        for action in ("a1", "a2"):
            with table.enter() as guest:
                assert list(app.state.services.lobby.rooms) == [table.id]
                guest.play(action)
            ended = time.monotonic() + 10
            while app.state.services.lobby.rooms:
                assert time.monotonic() < ended
                time.sleep(0.01)
        assert read_one(table.record()) == ("a1", "a2")


def test_a_throw_shows_its_sticks(server: TestClient) -> None:
    with ServerGame(server, "senet-race").socket() as socket:
        ply = Client(socket).throw()["ply"]
    assert (ply["heads"] or 6) == ply["value"] == int(ply["action"][1:])
    assert ply["seat"] == "second"


def test_take_back_stays_in_the_log_and_leaves_the_record(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    with table.enter() as guest:
        guest.play("a1")
        guest.play("a2")
        assert guest.state["takeback"] == 0
        assert guest.change(type="takeback")["state"]["ply_count"] == 0
        assert guest.state.get("takeback") is None
        assert guest.refusal(type="takeback") == "Nothing can be taken back now."
        guest.play("b1")
    assert read_one(table.record()) == ("b1",)


def read_one(text: str) -> tuple[str, ...]:
    (record,) = read_text(text.splitlines(), game)
    return record.actions


def test_why_explains_and_what_is_not_allowed_is_refused(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.ask(type="why", place="c3")
        answer = guest.receive("why")
        assert answer["place"] == "c3"
        assert answer["text"] == "No piece may be placed on the centre."
        assert guest.refusal(type="why", place="z9") == "There is no such place."
        assert guest.refusal(type="play", action="c3") == "'c3' is not allowed now."
        guest.play("a1")


def test_out_of_step_is_refused_and_the_state_sent_again(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    with ServerGame(server, SEEGA).enter() as guest:
        assert guest.refusal(type="play", action="a1", ply_count=7) == "The game has moved on in the meantime."
        assert guest.receive("welcome")["state"]["ply_count"] == 0


def test_a_wrong_key_only_watches(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter(key="wrong") as guest:
        assert guest.welcome["yours"] == []
        assert guest.receive("refused")["reason"] == "This is not the key to this game; you can only watch it."


def test_players_cannot_throw_or_move_for_the_computer(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.rooms.computer_player.ComputerPlayer.restart", lambda *_args, **_kwargs: None)
    with ServerGame(server, "senet-race", PERSON, WEAK).socket() as socket:
        assert Client(socket).refusal(type="throw") == "It is the other side's turn."
    with ServerGame(server, SEEGA, WEAK, PERSON).enter() as guest:
        assert guest.state["legal"] == []
        assert guest.refusal(type="play", action="a1") == "It is the other side's turn."


def test_a_game_of_other_rules_is_reported_and_the_server_goes_on(
    server: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = ServerGame(server, SEEGA)
    with monkeypatch.context() as patch:
        patch.setattr("ibau.web.log.store.decode_event", lambda _data: TakenBack(1))
        with table.socket() as socket:
            assert "another version" in socket.receive_json()["reason"]
            assert socket.receive()["code"] == 4404
        assert server.get(f"/api/games/{table.id}/record").status_code == 500
    assert "cannot be played under the rules of this version" in caplog.text
    with table.socket() as socket:
        Client(socket).play("a1")
