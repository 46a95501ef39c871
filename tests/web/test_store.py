"""The log in its file: acknowledged events are stored, failures are reported, and a dead writer is noticed by all."""

import asyncio
import os
import re
import shutil
import sqlite3
import stat
import sys
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import OperationalError

from ibau.core.record import Record
from ibau.web.commands.backups import backup, finished_games, restore
from ibau.web.log import database, sql, tables
from ibau.web.log.database import DATABASE_FILE, LOCK_FILE, StoreError, exclusive_lock
from ibau.web.log.events import Played, StoredEvent
from ibau.web.log.health import StoreHealth
from ibau.web.log.sqlite import FSYNC_ERROR, SQLiteStore
from ibau.web.log.store import (
    AppendOutcome,
    Batch,
    Conflict,
    EventRow,
    OutcomeUnknown,
    Stored,
    StoreFailedError,
    StoreFullError,
    StreamChange,
    require_stored,
)
from tests.databases import sqlite
from tests.web.clients import run_in_thread

SEEGA = "seega+first_player=first"
FULL_SYNC = 2  # as SQLite counts


@asynccontextmanager
async def opened(folder: Path, deaths: list[BaseException]) -> AsyncGenerator[SQLiteStore]:
    store = SQLiteStore(folder, deaths.append)
    try:
        yield store
    finally:
        await store.close()


def played(stream: str, version: int, *actions: str) -> StreamChange:
    return StreamChange(stream, version, tuple(Played(action) for action in actions))


def actions(events: list[StoredEvent]) -> list[str]:
    return [stored.event.action for stored in events if isinstance(stored.event, Played)]


def test_what_waits_is_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []

    def slow_write(connection: Connection, batch: Batch) -> None:
        batches.append(len(batch.rows))
        write(connection, batch)

    write = tables.write_batch
    monkeypatch.setattr(tables, "write_batch", slow_write)

    async def run() -> None:
        async with opened(tmp_path, []) as store:
            await asyncio.gather(*(store.append([played("a", n, "")]) for n in range(50)))
            late = asyncio.gather(*(store.append([played("a", n, "")]) for n in range(50, 100)))
            await asyncio.sleep(0)
        await late

    run_in_thread(run())
    assert sum(batches) == 100
    assert len(batches) < 100


def full_disk(_connection: Connection, _batch: Batch) -> None:
    raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))


def broken_disk(_connection: Connection, _batch: Batch) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = FSYNC_ERROR
    raise OperationalError("COMMIT", {}, error)


def test_what_the_file_refuses_is_lost_and_nothing_else(tmp_path: Path) -> None:
    """A conflicting row, which our code has not written."""
    deaths: list[BaseException] = []

    def block_appends(connection: Connection) -> None:
        connection.execute(insert(tables.events), EventRow("a", 1, 0, "played", "{}")._asdict())
        connection.commit()

    async def run() -> list[AppendOutcome]:
        async with opened(tmp_path, deaths) as store:
            require_stored(await store.append([played("a", 0, "a1"), played("b", 0, "a1")]))
            await store._in_writer(block_appends)
            both = [store.append([played("a", 1, "b1")]), store.append([played("b", 1, "b1")])]
            return await asyncio.gather(*both)

    refused, other = run_in_thread(run())
    assert refused == Conflict()
    assert isinstance(other, Stored)
    assert not deaths


def test_a_dead_writer_fails_all_callers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaths: list[BaseException] = []

    def fail_slowly(*_: object) -> None:
        time.sleep(0.02)
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(tables, "write_batch", fail_slowly)
    monkeypatch.setattr(sql, "MAX_BATCH", 1)

    async def run() -> None:
        async with opened(tmp_path, deaths) as store:
            outcomes = await asyncio.gather(*(store.append([played("a", n, "")]) for n in range(5)))
            assert outcomes == [OutcomeUnknown("division by zero")] * 5
            assert await store.append([played("a", 6, "")]) == OutcomeUnknown("division by zero")
            assert await StoreHealth(store).problem() == "the writer has ended"
            with pytest.raises(StoreFailedError):
                await store.read("a")
            assert isinstance(store.death, ZeroDivisionError)

    run_in_thread(run())
    assert [type(death) for death in deaths] == [ZeroDivisionError]


async def test_what_is_acknowledged_is_on_the_disk_and_what_is_deleted_is_overwritten(tmp_path: Path) -> None:
    async with opened(tmp_path, []) as store:
        sent_statements = ("journal_mode", "synchronous", "secure_delete")
        found = await store._in_writer(
            lambda connection: [database.pragma(connection, name) for name in sent_statements]
        )
        assert database.pragma(store._read_connection, "query_only") == 1
    assert found == ["wal", FULL_SYNC, 1]
    assert store._read_connection.closed


# --- Reading while writing -------------------------------------------------------------------------------------------


async def test_anyone_who_reads_waits_for_no_append_but_those_to_the_same_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    write = tables.write_batch

    def delayed_write(connection: Connection, batch: Batch) -> None:
        assert goes_on.wait(30)
        write(connection, batch)

    async with opened(tmp_path, []) as store:
        require_stored(await store.append([played("a", 0, "a1"), played("b", 0, "a1")]))
        monkeypatch.setattr(tables, "write_batch", delayed_write)
        appending = asyncio.create_task(store.append([played("a", 1, "b1")]))
        await asyncio.sleep(0.1)
        assert actions(await store.read("b")) == ["a1"]
        assert await store.next_stale(since=0) is None
        appending.cancel()  # stored even if the caller has gone
        reading = asyncio.create_task(store.read("a"))
        await asyncio.sleep(0.1)
        assert not reading.done()
        goes_on.set()
        assert actions(await reading) == ["a1", "b1"]


