"""Backups while the server writes, restoring without loss, and the export of finished games."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from ibau.core.errors import IbauError
from ibau.records.record_files import read_record, read_records, write_records
from ibau.throws.proof import verify
from ibau.web.app import Settings, create_app
from ibau.web.commands.backups import backup, finished_games, restore
from ibau.web.log.database import DATABASE_FILE, LOCK_FILE, StoreError
from ibau.web.log.events import Created, Event, PersonSeat, Played, PlayerNamed
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import StreamChange, require_stored
from tests.databases import sqlite
from tests.web.clients import ServerGame, run_in_thread

CREATED = Created("seti-beth+no_progress_plies=1", PersonSeat(), PersonSeat(), "0" * 64, "1", "2026-11-22")
OVER: list[Event] = [CREATED, Played("a1-b3")]  # a ply without a capture is one too many here
UNDER_WAY: list[Event] = [CREATED]


def stored(folder: Path, **games: list[Event]) -> None:
    async def run() -> None:
        store = SQLiteStore(folder, lambda _: None)
        for name, events in games.items():
            require_stored(await store.append([StreamChange(name, 0, tuple(events))]))
        await store.close()

    run_in_thread(run())


def names(folder: Path) -> list[str]:
    """All games of a folder."""
    with sqlite(folder / DATABASE_FILE) as connection:
        found = connection.execute("SELECT stream FROM streams ORDER BY stream").fetchall()
    connection.close()
    return [name for (name,) in found]


def nothing_broken(name: str, error: IbauError) -> None:
    raise AssertionError(f"{name}: {error}")


def test_a_backup_is_made_while_the_server_writes(tmp_path: Path) -> None:
    async def run() -> None:
        store = SQLiteStore(tmp_path / "data", lambda _: None)
        for n in range(20):
            require_stored(await store.append([StreamChange(f"game{n:02}", 0, tuple(OVER))]))
            if n % 5 == 4:
                await asyncio.to_thread(backup, tmp_path / "data", tmp_path / f"copy{n:02}.sqlite3")
        await store.close()

    run_in_thread(run())
    for n in (4, 9, 14, 19):
        restore(tmp_path / f"copy{n:02}.sqlite3", tmp_path / f"restored{n}")
        assert len(names(tmp_path / f"restored{n}")) == n + 1
        assert len(list(finished_games(tmp_path / f"restored{n}", nothing_broken))) == n + 1


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    stored(tmp_path, game=OVER)
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(FileExistsError):
        backup(tmp_path, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"


def test_what_was_there_is_kept_when_a_backup_is_restored(tmp_path: Path) -> None:
    stored(tmp_path / "may", may=OVER)
    stored(tmp_path / "june", june=OVER)
    backup(tmp_path / "may", tmp_path / "copy")
    aside = restore(tmp_path / "copy", tmp_path / "june")
    assert aside
    assert names(tmp_path / "june") == ["may"]
    aside.rename(tmp_path / "again.sqlite3")
    restore(tmp_path / "again.sqlite3", tmp_path / "july")
    assert names(tmp_path / "july") == ["june"]
    stored(tmp_path / "june", more=OVER)  # a server goes on with it
    assert names(tmp_path / "june") == ["may", "more"]


def test_nothing_is_restored_under_a_server(tmp_path: Path) -> None:
    stored(tmp_path / "data", game=OVER)
    backup(tmp_path / "data", tmp_path / "copy")

    async def run() -> None:
        store = SQLiteStore(tmp_path / "data", lambda _: None)
        with pytest.raises(StoreError, match="is in use, probably by another server"):
            await asyncio.to_thread(restore, tmp_path / "copy", tmp_path / "data")
        await store.close()

    run_in_thread(run())
    assert names(tmp_path / "data") == ["game"]


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be one" * 30])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, content: bytes) -> None:
    stored(tmp_path / "data", game=OVER)
    (tmp_path / "copy").write_bytes(content)
    with pytest.raises(StoreError, match="copy"):
        restore(tmp_path / "copy", tmp_path / "data")
    assert names(tmp_path / "data") == ["game"]
    with pytest.raises(StoreError, match="There is no database"):
        backup(tmp_path / "nowhere", tmp_path / "other")
    assert not (tmp_path / "nowhere").exists()


# --- Backups that are more than rows ---------------------------------------------------------------------------------

PROVED = replace(CREATED, ruleset="senet-race", game="game", head="5eed" * 16)

HOSTILE = {
    "trigger": "CREATE TRIGGER harmless AFTER INSERT ON events BEGIN UPDATE events SET"
    " data = json_set(data, '$.head', '00') WHERE kind = 'created'; END",
    "view": "CREATE VIEW harmless AS SELECT * FROM events",
    "index": "CREATE INDEX harmless ON events (lower(data))",
    "table": "CREATE TABLE harmless (thing)",
    "virtual table": "CREATE VIRTUAL TABLE harmless USING fts4(thing)",
    "column": "ALTER TABLE events ADD COLUMN harmless TEXT",
    "check": "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'data VARCHAR NOT NULL',"
    " 'data VARCHAR NOT NULL CHECK (length(data) < 9)') WHERE name = 'events'; PRAGMA writable_schema = RESET",
}


def changed(file: Path, script: str) -> None:
    """Change a database by SQL."""
    with sqlite(file) as connection:
        connection.executescript(script)
    connection.close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup of a game that is under way, with a head."""
    stored(tmp_path / "source", game=[PROVED])
    backup(tmp_path / "source", tmp_path / "copy")
    return tmp_path / "copy"


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_backup_with_anything_of_its_own_is_refused(tmp_path: Path, copy: Path, kind: str) -> None:
    changed(copy, HOSTILE[kind])
    stored(tmp_path / "data", mine=OVER)
    before = (tmp_path / "data" / DATABASE_FILE).read_bytes()
    with pytest.raises(StoreError, match="is not as Ibau makes its databases: it differs in"):
        restore(copy, tmp_path / "data")
    assert (tmp_path / "data" / DATABASE_FILE).read_bytes() == before
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [LOCK_FILE, DATABASE_FILE]


