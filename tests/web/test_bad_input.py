"""Errors for people: each is explained in their language with what to do, and nothing is lost."""

import json
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text as sql
from starlette.testclient import TestClient

from ibau.language import LANGUAGES, translator_for
from ibau.web.app import Settings, create_app
from ibau.web.log import store as store_module
from ibau.web.log import tables
from ibau.web.log.store import WallClock
from ibau.web.rooms.lobby import NO_SUCH_GAME
from ibau.web.rooms.pruning import DAY_MS, remove_stale
from ibau.web.rooms.room import NOT_STORED
from tests.web.clients import BEN, FREE, PERSON, WEAK, ServerGame, accepted, in_loop, pair, play_in_turn, post, services
from tests.web.test_store import full_disk

SEEGA = "seega+first_player=first+max_turns=2"
OPENING = ("a1", "b1", "a2", "b2")


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, SEEGA, {**PERSON, "name": "Ada"}, FREE)


def log(table: ServerGame) -> list[Any]:
    """All stored events."""

    def read(connection: Any) -> list[Any]:
        return [tuple(row) for row in connection.execute(sql("SELECT * FROM events ORDER BY time, stream, sequence"))]

    store: Any = services(table.server).store
    return list(in_loop(table.server, store._in_writer, read))


def changes(table: ServerGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request that would change something, by its address."""
    here = f"/api/games/{table.id}"
    yield "/api/games", {"ruleset": SEEGA, "first": PERSON, "second": PERSON}
    yield f"{here}/invitation/accept", {"invitation": table.invitations["second"], "browser": BEN}
    yield f"{here}/invitation/renew", {"key": table.key, "seat": "second"}
    yield f"{here}/invitation/withdraw", {"key": table.key, "seat": "second"}
    yield f"{here}/leave", {"key": table.key}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_that_is_no_more(table: ServerGame, lang: str) -> None:
    reason, old = NO_SUCH_GAME.to_text(translator_for(lang)), table.id
    assert post(table, "leave", key=table.key)[0] == 200
    answer = table.server.get(f"/api/games/{old}/record?lang={lang}")
    assert (answer.status_code, answer.json()) == (404, {"error": reason})
    for path, body in list(changes(table))[1:]:
        answer = table.server.post(f"{path}?lang={lang}", json=body)
        assert (answer.status_code, answer.json()) == (404, {"error": reason})
    with table.socket(lang=lang) as socket:
        assert socket.receive_json() == {"type": "refused", "reason": reason}
        assert socket.receive()["code"] == 4404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_disk(table: ServerGame, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """No request is granted, and all are when they are repeated."""
    reason = NOT_STORED.to_text(translator_for(lang))
    over = ServerGame(table.server, SEEGA)
    with over.enter(lang=lang) as guest:
        guest.play(OPENING[0])
        before = log(table)
        with monkeypatch.context() as patch:
            patch.setattr(tables, "write_batch", full_disk)
            for path, body in changes(table):
                answer = table.server.post(f"{path}?lang={lang}", json=body)
                assert (answer.status_code, answer.json()) == (503, {"error": reason}), path
            guest.ask(type="play", action=OPENING[1])
            assert guest.receive("failed")["reason"] == reason
        assert log(table) == before
        for action in OPENING[1:]:
            guest.play(action)
        with monkeypatch.context() as patch:
            patch.setattr(tables, "write_batch", full_disk)
            answer = table.server.post(f"/api/games?lang={lang}", json={"after": {"id": over.id, "key": over.key}})
            assert (answer.status_code, answer.json()) == (503, {"error": reason})
        assert over.next().id
    assert accepted(table, BEN)[0] == 200
    assert post(table, "leave", key=table.key)[0] == 200


@pytest.mark.parametrize("days", [-400, 400])
def test_a_clock_that_is_set(settings: Settings, monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Back or forward: the game goes on, its log stays in order, and nothing is removed for being old."""
    shift = 0.0
    monkeypatch.setattr(store_module, "WallClock", partial(WallClock, lambda: time.time() + shift))
    with TestClient(create_app(settings)) as server:
        table = ServerGame(server, SEEGA, PERSON, FREE)
        made = post(table, "code", key=table.key)[1]
        with pair(table) as (ada, ben):
            play_in_turn((ada, ben), OPENING[0])
            shift = days * DAY_MS / 1000
            play_in_turn((ada, ben), *OPENING[1:])
            assert ada.state["ply_count"] == 4
        times = [row[2] for row in log(table)]
        assert times == sorted(times)
        assert times[-1] - times[0] < DAY_MS
        assert in_loop(server, remove_stale, services(server).store, services(server).lobby, 30) == []
        assert server.post("/api/codes", json=made).status_code == 200
    with TestClient(create_app(settings)) as server:
        table.server = server
        assert "a1 b1" in " ".join(table.record().split())
        assert table.next().id


# --- Bodies that are no good ones ------------------------------------------------------------------------------------

NEW = {"ruleset": SEEGA, "first": PERSON, "second": WEAK}
AFTER = {"id": "abc", "key": "k"}
ACCEPT = {"invitation": "wrong", "browser": BEN}
GAMES, ACCEPTING = "/api/games", "/api/games/{id}/invitation/accept"
WRONG: list[tuple[str, Any, int, str]] = [  # path, body, status of the response, and a word in its error
    (GAMES, b"", 400, "truncated"),
    (GAMES, b"\xff\xfe", 400, "byte"),
    (GAMES, b"[" * 4000, 400, "object"),
    (GAMES, {**NEW, "ruleset": 7}, 400, "ruleset"),
    (GAMES, {**NEW, "ruleset": "sega"}, 400, "Did you mean 'seega'?"),
    (GAMES, {**NEW, "ruleset": "seega+chain=\ud800"}, 400, "surrogate"),
    (GAMES, {**NEW, "more": 1}, 400, "more"),
    (GAMES, {**NEW, "second": {"kind": "computer", "level": "levle1"}}, 400, "Did you mean 'level1'?"),
    (GAMES, {**NEW, "second": {"kind": "computer"}}, 400, "level"),
    (GAMES, {**NEW, "second": {"kind": "cat"}}, 400, "cat"),
    (GAMES, {**NEW, "second": {"kind": "person", "level": "level1"}}, 400, "level"),
    (GAMES, {"after": {"id": "abc"}}, 400, "key"),
    (GAMES, {"after": {**AFTER, "id": "x" * 41}}, 400, "id"),
    (GAMES, {"after": AFTER, "ruleset": "seega"}, 400, "ruleset"),
    (GAMES, {"after": AFTER, "first": PERSON, "second": PERSON}, 400, "first"),
    (GAMES, b'{"after": ' + b"[" * 4000, 400, "does not understand"),
    ("/api/games/{id}/invitation", {"invitation": "wrong"}, 404, "not valid"),
    (ACCEPTING, ACCEPT, 404, "not valid"),
    (ACCEPTING, {**ACCEPT, "browser": "short"}, 400, "browser"),
    ("/api/games/{id}/invitation/renew", {"key": "wrong", "seat": "third"}, 400, "third"),
]


@pytest.mark.parametrize(("path", "body", "status", "named"), WRONG)
def test_the_error_of_a_wrong_request_names_the_fault(
    table: ServerGame, path: str, body: Any, status: int, named: str
) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body)
    answer = table.server.post(path.format(id=table.id) + "?lang=en", content=content)
    assert (answer.status_code, set(answer.json())) == (status, {"error"})
    assert named in answer.json()["error"]