async def test_anyone_who_reads_can_write_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, []) as store:
        with pytest.raises(StoreFullError, match="readonly"):
            await store._in_reader(tables.test_write)
        require_stored(await store.append([played("a", 0, "a1")]))


# --- Starting --------------------------------------------------------------------------------------------------------


@pytest.fixture
def sent_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All statements sent to SQLite."""
    statements: list[str] = []
    connected = database._distrust_schema

    def listening(connection: Any, record: object) -> None:
        connection.set_trace_callback(statements.append)
        connected(connection, record)

    monkeypatch.setattr(database, "_distrust_schema", listening)
    return statements


def test_a_start_reads_no_event_unless_the_last_end_was_none(tmp_path: Path, sent_statements: list[str]) -> None:
    async def run(*, ends: bool) -> None:
        async with opened(tmp_path, []) as store:
            require_stored(await store.append([played("a" if ends else "b", 0, "a1")]))
            if not ends:
                for name in (DATABASE_FILE, f"{DATABASE_FILE}-wal"):
                    shutil.copy(tmp_path / name, tmp_path.parent / name)

    def began() -> list[str]:
        sent_statements.clear()
        with exclusive_lock(tmp_path), database.open_database(tmp_path / DATABASE_FILE):
            pass
        return [statement for statement in sent_statements if "quick_check" in statement or "FROM events" in statement]

    run_in_thread(run(ends=True))
    assert began() == []
    run_in_thread(run(ends=False))
    for name in (DATABASE_FILE, f"{DATABASE_FILE}-wal"):  # as it is found after a kill
        shutil.move(tmp_path.parent / name, tmp_path / name)
    assert began() == ["PRAGMA quick_check(1)"]


def test_a_start_knows_when_something_happened_last(tmp_path: Path) -> None:
    async def run(version: int, now: int) -> int:
        store = SQLiteStore(tmp_path, lambda _: None, lambda: now)
        try:
            return require_stored(await store.append([played("a", version, "a1")])).time
        finally:
            await store.close()

    assert [run_in_thread(run(*each)) for each in enumerate((2000, 1000, 3000))] == [2000, 2000, 3000]


# --- Permissions -----------------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    """The mode of a folder, and of all files in it."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other ways")
def test_only_its_owner_can_read_what_is_kept(tmp_path: Path) -> None:
    async def run() -> dict[str, int]:
        async with opened(tmp_path / "data", []) as store:
            require_stored(await store.append([played("a", 0, "a1")]))
            return modes(tmp_path / "data")

    umask = os.umask(0o022)
    try:
        found = run_in_thread(run())
        assert found.pop("data") == 0o700
        assert set(found) == {
            DATABASE_FILE,
            f"{DATABASE_FILE}-wal",
            f"{DATABASE_FILE}-shm",
            LOCK_FILE,
            f"{LOCK_FILE}-journal",
        }
        assert set(found.values()) == {0o600}
        backup(tmp_path / "data", tmp_path / "copy")
        restore(tmp_path / "copy", tmp_path / "data")
        found = modes(tmp_path / "data")
        assert any(name.startswith("ibau-until-") for name in found)
        assert {*found.values(), modes(tmp_path)["copy"]} == {0o600, 0o700}
    finally:
        os.umask(umask)


# --- Files that are not what they should be --------------------------------------------------------------------------


def opening(folder: Path) -> str:
    """The error when the database is opened."""

    async def run() -> None:
        async with opened(folder, []):
            pass

    with pytest.raises(StoreError) as error:
        run_in_thread(run())
    assert str(folder) in str(error.value)
    return str(error.value)


def make(folder: Path) -> Path:
    async def run() -> None:
        async with opened(folder, []) as store:
            for n in range(200):
                require_stored(await store.append([played("a", n, "x" * 200)]))

    run_in_thread(run())
    return folder / DATABASE_FILE


def test_a_truncated_file(tmp_path: Path) -> None:
    path = make(tmp_path)
    path.write_bytes(path.read_bytes()[:9000])
    assert "is a damaged database; put a sound copy in its place" in opening(tmp_path)


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be one" * 30, b"\0" * 5000])
def test_no_database(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE_FILE).write_bytes(content)
    assert "is not a database; put a sound copy in its place" in opening(tmp_path)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    with sqlite(tmp_path / DATABASE_FILE) as connection:
        connection.execute("CREATE TABLE things (thing)")
    connection.close()
    assert "belongs to another program" in opening(tmp_path)


@pytest.mark.parametrize("schema", [database.SCHEMA_VERSION - 1, database.SCHEMA_VERSION + 1])
def test_a_file_of_another_schema_is_refused_and_stays_as_it_is(tmp_path: Path, schema: int) -> None:
    file = make(tmp_path / "data")
    with sqlite(file) as connection:
        connection.execute(f"PRAGMA user_version = {schema}")
    before = file.read_bytes()
    reason = (
        rf"its schema is {schema}, this one knows {database.SCHEMA_VERSION}\); use that version, or name another folder"
    )
    assert re.search(reason, opening(tmp_path / "data"))
    with pytest.raises(StoreError, match=reason):
        backup(tmp_path / "data", tmp_path / "copy")
    with pytest.raises(StoreError, match=reason):
        restore(file, tmp_path / "other")
    with pytest.raises(StoreError, match=reason):
        list[Record](finished_games(tmp_path / "data", lambda *_: None))
    assert file.read_bytes() == before


async def test_a_database_in_use(tmp_path: Path) -> None:
    async with opened(tmp_path, []):
        assert "is in use" in await asyncio.to_thread(opening, tmp_path)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "--data names another" in opening(tmp_path / "file")
    (tmp_path / "folder" / DATABASE_FILE).mkdir(parents=True)
    assert "--data names another" in opening(tmp_path / "folder")
