"""Games that begin from a position."""

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.games import game
from ibau.records.record_files import read_record
from ibau.web.app import Settings, create_app
from ibau.web.site import Kiosk, Site
from tests.web.clients import PERSON, WEAK, ServerGame
from tests.web.test_throws import checked

pytestmark = pytest.mark.one_server

SEEGA = "seega+first_player=first+max_turns=4"
AFTER_THREE = str(Line.of(game(SEEGA).initial(), ["a1", "b1", "e5"]).state)


def begun(server: TestClient, ruleset: str, start: str, **more: Any) -> ServerGame:
    table = ServerGame.__new__(ServerGame)
    table.server = server
    table._begun({"ruleset": ruleset, "first": PERSON, "second": PERSON, "start": start, **more})
    return table


def refused(server: TestClient, ruleset: str, start: str) -> tuple[int, str]:
    body = {"ruleset": ruleset, "first": PERSON, "second": WEAK, "start": start}
    answer = server.post("/api/games?lang=en", json=body)
    return answer.status_code, answer.json()["error"]


def test_it_is_played_from_there_and_its_record_says_so(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table = begun(server, SEEGA, AFTER_THREE)
        with table.enter() as guest:
            assert guest.state["position"] == AFTER_THREE
            assert guest.welcome["match"]["note"] == "This game begins from a position."
            assert guest.welcome["story"] == []
            guest.play("d5")
            guest.play("a5")
            assert guest.change(type="takeback")["state"]["ply_count"] == 1
    with TestClient(create_app(settings)) as server:
        table.server = server
        assert f'[FEN "{AFTER_THREE}"]' in table.record()
        assert read_record(table.record("json")).start == AFTER_THREE


def test_the_start_of_the_rules_is_no_position(server: TestClient) -> None:
    assert "FEN" not in begun(server, "senet-race", str(game("senet-race").initial())).record()


def test_again_is_from_there_too_with_sides_changed(server: TestClient) -> None:
    first = {"kind": "person", "name": "Ada"}
    table = begun(server, SEEGA, AFTER_THREE, first=first, second={"kind": "person", "name": "Ben"})
    with table.enter() as guest:
        guest.ask(type="resign")  # for the side to act, which is the second
        guest.receive("changed")
    following = table.next()
    welcome = following.welcome()
    assert (welcome["ruleset"], welcome["state"]["position"]) == (SEEGA, AFTER_THREE)
    assert [welcome["seats"][seat]["nickname"] for seat in ("first", "second")] == ["Ben", "Ada"]
    assert (welcome["match"]["points"], welcome["match"]["swapped"]) == (["0", "1"], True)
    assert welcome["match"]["note"] == "You have swapped sides."
    assert "to" not in welcome["match"]


def test_throws_can_be_checked_from_there(server: TestClient) -> None:
    line = Line.of(game("senet-race").initial(), ["t3", "11-14"])
    table = begun(server, "senet-race", str(line.state))
    with table.enter() as guest:
        thrown = guest.throw()["ply"]["action"]
        guest.change(type="resign")
    assert checked(table).thrown == 1
    assert thrown in read_record(table.record()).actions


def test_where_the_lot_was_drawn_nothing_is_left_to_chance(server: TestClient) -> None:
    after = str(game("seega").initial().play("lot1"))
    table = begun(server, "seega", after)
    assert "Proof" not in table.record()


@pytest.mark.parametrize(
    ("ruleset", "start", "reason"),
    [
        ("seti-beth", "4H/5/5/5/5/5/5/5/5/5 second e10 0 -", "White wins"),
        ("seega", AFTER_THREE.replace("second", "third"), "third"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(
    server: TestClient, ruleset: str, start: str, reason: str
) -> None:
    status, sentence = refused(server, ruleset, start)
    assert status == 400
    assert reason in sentence


def test_a_kiosk_begins_at_the_start(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, site=Site(kiosk=Kiosk(("seega",)))))) as server:
        start = str(game("seega").initial().play("lot1"))
        assert refused(server, "seega", start)[0] == 403
