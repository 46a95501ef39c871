"""Unused games are removed from the log, and no wrong clock removes them too early."""

import asyncio
import json
import shutil
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from ibau.web.log import sqlite
from ibau.web.log import store as log
from ibau.web.log.events import Created, HintGiven, PersonSeat
from ibau.web.log.store import StaleStream, StreamChange, WallClock, require_stored
from ibau.web.log.tables import streams
from ibau.web.rooms import lobby, pruning, removal
from ibau.web.rooms.pruning import DAY_MS, remove_stale
from ibau.web.rooms.removal import remove_if_stale
from tests.web.browser_tables import PageStore
from tests.web.clients import PERSON, Client, ServerGame, in_loop, post, services
from tests.web.test_imports import record
from tests.web.test_seat_codes import Clock

SEEGA = "seega+first_player=first"
KEPT = 30  # days
CREATED = Created(SEEGA, PersonSeat(), PersonSeat(), "hash", "1", "2026-11-22")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "SWEEP_PAUSE", 0.0)


def swept(server: TestClient, *, unmoved: bool = False) -> list[str]:
    """The games that a server removes from its log."""
    known = services(server)
    removed: list[str] = in_loop(server, partial(remove_stale, known.store, known.lobby, KEPT, unmoved=unmoved))
    return removed


def aged(server: TestClient, *names: str, days: int = KEPT + 1) -> None:
    """Set the last use of games to so many days ago."""
    store: Any = services(server).store

    def age(connection: Any) -> None:
        connection.execute(
            update(streams).where(streams.c.stream.in_(names)).values(touched=store.now() - days * DAY_MS)
        )
        connection.commit()

    in_loop(server, store._in_writer, age)


def unload_rooms(server: TestClient) -> None:
    """Unload all rooms, as after a while without clients."""
    lobby = services(server).lobby

    async def close() -> None:
        for room in list(lobby.rooms.values()):
            lobby._close_if_empty(room)

    in_loop(server, close)


def resigned_game(table: ServerGame) -> ServerGame:
    """A resigned game."""
    with table.enter() as guest:
        guest.change(type="resign")
    return table


def status_of(table: ServerGame) -> int:
    return table.server.get(f"/api/games/{table.id}/record").status_code


def test_only_a_game_without_moves_is_removed(server: TestClient) -> None:
    played, brought = ServerGame(server, SEEGA), ServerGame(server, SEEGA)
    with played.socket() as socket:
        Client(socket).play("a1")
    elsewhere = server.post("/api/records?lang=en", content=record()).raise_for_status().json()["id"]
    unload_rooms(server)
    aged(server, played.id, brought.id, elsewhere, days=KEPT + 1)
    assert swept(server, unmoved=True) == [brought.id]
    assert sorted(swept(server)) == sorted((played.id, elsewhere))


def test_nothing_begins_on_a_disk_that_is_nearly_full(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ServerGame(server, SEEGA)
    with table.enter() as guest:
        monkeypatch.setattr(sqlite, "MIN_FREE_BYTES", 1 << 60)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=1 << 40, free=1 << 30))
        new = json.dumps({"ruleset": SEEGA, "first": PERSON, "second": PERSON})
        for path, body in (("games", new), ("records", record())):
            answer = server.post(f"/api/{path}?lang=en", content=body)
            assert (answer.status_code, "Nothing can be stored" in answer.json()["error"]) == (503, True)
        guest.play("a1")  # what goes on goes on


def test_only_unused_games_are_removed(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "SWEEP_SIZE", 2)
    old, young = ([ServerGame(server, SEEGA) for _ in range(5)] for _ in range(2))
    aged(server, *(table.id for table in old))
    aged(server, *(table.id for table in young), days=KEPT - 1)
    assert sorted(swept(server)) == sorted(table.id for table in old)
    assert [status_of(table) for table in (*old, *young)] == [404] * 5 + [200] * 5
    answer = server.get(f"/api/games/{old[0].id}/record?lang=en")
    assert answer.json() == {"error": "There is no such game here."}
    assert swept(server) == []


