"""Backups while the server writes, restoring without loss, and the export of finished games."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from ibau.records.files import read_records, write_records
from ibau.web.archive import backup, finished_games, restore
from ibau.web.hosted.game import StoredGameError
from ibau.web.log.database import FILE, StoreError
from ibau.web.log.events import Created, Event, PersonSeat, Played
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Change, checked
from tests.web.guests import finished

CREATED = Created("seti-beth+no_progress_plies=1", PersonSeat(), PersonSeat(), "0" * 64, "1", "2026-11-22")
OVER: list[Event] = [CREATED, Played("a1-b3")]  # a ply without a capture is one too many here
UNDER_WAY: list[Event] = [CREATED]


def stored(folder: Path, **games: list[Event]) -> None:
    async def run() -> None:
        store = SQLiteStore(folder, lambda _: None)
        for name, events in games.items():
            checked(await store.append([Change(name, 0, tuple(events))]))
        await store.close()

    finished(run())


def names(folder: Path) -> list[str]:
    """All games of a folder."""
    with sqlite3.connect(folder / FILE) as connection:
        found = connection.execute("SELECT stream FROM streams ORDER BY stream").fetchall()
    connection.close()
    return [name for (name,) in found]


def nothing_broken(name: str, error: StoredGameError) -> None:
    raise AssertionError(f"{name}: {error}")


def test_a_backup_is_made_while_the_server_writes(tmp_path: Path) -> None:
    async def run() -> None:
        store = SQLiteStore(tmp_path / "data", lambda _: None)
        for n in range(20):
            checked(await store.append([Change(f"game{n:02}", 0, tuple(OVER))]))
            if n % 5 == 4:
                await asyncio.to_thread(backup, tmp_path / "data", tmp_path / f"copy{n:02}.sqlite3")
        await store.close()

    finished(run())
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

    finished(run())
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


def test_finished_games_become_records(tmp_path: Path) -> None:
    broken: dict[str, str] = {}
    stored(tmp_path, over=OVER, running=UNDER_WAY, wrong=[CREATED, Played("a1-a9")])
    records = list(finished_games(tmp_path, lambda name, error: broken.update({name: str(error)})))
    assert broken.keys() == {"wrong"}
    assert [record.result and record.result.kind for record in records] == ["no_progress"]
    write_records(records, tmp_path / "games.txt")
    assert list(read_records(tmp_path / "games.txt")) == records