def test_a_server_does_not_begin_with_a_trigger_in_its_file(tmp_path: Path, copy: Path) -> None:
    changed(copy, HOSTILE["trigger"])
    (tmp_path / "data").mkdir()
    copy.rename(tmp_path / "data" / DATABASE_FILE)
    with pytest.raises(StoreError, match="it differs in trigger 'harmless'"):
        stored(tmp_path / "data", game=[PROVED])
    with pytest.raises(StoreError, match="it differs in trigger 'harmless'"):
        backup(tmp_path / "data", tmp_path / "other")


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("events", "data = x'7B7D'"),
        ("events", "data = CAST(x'22FF22' AS TEXT)"),
        ("events", "sequence = 1.5"),
        ("streams", "version = 'one'"),
        ("streams", "stream = CAST(x'FF' AS TEXT)"),
    ],
)
def test_what_is_of_another_type_than_its_column_is_refused(tmp_path: Path, copy: Path, table: str, wrong: str) -> None:
    changed(copy, f"UPDATE {table} SET {wrong}")  # noqa: S608 - our own
    with pytest.raises(StoreError, match=f"has something in its table {table} that Ibau has not written"):
        restore(copy, tmp_path / "data")
    assert not (tmp_path / "data" / DATABASE_FILE).exists()


def test_only_rows_come_over_and_nothing_that_was_derived(tmp_path: Path, copy: Path) -> None:
    changed(copy, "INSERT INTO derived VALUES ('game', 'review', 'anybody', '[]'); ANALYZE")
    restore(copy, tmp_path / "data")
    with sqlite(tmp_path / "data" / DATABASE_FILE) as connection:
        assert connection.execute("SELECT count(*) FROM derived").fetchone() == (0,)
        assert connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").fetchall() == []
        counts = [connection.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("events", "streams")]  # noqa: S608
    connection.close()
    assert counts == [(1,), (1,)]


# --- Records ---------------------------------------------------------------------------------------------------------


def test_finished_games_become_records(tmp_path: Path) -> None:
    broken: dict[str, str] = {}
    named = [OVER[0], PlayerNamed(0, "a\x1b[2Jb"), *OVER[1:]]
    stored(tmp_path, over=OVER, running=UNDER_WAY, wrong=[CREATED, Played("a1-a9")], named=named)
    records = list(finished_games(tmp_path, lambda name, error: broken.update({name: str(error)})))
    assert broken.keys() == {"wrong", "named"}
    assert "control character" in broken["named"]
    assert [record.result and record.result.kind for record in records] == ["no_progress"]
    write_records(records, tmp_path / "games.txt")
    assert list(read_records(tmp_path / "games.txt")) == records


def test_exported_records_are_those_that_the_server_lets_download(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table = ServerGame(server, "senet-race")
        with table.enter() as guest:
            guest.throw()
            guest.change(type="resign")
        downloaded = read_record(table.record())
    write_records(finished_games(settings.data, nothing_broken), settings.data / "games.txt")
    assert list(read_records(settings.data / "games.txt")) == [downloaded]
    assert verify(downloaded).verdict == "right"
