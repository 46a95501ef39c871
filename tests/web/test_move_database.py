"""Migration between SQLite and PostgreSQL: atomic, verified, and never while a server runs."""

import asyncio
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ibau.records.record_files import read_record
from ibau.throws.proof import verify
from ibau.web.app import Settings
from ibau.web.commands.backups import POSTGRES_TOOLS, finished_games
from ibau.web.log import database, move_database
from ibau.web.log.database import DATABASE_FILE, LOCK_FILE, StoreError, create_tables
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.postgres_database import open_for_command
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import require_stored
from tests.cli_runs import CliRun
from tests.databases import sqlite
from tests.postgres import Cluster
from tests.web.clients import ServerGame
from tests.web.test_archive import OVER, UNDER_WAY, stored
from tests.web.test_play import play_out
from tests.web.test_postgres import schema_of
from tests.web.test_store import played
from tests.web.test_throws import ONE, proof_after, seated, served

TABLES = ("streams", "events", "private")
KILLED = """
import os, signal, sys
from ibau.web.log import move_database
move_database._compare = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
move_database.move_database(*sys.argv[1:])
"""
CHANGE = "UPDATE events SET data = '{}' WHERE sequence = 1"
FUNCTION = "CREATE FUNCTION {}.change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} END $$"
TRIGGER = "CREATE TRIGGER change BEFORE INSERT ON {0}.events FOR EACH ROW EXECUTE FUNCTION {0}.change()"


@pytest.fixture
def address(postgres: Cluster) -> str:
    return postgres.new_address()


@pytest.fixture
def data(tmp_path: Path) -> str:
    stored(tmp_path / "data", over=OVER, running=UNDER_WAY)
    return str(tmp_path / "data")


def rows(folder: str) -> list[list[tuple[object, ...]]]:
    with sqlite(Path(folder) / DATABASE_FILE) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES]  # noqa: S608


def test_games_go_on_after_a_move_and_the_same_throws_fall(settings: Settings, address: str, tmp_path: Path) -> None:
    with served(settings) as server:
        begun = ServerGame(server, "senet-race+max_turns=24", adds=True)
        with seated(begun) as (guest,):
            proof_after(guest, type="part", part=ONE)
            guest.throw()
    back = tmp_path / "back"
    moved = move_database.move_database(str(settings.data), address)
    assert move_database.move_database(address, str(back)) == moved
    assert rows(str(back)) == rows(str(settings.data))
    records = set[str]()
    for place in (settings, replace(settings, database=address), replace(settings, data=back)):
        with served(place, begun):
            with seated(begun) as (guest,):
                play_out(guest, 1)
            records.add(begun.record())
    (text,) = records
    assert len(read_record(text).actions) > 30
    assert verify(read_record(text)).verdict == "right"
    assert list(finished_games(tmp_path, print, address)) == [read_record(text)]


