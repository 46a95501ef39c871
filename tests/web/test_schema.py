"""A file of another schema is refused; one that a later version knows is copied and brought up to date."""

import logging
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ibau.core.record import Record
from ibau.web.commands.copies import backup, finished_games, restore
from ibau.web.log import database
from ibau.web.log.database import FILE, SCHEMA, StoreError, engine, held, opened
from tests.databases import sqlite
from tests.web.test_store import make

EVENTS = 200
TABLES = ["derived", "events", "private", "streams"]
FORMER = 2  # of the version 0ab2fc53, whose tables were the same and whose events were others


def add_a_table(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE further (thing)")


def fill_it(connection: Connection) -> None:
    connection.exec_driver_sql("INSERT INTO further SELECT sequence FROM events")


def fail(_: Connection) -> None:
    raise OSError


def state_of(file: Path) -> tuple[int, int, list[str]]:
    """Schema, number of events, and tables."""
    with sqlite(file) as connection:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        (count,) = connection.execute("SELECT count(*) FROM events").fetchone()
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return schema, count, sorted(tables)


def open_again(folder: Path) -> None:
    with held(folder), opened(folder / FILE):
        pass


@pytest.mark.parametrize("schema", [FORMER, SCHEMA + 1])
def test_a_file_of_another_schema_is_refused_and_stays_as_it_is(tmp_path: Path, schema: int) -> None:
    file = make(tmp_path / "data")
    with sqlite(file) as connection:
        connection.execute(f"PRAGMA user_version = {schema}")
    before = file.read_bytes()
    said = rf"its schema is {schema}, this one knows {SCHEMA}\); use that version, or name another folder"
    with pytest.raises(StoreError, match=said):
        open_again(tmp_path / "data")
    with pytest.raises(StoreError, match=said):
        backup(tmp_path / "data", tmp_path / "copy")
    with pytest.raises(StoreError, match=said):
        restore(file, tmp_path / "other")
    with pytest.raises(StoreError, match=said):
        list[Record](finished_games(tmp_path / "data", lambda *_: None))
    assert file.read_bytes() == before


def test_an_older_file_is_copied_and_changed_or_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = make(tmp_path)
    open_again(tmp_path)
    before = state_of(file)
    assert before == (SCHEMA, EVENTS, TABLES)
    monkeypatch.setattr(database, "SCHEMA", SCHEMA + 2)
    monkeypatch.setattr(database, "STEPS", (add_a_table, fail))
    with pytest.raises(OSError):  # noqa: PT011 - our own
        open_again(tmp_path)
    assert state_of(file) == before
    monkeypatch.setattr(database, "STEPS", (add_a_table, fill_it))
    with pytest.raises(StoreError, match="`ibau serve` brings it up to date"):
        list[Record](finished_games(tmp_path, lambda *_: None))
    with caplog.at_level(logging.WARNING):
        open_again(tmp_path)
    assert state_of(file) == (SCHEMA + 2, EVENTS, sorted([*TABLES, "further"]))
    _, copy = sorted(tmp_path.glob("ibau-schema-*.sqlite3"))
    assert state_of(copy) == before
    assert str(copy) in caplog.text
    with engine(file).connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM further").scalar() == EVENTS
