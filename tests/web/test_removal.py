"""Games that nobody has touched go from the log, and no clock makes them go before their time."""

import asyncio
import json
import shutil
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from ibau.web.log import sqlite
from ibau.web.log.events import Assisted, Created, PersonSeat
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Calendar, Change, Untouched, checked
from ibau.web.log.tables import streams
from ibau.web.rooms import keeping, lobby
from ibau.web.rooms.keeping import DAY, remove_untouched
from ibau.web.rooms.removal import sweep
from tests.web.browser_tables import PageStore
from tests.web.guests import PERSON, Guest, Table, finished, post
from tests.web.test_brought import record

SEEGA = "seega+first_player=first"
KEPT = 30  # days
CREATED = Created(SEEGA, PersonSeat(), PersonSeat(), "hash", "1", "2026-11-22")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PAUSE", 0.0)


def swept(server: TestClient, *, unmoved: bool = False) -> list[str]:
    """The games that are removed when a server goes through its log."""
    app: Any = server.app
    assert server.portal
    services = app.state.services
    go_through = partial(remove_untouched, services.store, services.lobby, KEPT, unmoved=unmoved)
    removed: list[str] = server.portal.call(go_through)
    return removed


def aged(server: TestClient, *names: str, days: int = KEPT + 1) -> None:
    """Let games have been touched so long ago."""
    app: Any = server.app
    store: SQLiteStore = app.state.services.store

    def age(connection: Any) -> None:
        connection.execute(update(streams).where(streams.c.stream.in_(names)).values(touched=store.now() - days * DAY))
        connection.commit()

    assert server.portal
    server.portal.call(store._do, age)


def put_away(server: TestClient) -> None:
    """Have all rooms put away, as after a while without anybody."""
    app: Any = server.app
    house = app.state.services.lobby

    async def close() -> None:
        for room in list(house.rooms.values()):
            house._put_away(room)

    assert server.portal
    server.portal.call(close)


def over(table: Table) -> Table:
    """A game that was given up."""
    with table.guest() as guest:
        guest.change(type="resign")
    return table


def status_of(table: Table) -> int:
    return table.server.get(f"/api/games/{table.id}/record").status_code


def test_a_game_in_which_nobody_moved_goes_and_no_other(server: TestClient) -> None:
    played, brought = Table(server, SEEGA), Table(server, SEEGA)
    with played.socket() as socket:
        Guest(socket).play("a1")
    elsewhere = server.post("/api/records?lang=en", content=record()).raise_for_status().json()["id"]
    put_away(server)
    aged(server, played.id, brought.id, elsewhere, days=KEPT + 1)
    assert swept(server, unmoved=True) == [brought.id]
    assert sorted(swept(server)) == sorted((played.id, elsewhere))


def test_nothing_begins_on_a_disk_that_is_nearly_full(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(server, SEEGA)
    with table.guest() as guest:
        monkeypatch.setattr(sqlite, "LEAST_FREE", 1 << 60)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=1 << 40, free=1 << 30))
        new = json.dumps({"ruleset": SEEGA, "first": PERSON, "second": PERSON})
        for path, body in (("games", new), ("records", record())):
            answer = server.post(f"/api/{path}?lang=en", content=body)
            assert (answer.status_code, "Nothing can be stored" in answer.json()["error"]) == (503, True)
        guest.play("a1")  # what goes on goes on


