"""Hints over HTTP: who gets one, who is notified, and what the game stores."""

import threading
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.players import Budget
from ibau.web.endpoints import hints
from ibau.web.thinking.engines import EngineError, Engines, OnAnswer
from ibau.web.thinking.questions import HintQuestion
from tests.web.clients import FREE, PERSON, WEAK, ServerGame, in_loop, pair, services

SEEGA = "seega+first_player=first"
ADA = {**PERSON, "name": "Ada"}


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Think little, and in this process except for one test."""

    async def ask(_engines: Engines, question: HintQuestion, hear: OnAnswer, *_: Any) -> None:
        for found in question.answers(threading.Event()):
            hear(found)

    monkeypatch.setattr(hints, "HINT_BUDGET", Budget(nodes=10))
    if "whole" not in request.node.name:
        monkeypatch.setattr(Engines, "ask", ask)


def ask_hint(table: ServerGame, at: int = 0, key: str | None = None, lang: str = "en") -> tuple[int, dict[str, Any]]:
    body = {"key": table.key if key is None else key, "ply_count": at}
    answer = table.server.post(f"/api/games/{table.id}/hint?lang={lang}", json=body)
    return answer.status_code, answer.json()


def test_the_whole_way_of_a_hint_and_what_the_game_keeps_of_it(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, ADA, WEAK)
    with table.enter() as guest:
        status, hint = ask_hint(table)
        assert status == 200, hint
        assert hint["action"] in {action["text"] for action in guest.state["legal"]}
        assert hint["places"] == [hint["action"]]
        assert hint["where"] == f"Look at square {hint['action']}."
        assert hint["what"] == f"Ada places on {hint['action']}."
        assert hint["why"]
        assert guest.receive("changed")["text"] == "Ada plays with hints."
        assert guest.state["standing"] == {"first": [{"brief": "with hints", "aloud": "plays with hints"}]}
        assert ask_hint(table)[0] == 200
        guest.play(hint["action"])  # no second notice
    assert '[Assisted "first"]' in table.record()
    stands = server.post("/api/games/summaries", json={"games": [{"id": table.id, "key": table.key}]}).json()
    assert stands["games"][0]["players"] == "against Pip, with hints"


def test_a_hint_comes_in_the_language_of_who_asks(server: TestClient) -> None:
    status, hint = ask_hint(ServerGame(server, SEEGA, ADA, WEAK), lang="de")
    assert (status, hint["where"]) == (200, f"Sieh dir das Feld {hint['action']} an.")


def test_two_at_one_table_may_ask_each_in_turn(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    assert ask_hint(table)[0] == 200
    with table.enter() as guest:
        guest.play("a1")
        guest.play("b1")
        assert ask_hint(table, at=2)[0] == 200
    assert '[Assisted "first second"]' in table.record()


def test_people_apart_get_no_hints(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, ADA, FREE)
    assert "Waiting" in ask_hint(table)[1]["error"] or "nobody gets hints" in ask_hint(table)[1]["error"]
    with pair(table) as (ada, _):
        assert ask_hint(table) == (409, {"error": "When people play each other, nobody gets hints before the end."})
        ada.play("a1")  # no notice of the refused hint
    assert "Assisted" not in table.record()


@pytest.mark.parametrize(
    ("ruleset", "first", "body", "status", "error"),
    [
        (SEEGA, PERSON, {"key": "wrong"}, 403, "You are watching; only the players can do this."),
        (SEEGA, PERSON, {"at": 3}, 409, "The game has moved on in the meantime."),
        ("seega+first_player=second", PERSON, {}, 409, "It is the other side's turn."),
        ("seega", PERSON, {}, 409, "Throw first; then there is something to decide."),
    ],
)
def test_where_there_is_no_hint(
    server: TestClient, ruleset: str, first: Any, body: dict[str, Any], status: int, error: str
) -> None:
    table = ServerGame(server, ruleset, first, WEAK)
    assert ask_hint(table, **body) == (status, {"error": error})
    assert "Assisted" not in table.record()


def test_no_hint_after_the_end(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, ADA, WEAK)
    with table.enter() as guest:
        guest.change(type="resign")
    assert ask_hint(table) == (409, {"error": "The game is over."})


def test_hints_are_rationed(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, ADA, WEAK)
    known = services(server)
    for _ in range(10):
        in_loop(server, known.limits.hints.spend_in, known.store, "hints", table.id)
    assert ask_hint(table)[0] == 429


def test_an_engine_that_fails_says_so(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_engines: Any, _question: Any, *_: Any) -> None:
        raise EngineError("gone")

    monkeypatch.setattr(Engines, "ask", fails)
    assert ask_hint(ServerGame(server, SEEGA, ADA, WEAK)) == (
        503,
        {"error": "The computer has no hint just now; please try again."},
    )


# --- Explanations ----------------------------------------------------------------------------------------------------


def explained(table: ServerGame, at: int, key: str | None = None, lang: str = "en") -> tuple[int, dict[str, Any]]:
    body = {"key": table.key if key is None else key, "ply_count": at}
    answer = table.server.post(f"/api/games/{table.id}/explained?lang={lang}", json=body)
    return answer.status_code, answer.json()


def test_what_was_done_is_explained_and_the_game_keeps_nothing_of_it(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    with table.enter() as guest:
        guest.play("a1")
        guest.play("c2")
    beside = "The first step of the game goes to the centre, and a piece on c2 is next to it."
    assert explained(table, at=0) == (200, {"ply_count": 0, "moves": []})
    status, hint = explained(table, at=2)
    assert status == 200
    assert [move.split(". ", 1)[1] for move in hint["moves"]] == ["A quiet move.", beside]
    assert "Ein ruhiger Zug." in explained(table, at=1, lang="de")[1]["moves"][0]
    assert "Assisted" not in table.record()


def test_where_nothing_is_explained(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, ADA, WEAK)
    assert explained(table, at=3) == (409, {"error": "The game has moved on in the meantime."})
    assert explained(table, at=0, key="wrong")[0] == 403
    apart = ServerGame(server, SEEGA, ADA, FREE)
    with pair(apart) as (ada, _):
        ada.play("a1")
        assert explained(apart, at=1)[0] == 409
