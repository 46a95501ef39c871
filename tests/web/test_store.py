"""The event log: what is acknowledged is stored, what cannot be stored is told, and a dead writer is seen by all."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from ibau.web.log import database
from ibau.web.log import store as module
from ibau.web.log.database import FILE, StoreError
from ibau.web.log.store import Store, StoreDead, StoreFull
from tests.web.guests import Guest, Table, finished

SEEGA = "seega+first_player=first"


@asynccontextmanager
async def opened(folder: Path, deaths: list[BaseException]) -> AsyncGenerator[Store]:
    store = Store(folder, deaths.append)
    try:
        yield store
    finally:
        await store.close()


def test_events_come_back_in_order_after_reopening(tmp_path: Path) -> None:
    async def write() -> None:
        async with opened(tmp_path, []) as store:
            await asyncio.gather(*(store.append("a", n, "played", f"{n} ỉbꜣw") for n in range(20)))
            await store.append("b", 0, "created", "other")

    async def read() -> list[str]:
        async with opened(tmp_path, []) as store:
            assert await store.read("nothing") == []
            return await store.read("a")

    finished(write())
    assert finished(read()) == [f"{n} ỉbꜣw" for n in range(20)]


def test_what_waits_is_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []

    def slow_write(connection: Connection, rows: list[dict[str, Any]]) -> None:
        batches.append(len(rows))
        write(connection, rows)

    write = module.write
    monkeypatch.setattr(module, "write", slow_write)

    async def run() -> None:
        async with opened(tmp_path, []) as store:
            await asyncio.gather(*(store.append("a", n, "played", "") for n in range(100)))

    finished(run())
    assert sum(batches) == 100
    assert len(batches) < 100


def full_disk(_connection: Connection, _rows: object) -> None:
    raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))


def test_a_full_disk_fails_the_waiting_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths: list[BaseException] = []

    async def run() -> list[str]:
        async with opened(tmp_path, deaths) as store:
            await store.append("a", 0, "created", "stored")
            with monkeypatch.context() as patch:
                patch.setattr(module, "write", full_disk)
                with pytest.raises(StoreFull, match="full"):
                    await store.append("a", 1, "played", "lost")
            await store.append("a", 1, "played", "again")
            return await store.read("a")

    assert finished(run()) == ["stored", "again"]
    assert not deaths


def test_a_truly_full_database_keeps_what_was_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself runs out of pages here."""
    check = database._check
    stored: list[str] = []

    def check_and_limit(connection: Connection, path: Path) -> None:
        check(connection, path)
        connection.exec_driver_sql("PRAGMA max_page_count = 20")

    async def fill() -> None:
        async with opened(tmp_path, []) as store:
            for n in range(1000):
                await store.append("a", n, "played", "x" * 100 + str(n))
                stored.append("x" * 100 + str(n))

    async def go_on() -> list[str]:
        async with opened(tmp_path, []) as store:
            await store.append("a", len(stored), "played", "again")
            return await store.read("a")

    with monkeypatch.context() as patch:
        patch.setattr(database, "_check", check_and_limit)
        with pytest.raises(StoreFull, match="full"):
            finished(fill())
    assert 100 < len(stored) < 1000
    assert finished(go_on()) == [*stored, "again"]


def test_a_dead_writer_is_told_to_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths: list[BaseException] = []
    monkeypatch.setattr(module, "write", lambda *_: 1 / 0)

    async def run() -> None:
        async with opened(tmp_path, deaths) as store:
            answers = await asyncio.gather(
                *(store.append("a", n, "played", "") for n in range(5)), return_exceptions=True
            )
            assert [type(answer) for answer in answers] == [StoreDead] * 5
            with pytest.raises(StoreDead):
                await store.append("a", 6, "played", "")
            assert isinstance(store.death, ZeroDivisionError)

    finished(run())
    assert [type(death) for death in deaths] == [ZeroDivisionError]


# --- Files that are not what they should be --------------------------------------------------------------------------


def opening(folder: Path) -> str:
    """What is said when the database is opened."""

    async def run() -> None:
        async with opened(folder, []):
            pass

    with pytest.raises(StoreError) as error:
        finished(run())
    assert str(folder) in str(error.value)
    return str(error.value)


def make(folder: Path) -> Path:
    async def run() -> None:
        async with opened(folder, []) as store:
            for n in range(200):
                await store.append("a", n, "played", "x" * 200)

    finished(run())
    return folder / FILE


def test_a_truncated_file(tmp_path: Path) -> None:
    path = make(tmp_path)
    path.write_bytes(path.read_bytes()[:9000])
    assert "put a sound copy in its place" in opening(tmp_path)


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 30, b"\0" * 5000])
def test_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert "damaged or not a database" in opening(tmp_path)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("CREATE TABLE things (thing)")
    connection.close()
    assert "belongs to another program" in opening(tmp_path)


def test_a_database_of_another_version(tmp_path: Path) -> None:
    with sqlite3.connect(make(tmp_path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "another version of Ibau" in opening(tmp_path)


def test_a_database_in_use(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, []):
            assert "is in use" in await asyncio.to_thread(opening, tmp_path)

    finished(run())


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "--data names another" in opening(tmp_path / "file")
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    assert "--data names another" in opening(tmp_path / "folder")


# --- Seen from a game ------------------------------------------------------------------------------------------------


def test_on_a_full_disk_the_request_fails_and_can_be_made_again(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, SEEGA)
    with table.socket() as socket:
        guest = Guest(socket)
        with monkeypatch.context() as patch:
            patch.setattr(module, "write", full_disk)
            guest.ask(type="play", action="a1")
            assert "stored" in guest.hear("failed")["reason"]
            assert server.post("/api/games", json={"ruleset": SEEGA, "first": {"kind": "person"},
                               "second": {"kind": "person"}}).status_code == 503  # fmt: skip
        guest.play("a1")
    assert "a1" in table.record()


def test_when_the_writer_dies_health_says_so(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    with Table(server, SEEGA).socket() as socket:
        guest = Guest(socket)
        monkeypatch.setattr(module, "write", lambda *_: 1 / 0)
        guest.ask(type="play", action="a1")
        assert socket.receive()["code"] == 1011
    answer = server.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "the writer has ended"})
