"""Health is told by storing something: not too often, not for too long, and leaving nothing."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.log import health as module
from ibau.web.log import tables
from ibau.web.log.database import FILE
from ibau.web.log.health import SECONDS_BETWEEN, WELL, Health
from ibau.web.log.tables import NO_STREAM
from tests.databases import sqlite
from tests.web.guests import finished
from tests.web.test_codes import Clock
from tests.web.test_store import opened


def commits(folder: Path) -> int:
    """How often the database has been written since its log was last emptied."""
    return (folder / f"{FILE}-wal").stat().st_size


def test_it_writes_and_leaves_nothing(server: TestClient, settings: Settings) -> None:
    before = commits(settings.data)
    assert server.get("/healthz").json() == {"status": "ok"}
    assert commits(settings.data) > before
    with sqlite(settings.data / FILE) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)
    connection.close()


def test_many_who_ask_cause_one_write(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, []) as store:
            clock = Clock()
            health = Health(store, clock)
            assert await asyncio.gather(*(health.trouble() for _ in range(100))) == [WELL] * 100
            before = commits(tmp_path)
            clock.now += SECONDS_BETWEEN - 0.1
            await health.trouble()
            assert commits(tmp_path) == before
            clock.now += 0.1
            await health.trouble()
            assert commits(tmp_path) > before
            assert not await store.read(NO_STREAM)

    finished(run())


def test_a_full_disk_is_named_and_passes(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_connection: Connection) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(module, "SECONDS_BETWEEN", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "rehearse", full)
        answer = server.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"status": "nothing can be stored just now: database or disk is full"},
    )
    assert server.get("/healthz").status_code == 200


def test_a_disk_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(module, "SECONDS_OF_PATIENCE", 0.05)
    monkeypatch.setattr(tables, "rehearse", lambda _: goes_on.wait(30))

    async def run() -> str:
        async with opened(tmp_path, []) as store:
            try:
                return await Health(store).trouble()
            finally:
                goes_on.set()

    assert "has not answered" in finished(run())