def test_a_copy_that_differs_is_not_moved_to_a_folder(
    address: str, data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tampered(connection: Connection) -> None:
        create_tables(connection)
        connection.exec_driver_sql(f"CREATE TRIGGER change AFTER INSERT ON events BEGIN {CHANGE}; END")

    move_database.move_database(data, address)
    monkeypatch.setattr(database, "create_tables", tampered)
    with pytest.raises(StoreError, match="'over' came out differently in the table events"):
        move_database.move_database(address, str(tmp_path / "back"))
    assert [path.name for path in (tmp_path / "back").iterdir()] == [LOCK_FILE]


@pytest.mark.parametrize("body", ["RETURN NULL;", "NEW.time := NEW.time + 1; RETURN NEW;"])
def test_a_copy_that_differs_is_not_moved_to_postgresql(postgres: Cluster, address: str, data: str, body: str) -> None:
    open_for_command(address, makes_tables=True).close()
    schema = schema_of(address)
    postgres.execute(FUNCTION.format(schema, body), TRIGGER.format(schema))
    with pytest.raises(StoreError, match="'over' came out differently in the table events"):
        move_database.move_database(data, address)
    assert postgres.execute(f"SELECT count(*) FROM {schema}.streams") == [(0,)]  # noqa: S608


@pytest.mark.parametrize("back", [False, True])
def test_a_killed_move_leaves_nothing_and_can_be_repeated(address: str, data: str, tmp_path: Path, back: bool) -> None:
    if back:
        move_database.move_database(data, address)
    places = (address, str(tmp_path / "back")) if back else (data, address)
    killed = subprocess.run([sys.executable, "-c", KILLED, *places], check=False)  # noqa: S603 - our own
    assert killed.returncode == -signal.SIGKILL
    assert move_database.move_database(*places) == (2, 3)
    if not back:
        move_database.move_database(address, str(tmp_path / "back"))
    assert rows(str(tmp_path / "back")) == rows(data)


async def test_a_move_is_rejected_under_a_server(postgres: Cluster, address: str, data: str, tmp_path: Path) -> None:
    empty = str(tmp_path / "empty")
    store = SQLiteStore(Path(data), print)
    with pytest.raises(StoreError, match="is in use, probably by another server"):
        await asyncio.to_thread(move_database.move_database, data, address)
    await store.close()
    shared = PostgresStore(address, print)
    with pytest.raises(StoreError, match="is in use by a server; end all of its servers"):
        await asyncio.to_thread(move_database.move_database, data, address)
    require_stored(await shared.append([played("a", 0, "a1")]))
    postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    require_stored(await shared.append([played("a", 1, "b1")]))  # by another connection
    for places in ((address, empty), (data, address)):
        with pytest.raises(StoreError, match="is in use by a server; end all of its servers"):
            await asyncio.to_thread(move_database.move_database, *places)
    await shared.close()
    with move_database._locked(address), pytest.raises(StoreError, match="are just being moved"):
        PostgresStore(address, print)
    assert move_database.move_database(address, empty) == (1, 2)


def test_errors_of_a_move_contain_no_password(
    postgres: Cluster, address: str, data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = address.replace("ibau@", "ibau:geheim@")
    done = CliRun(capsys, ("move-database", data, secret))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Copied and compared: 2 games with 3 events.\n")
    with sqlite(Path(data) / DATABASE_FILE) as connection:
        connection.execute("UPDATE private SET value = 'A' || char(0) WHERE label = 'key'")
    new, nowhere, empty = str(tmp_path / "new"), str(tmp_path / "nowhere"), postgres.new_address()
    for words, reason in {
        ("move-database", data, secret): "has games already; name another one.",
        ("move-database", secret, data): "has games already; name another one.",
        ("move-database", nowhere, empty): "There is no database",
        ("move-database", empty, new): "has no games of Ibau",
        ("move-database", data, empty): "Error: The games were not moved: ",
        ("backup", new, "--data", secret): "belongs to --database",
        ("backup", new, "--database", secret): POSTGRES_TOOLS,
    }.items():
        refused = CliRun(capsys, words)
        assert reason in refused.err
        assert refused.code
        assert "geheim" not in refused.out + refused.err


def test_the_suggested_tools_of_postgresql_back_up_and_restore(postgres: Cluster, data: str, tmp_path: Path) -> None:
    postgres.execute("CREATE DATABASE backed")
    address = postgres.address("public").replace("/postgres?", "/backed?")
    move_database.move_database(data, address)
    file = postgres.folder / "games.dump"
    for tool in POSTGRES_TOOLS.split("`")[1::2]:
        program, *words = tool.split()
        postgres.run(program, *(word.replace("FILE", str(file)).replace("ADDRESS", address) for word in words))
        if program == "pg_dump":
            with open_for_command(address) as connection:
                connection.exec_driver_sql("DELETE FROM events")
                connection.commit()
    move_database.move_database(address, str(tmp_path / "back"))
    assert rows(str(tmp_path / "back")) == rows(data)