def test_a_game_that_is_open_stays(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    aged(server, table.id)
    with table.enter() as guest:
        assert swept(server) == []
        guest.play("a1")
    unload_rooms(server)
    assert swept(server) == []  # it was touched


def test_a_next_game_stays_with_an_open_one_and_survives_the_one_before(server: TestClient) -> None:
    first = resigned_game(ServerGame(server, SEEGA))
    second = first.next()
    unload_rooms(server)
    aged(server, first.id, second.id)
    with first.socket() as socket:
        assert Client(socket).welcome["match"]["next"] == second.id
        assert swept(server) == []
    unload_rooms(server)
    aged(server, second.id, days=0)
    assert swept(server) == [first.id]
    assert status_of(second) == 200
    assert post(second, "code", key=second.key)[0] == 201


def test_a_whole_match_goes_at_once(server: TestClient) -> None:
    """A removed next game does not keep its predecessor longer."""
    games = [resigned_game(ServerGame(server, SEEGA))]
    for _ in range(3):
        games.append(resigned_game(games[-1].next()))
    unload_rooms(server)
    aged(server, *(game.id for game in games))
    assert sorted(swept(server)) == sorted(game.id for game in games)


def test_unreadable_games_are_removed_like_others(server: TestClient) -> None:
    in_loop(server, services(server).store.append, [StreamChange("broken", 0, (HintGiven(0),))])
    aged(server, "broken")
    assert swept(server) == ["broken"]


async def test_a_game_that_was_touched_while_it_was_looked_at_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    store = PageStore()
    require_stored(await store.append([StreamChange("game", 0, (CREATED,))]))
    old = await store.next_stale(store.now() + DAY_MS)
    assert old
    require_stored(await store.append([StreamChange("game", 1, (HintGiven(0),))]))
    assert not await remove_if_stale(store, old, ())
    with monkeypatch.context() as patch:
        patch.setattr(store, "_append", AsyncMock(side_effect=[log.Conflict(), log.StorageFull("full")]))
        assert not await remove_if_stale(store, StaleStream("game", 2), ())
        with pytest.raises(log.StoreFullError):
            await remove_if_stale(store, StaleStream("game", 2), ())
        patch.setattr(removal, "MAX_UNMOVED_EVENTS", 1)
        assert not await remove_if_stale(store, StaleStream("game", 2), (), unmoved=True)
    assert await remove_if_stale(store, StaleStream("game", 2), ())
    assert await store.read("game") == []


# --- Wrong clocks ----------------------------------------------------------------------------------------------------


def test_a_calendar_is_not_put_forward() -> None:
    wall, steady = Clock(), Clock()
    calendar = WallClock(wall, steady)
    begun = calendar.now()
    for clock in (wall, steady):
        clock.now += 60
    assert calendar.now() == begun + 60_000
    wall.now += 1e9
    assert calendar.now() == begun + 60_000
    wall.now -= 2e9
    assert calendar.now() < begun


@pytest.mark.parametrize("days", [KEPT, None])
def test_a_server_keeps_for_so_many_days(settings: Settings, monkeypatch: pytest.MonkeyPatch, days: int | None) -> None:
    """A game without a move is removed also where all others are kept."""
    monkeypatch.setattr(pruning, "FIRST_PRUNE_DELAY", 0.0)
    monkeypatch.setattr(pruning, "PRUNE_INTERVAL", 0.01)
    with TestClient(create_app(replace(settings, keep_days=days)), client=("127.0.0.1", 1)) as server:
        table = ServerGame(server, SEEGA, PERSON, PERSON)
        if days:
            with table.enter() as guest:
                guest.play("a1")
            unload_rooms(server)
        aged(server, table.id)
        for _ in range(200):
            if status_of(table) == 404:
                break
            in_loop(server, asyncio.sleep, 0.01)
        assert status_of(table) == 404