def test_only_what_nobody_has_touched_goes(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_SWEPT", 2)
    old, young = ([Table(server, SEEGA) for _ in range(5)] for _ in range(2))
    aged(server, *(table.id for table in old))
    aged(server, *(table.id for table in young), days=KEPT - 1)
    assert sorted(swept(server)) == sorted(table.id for table in old)
    assert [status_of(table) for table in (*old, *young)] == [404] * 5 + [200] * 5
    answer = server.get(f"/api/games/{old[0].id}/record?lang=en")
    assert answer.json() == {"error": "There is no such game here."}
    assert swept(server) == []


def test_a_game_that_is_open_stays(server: TestClient) -> None:
    table = Table(server, SEEGA)
    aged(server, table.id)
    with table.guest() as guest:
        assert swept(server) == []
        guest.play("a1")
    put_away(server)
    assert swept(server) == []  # it was touched


def test_a_match_can_go_on_after_its_next_game_went(server: TestClient) -> None:
    first = over(Table(server, SEEGA))
    second = first.next()
    put_away(server)
    aged(server, second.id)
    assert swept(server) == [second.id]
    assert first.welcome()["match"]["next"] is None
    third = first.next()
    assert third.id not in (first.id, second.id)
    put_away(server)
    assert first.welcome()["match"]["next"] == third.id


def test_a_next_game_stays_with_an_open_one_and_survives_the_one_before(server: TestClient) -> None:
    first = over(Table(server, SEEGA))
    second = first.next()
    put_away(server)
    aged(server, first.id, second.id)
    with first.socket() as socket:
        assert Guest(socket).welcome["match"]["next"] == second.id
        assert swept(server) == []
    put_away(server)
    aged(server, second.id, days=0)
    assert swept(server) == [first.id]
    assert status_of(second) == 200
    assert post(second, "code", key=second.key)[0] == 201


def test_a_whole_match_goes_at_once(server: TestClient) -> None:
    """That a game can be followed again does not keep it any longer."""
    games = [over(Table(server, SEEGA))]
    for _ in range(3):
        games.append(over(games[-1].next()))
    put_away(server)
    aged(server, *(game.id for game in games))
    assert sorted(swept(server)) == sorted(game.id for game in games)


def test_the_game_before_is_kept_for_no_longer_when_the_next_one_goes(server: TestClient) -> None:
    first = over(Table(server, SEEGA))
    second = first.next()
    put_away(server)
    aged(server, first.id, days=KEPT - 1)
    aged(server, second.id)
    assert swept(server) == [second.id]
    app: Any = server.app
    assert server.portal
    tomorrow = app.state.services.store.now() - (KEPT - 2) * DAY
    old = server.portal.call(app.state.services.store.untouched, tomorrow)
    assert old.stream == first.id


def test_games_that_nobody_can_read_go_like_others(server: TestClient) -> None:
    app: Any = server.app
    store: SQLiteStore = app.state.services.store
    assert server.portal
    server.portal.call(store.append, [Change("broken", 0, (Assisted(0),))])
    aged(server, "broken")
    assert swept(server) == ["broken"]


def test_a_game_that_was_touched_while_it_was_looked_at_stays() -> None:
    async def run() -> None:
        store = PageStore()
        checked(await store.append([Change("game", 0, (CREATED,))]))
        old = await store.untouched(store.now() + DAY)
        assert old
        checked(await store.append([Change("game", 1, (Assisted(0),))]))
        assert not await sweep(store, old, ())
        assert await sweep(store, Untouched("game", 2), ())
        assert await store.read("game") == []

    finished(run())


# --- Wrong clocks ----------------------------------------------------------------------------------------------------


@dataclass
class House:
    """A house whose clock somebody sets; time passes all the same."""

    wall: float = 1_800_000_000.0
    passed: float = 0.0

    def __call__(self) -> float:
        return self.wall

    def steady(self) -> float:
        return self.passed

    def wait(self, days: float) -> None:
        self.wall += days * DAY / 1000
        self.passed += days * DAY / 1000


def test_a_calendar_is_not_put_forward() -> None:
    house = House()
    calendar = Calendar(house, house.steady)
    begun = calendar.now()
    house.wait(1)
    assert calendar.now() == begun + DAY
    house.wall += 1e9
    assert calendar.now() == begun + DAY
    house.wall -= 2e9
    assert calendar.now() < begun
    house.wall += 1e9
    house.wait(1)
    assert calendar.now() == begun + 2 * DAY


async def swept_from(store: SQLiteStore) -> list[str]:
    """The games that are removed."""
    removed: list[str] = []
    after = ""
    while old := await store.untouched(store.now() - KEPT * DAY, after):
        after = old.stream
        removed += [after] if await sweep(store, old, ()) else []
    return removed


class Log:
    """A log without a server, in a house whose clock is set."""

    def __init__(self, folder: Path, house: House) -> None:
        self.folder, self.house = folder, house

    def run(self, *games: str) -> list[str]:
        """Start, store games, look for old ones, end; the removed ones."""

        async def run() -> list[str]:
            store = SQLiteStore(self.folder, lambda _: None, Calendar(self.house, self.house.steady).now)
            try:
                for game in games:
                    checked(await store.append([Change(game, 0, (CREATED,))]))
                return await swept_from(store)
            finally:
                await store.close()

        return finished(run())


def test_a_clock_set_back_removes_and_refuses_nothing(tmp_path: Path) -> None:
    house = House()
    log = Log(tmp_path, house)
    assert log.run("a") == []
    house.wall = 0  # a machine that has lost its battery
    assert log.run("b") == []
    house.wall = 1_800_000_000.0
    house.wait(1)
    assert log.run("c") == []  # b was not touched in 1970
    house.wait(KEPT + 1)
    assert log.run("d") == ["a", "b", "c"]


def test_a_clock_set_forward_and_back_removes_nothing(tmp_path: Path) -> None:
    house = House()

    async def run() -> list[str]:
        store = SQLiteStore(tmp_path, lambda _: None, Calendar(house, house.steady).now)
        removed: list[str] = []
        try:
            for n, jump in enumerate((0.0, 1e9, -1e9, -1e9, 1e9)):
                house.wall += jump
                checked(await store.append([Change(f"game {n}", 0, (CREATED,))]))
                removed += await swept_from(store)
        finally:
            await store.close()
        return removed

    assert finished(run()) == []


def test_a_server_keeps_for_so_many_days(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "SECONDS_BEFORE", 0.0)
    monkeypatch.setattr(keeping, "SECONDS_BETWEEN", 0.01)
    with TestClient(create_app(replace(settings, keep_days=KEPT)), client=("127.0.0.1", 1)) as server:
        table = Table(server, SEEGA, PERSON, PERSON)
        aged(server, table.id)
        assert server.portal
        for _ in range(200):
            if status_of(table) == 404:
                break
            server.portal.call(asyncio.sleep, 0.01)
        assert status_of(table) == 404
