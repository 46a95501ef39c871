"""Files of older versions are brought up to date after a copy; those of newer ones are refused."""

import logging
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ibau.core.record import Record
from ibau.web.archive import backup, finished_games
from ibau.web.log import database
from ibau.web.log.database import FILE, SCHEMA, StoreError, engine, held, opened
from ibau.web.log.events import StoredEvent
from tests.databases import sqlite
from tests.web.guests import finished
from tests.web.test_store import make
from tests.web.test_store import opened as opened_store

EVENTS = 200
TABLES = ["derived", "events", "private", "streams"]


def add_a_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE further (thing)")


def fill_it(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO further SELECT sequence FROM events")


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> int:
    """A version that knows two schemas more."""
    monkeypatch.setattr(database, "STEPS", (*database.STEPS, add_a_table, fill_it))
    monkeypatch.setattr(database, "SCHEMA", SCHEMA + 2)
    return SCHEMA + 2


def state_of(file: Path) -> tuple[int, int, list[str]]:
    """Schema, number of events, and tables."""
    with sqlite(file) as connection:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    connection.close()
    return schema, count, sorted(tables, key=lambda name: (name not in TABLES, name))


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("ibau-schema-*.sqlite3"))


def test_a_file_of_today_stays_as_it_is(tmp_path: Path) -> None:
    before = state_of(make(tmp_path))
    assert before == (SCHEMA, EVENTS, TABLES)
    assert state_of(make_again(tmp_path)) == before
    assert copies(tmp_path) == []


def make_again(folder: Path) -> Path:
    with held(folder), opened(folder / FILE):
        return folder / FILE


@pytest.mark.parametrize("steps", [1, 2])
def test_an_older_file_is_copied_and_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, newer: int, steps: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(database, "SCHEMA", newer - steps)
        file = make(tmp_path)  # for two steps as today, for one as a version between
        if steps == 1:
            with engine(file).connect() as connection:
                add_a_table(connection)
                connection.commit()
    before = state_of(file)

    async def read() -> list[StoredEvent]:
        async with opened_store(tmp_path, []) as store:
            return await store.read("a")

    with caplog.at_level(logging.WARNING):
        assert len(finished(read())) == EVENTS
    assert state_of(file) == (newer, EVENTS, [*TABLES, "further"])
    (copy,) = copies(tmp_path)
    assert state_of(copy) == before
    assert str(copy) in caplog.text
    make_again(tmp_path)
    assert len(copies(tmp_path)) == 1


@pytest.mark.posix
def test_anyone_who_is_killed_meanwhile_has_changed_nothing(tmp_path: Path, newer: int) -> None:
    file = make_with_todays(tmp_path)
    before = state_of(file)
    killed = """
import os, signal, sys
from pathlib import Path
from ibau.web.log import database
def step(connection):
    connection.exec_driver_sql("CREATE TABLE further (thing)")
    connection.exec_driver_sql("DELETE FROM events")
def end(connection):
    os.kill(os.getpid(), signal.SIGKILL)
database.STEPS, database.SCHEMA = (*database.STEPS, step, end), database.SCHEMA + 2
database.opened(Path(sys.argv[1]))
"""
    ran = subprocess.run([sys.executable, "-c", killed, str(file)], check=False, capture_output=True)  # noqa: S603 - our own
    assert ran.returncode == -signal.SIGKILL
    assert state_of(file) == before
    make_again(tmp_path)
    assert state_of(file) == (newer, EVENTS, [*TABLES, "further"])


def make_with_todays(folder: Path) -> Path:
    """A file as this version makes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SCHEMA", SCHEMA)
        return make(folder)


def test_without_room_for_a_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newer: int
) -> None:
    file = make_with_todays(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(database, "copy_to", full)
        with pytest.raises(StoreError, match="before bringing it up to date: No space left"):
            make_again(tmp_path)
    assert state_of(file)[0] == newer - 2


def test_a_newer_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, newer: int) -> None:
    make(tmp_path)
    monkeypatch.setattr(database, "SCHEMA", newer - 1)
    with pytest.raises(StoreError, match=f"its schema is {newer}, this one knows {newer - 1}"):
        make_again(tmp_path)
    assert copies(tmp_path) == []


def test_an_older_file_can_be_copied_but_not_read(tmp_path: Path, newer: int) -> None:
    make_with_todays(tmp_path)
    backup(tmp_path, tmp_path / "copy.sqlite3")
    assert state_of(tmp_path / "copy.sqlite3")[0] == newer - 2
    with pytest.raises(StoreError, match="`ibau serve` brings it up to date"):
        list[Record](finished_games(tmp_path, lambda *_: None))
