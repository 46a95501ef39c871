"""The log in PostgreSQL: conflicts of processes, lost connections, notifications, attendance, locks, error messages."""

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import psycopg
import pytest
from sqlalchemy import Connection

from ibau.core.outcome import FIRST, SECOND
from ibau.web.log import postgres, postgres_database, tables
from ibau.web.log.database import StoreError
from ibau.web.log.events import Played
from ibau.web.log.notifications import GONE, Notification
from ibau.web.log.postgres import LEASE_MS, PostgresStore
from ibau.web.log.store import (
    Absent,
    Batch,
    Conflict,
    OutcomeUnknown,
    StorageFull,
    Stored,
    StreamChange,
    require_stored,
)
from ibau.web.notes import Note
from ibau.web.rooms.presence import PRESENT
from tests.postgres import Cluster, cluster
from tests.web.test_store import actions, played


@asynccontextmanager
async def stores(address: str, number: int = 2) -> AsyncGenerator[list[PostgresStore]]:
    """Open stores as several processes would."""
    deaths: list[BaseException] = []
    opened = [PostgresStore(address, deaths.append) for _ in range(number)]
    try:
        yield opened
    finally:
        for store in opened:
            await store.close()
    assert not deaths


@pytest.fixture
def address(postgres: Cluster) -> str:
    return postgres.new_address()


def schema_of(address: str) -> str:
    return address.rpartition("%3D")[2]


# --- Appends ---------------------------------------------------------------------------------------------------------


async def test_of_two_appends_to_the_same_version_one_conflicts(address: str) -> None:
    async with stores(address) as both:
        for version in range(30):
            outcomes = await asyncio.gather(
                *(store.append([played("a", version, str(n))]) for n, store in enumerate(both))
            )
            assert {type(outcome) for outcome in outcomes} == {Stored, Conflict}
        events = await both[0].read("a")
        assert await both[1].read("a") == events
        assert [stored.sequence for stored in events] == list(range(30))
        assert sorted(stored.time for stored in events) == [stored.time for stored in events]


async def test_batches_over_the_same_streams_do_not_deadlock(address: str, caplog: pytest.LogCaptureFixture) -> None:
    names = [f"{n:02}" for n in range(40)]

    async def append_all(store: PostgresStore, version: int) -> int:
        """Append to all streams concurrently; return the number of conflicts."""
        outcomes = await asyncio.gather(*(store.append([played(name, version, "")]) for name in names))
        return sum(isinstance(outcome, Conflict) for outcome in outcomes)

    async with stores(address) as (one, other):
        require_stored(await one.append([played(name, 0, "") for name in names]))
        for version in range(1, 5):
            with psycopg.connect(address) as holding:  # a stream in the middle, until both wait
                holding.execute("SELECT FROM streams WHERE stream = '20' FOR UPDATE")
                appending = [asyncio.create_task(append_all(store, version)) for store in (one, other)]
                await asyncio.sleep(0.3)
            assert sum([await task for task in appending]) == len(names)
    assert "deadlock" not in caplog.text


async def test_times_are_those_of_the_database(
    postgres: Cluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 0.0)
    async with stores(address, 1) as (store,):
        stored = require_stored(await store.append([played("a", 0, "")]))
        assert store.now == store._database_time
        [[now]] = postgres.execute("SELECT 1000 * extract(epoch FROM clock_timestamp())")
        assert abs(stored.time - int(now)) < 5000


async def test_an_append_that_the_database_rejects_fails_alone(address: str) -> None:
    async with stores(address, 1) as (store,):
        outcomes = await asyncio.gather(
            store.append([StreamChange("a", 0, (Played("a1"),), {"name 0": "\0"})]),
            store.append([played("b", 0, "b1")]),
        )
        assert [type(outcome) for outcome in outcomes] == [StorageFull, Stored]


# --- Faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_stored", [False, True])
async def test_the_outcome_of_a_commit_whose_connection_broke_is_unknown(
    postgres: Cluster, address: str, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    fill = tables.fill

    def fill_and_lose(connection: Connection, batch: Batch) -> None:
        """Terminate the connection before the commit, or before the answer to it."""
        monkeypatch.setattr(tables, "fill", fill)
        fill(connection, batch)
        driver = connection.connection.driver_connection
        assert driver
        if is_stored:
            driver.execute("COMMIT")
            driver.execute("SELECT")
        postgres.execute(f"SELECT pg_terminate_backend({driver.info.backend_pid})")

    async with stores(address, 1) as (store,):
        require_stored(await store.append([played("a", 0, "a1")]))
        monkeypatch.setattr(tables, "fill", fill_and_lose)
        assert isinstance(await store.append([played("a", 1, "b1")]), OutcomeUnknown)
        monkeypatch.undo()
        assert actions(await store.read("a")) == ["a1", *(["b1"] if is_stored else [])]
        require_stored(await store.append([played("a", 1 + is_stored, "c1")]))


async def test_operations_wait_while_the_database_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    with cluster() as own:
        async with stores(own.new_address(), 1) as (store,):
            require_stored(await store.append([played("a", 0, "a1")]))
            await asyncio.to_thread(own.stop, "immediate")
            appending, reading = (
                asyncio.create_task(store.append([played("a", 1, "b1")])), asyncio.create_task(store.read("a"))
            )  # fmt: skip
            exchanging = asyncio.create_task(store.update_note("key", lambda _: Note("text", PRESENT)))
            await asyncio.sleep(0.5)
            assert not any(task.done() for task in (appending, reading, exchanging))
            await asyncio.to_thread(own.start)
            require_stored(await appending)
            assert actions(await reading) == ["a1", "b1"]
            await exchanging
            await asyncio.to_thread(own.stop, "immediate")
            monkeypatch.setattr(postgres, "RETRY_SECONDS", 0.0)
            assert isinstance(await store.append([played("a", 2, "c1")]), StorageFull)


async def test_a_suspended_process_blocks_others_for_seconds_at_most(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = postgres_database.SETTINGS["idle_in_transaction_session_timeout"]
    monkeypatch.setitem(postgres_database.SETTINGS, "idle_in_transaction_session_timeout", seconds.replace("s", "00ms"))
    goes_on, fill = threading.Event(), tables.fill

    def wait_in_write(connection: Connection, batch: Batch) -> None:
        monkeypatch.setattr(tables, "fill", fill)
        fill(connection, batch)
        assert goes_on.wait(30)

    async with stores(address) as (one, other):
        require_stored(await one.append([played("a", 0, "a1")]))
        monkeypatch.setattr(tables, "fill", wait_in_write)
        standing = asyncio.create_task(one.append([played("a", 1, "b1")]))
        await asyncio.sleep(0.2)
        require_stored(await asyncio.wait_for(other.append([played("a", 1, "c1")]), 5))
        goes_on.set()
        assert isinstance(await standing, OutcomeUnknown)
        assert actions(await one.read("a")) == ["a1", "c1"]


# --- Notifications ----------------------------------------------------------------------------------------------------


async def test_appends_are_notified_to_other_processes(postgres: Cluster, address: str) -> None:
    async with stores(address) as (one, other):
        received: list[Notification] = []
        compared, all_received = asyncio.Event(), asyncio.Event()

        def receive(notification: Notification) -> None:
            received.append(notification)
            if notification.message:
                all_received.set()

        other.notifications.listen(receive, compared.set)
        await asyncio.wait_for(compared.wait(), 5)
        require_stored(await one.append([played("a", 0, "a1", "b1"), played("b", 0, "a1")]))
        require_stored(await other.append([played("c", 0, "a1")]))
        require_stored(await one.append([StreamChange("b", 1, ends=True)]))
        one.notifications.send(Notification("a", 0, "0 hello"))
        await asyncio.wait_for(all_received.wait(), 5)
        assert received == [("a", 2, ""), ("b", 1, ""), ("b", GONE, ""), ("a", 0, "0 hello")]
        compared.clear()
        postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await asyncio.wait_for(compared.wait(), 5)  # after the reconnection


async def test_a_note_is_changed_by_one_process_at_a_time(address: str) -> None:
    async with stores(address) as (one, other):

        def count(note: Note | None) -> Note:
            return Note(str(int(note.text) + 1 if note else 1), PRESENT)

        await asyncio.gather(*(store.update_note("key", count) for store in (one, other) for _ in range(10)))
        found: list[Note | None] = []
        await one.update_note("key", found.append)
        await other.update_note("key", found.append)
        assert found == [Note("20", PRESENT), None]


# --- Attendance and locks --------------------------------------------------------------------------------------------


async def test_a_claim_is_stored_unless_another_process_has_seen_the_player(postgres: Cluster, address: str) -> None:
    async with stores(address) as (one, other):
        require_stored(await one.append([played("a", 0, "a1")]))

        async def claimed(store: PostgresStore) -> bool:
            """Append on condition that the second player has been absent for a second; is it stored?"""
            version = (await store.versions(["a"]))["a"]
            change = StreamChange("a", version, (Played("x"),), absent=Absent(SECOND, store.now() - 1000))
            return isinstance(await store.append([change]), Stored)

        await other.save_attendance({})
        assert not await claimed(one)  # attendance is recorded only from now on
        await asyncio.sleep(1.1)
        assert await claimed(one)
        await one.save_attendance({("a", SECOND): PRESENT})
        await asyncio.sleep(1.1)
        assert not await claimed(other)
        assert (await other.attendance(["a"]))["a", SECOND] > other.now() + LEASE_MS // 2
        await one.save_attendance({("a", SECOND): one.now()})
        assert not one._here  # what is over is forgotten
        await asyncio.sleep(1.1)
        assert await claimed(other)
        await one.save_attendance({("a", SECOND): PRESENT, ("a", FIRST): PRESENT})
        postgres.execute(
            f"SET search_path TO {address.rpartition('%3D')[2]}", "TRUNCATE attendance"
        )  # as after a crash
        assert not await claimed(other)
        await one.save_attendance({})
        await asyncio.sleep(1.1)
        assert not await claimed(other)


async def test_attendance_at_a_killed_process_lasts_until_its_lease_expires(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LEASE_MS", 500)
    async with stores(address) as (one, other):
        await one.save_attendance({("a", SECOND): PRESENT})
        assert (await other.attendance(["a"]))["a", SECOND] > other.now()
        await asyncio.sleep(0.6)
        assert (await other.attendance(["a"]))["a", SECOND] < other.now()


async def test_one_process_at_a_time_sweeps(address: str) -> None:
    async with stores(address) as (one, other):
        await one.save_attendance({("a", SECOND): PRESENT})
        async with one.try_lock("sweep") as first, other.try_lock("sweep") as second, other.try_lock("other") as third:
            assert (first, second, third) == (True, False, True)
            assert (await other.attendance(["a"]))["a", SECOND] > other.now()  # what is not old is not swept
        while not second:  # PostgreSQL notices the end of the connection a moment later
            async with other.try_lock("sweep") as second:
                pass


# --- Error messages --------------------------------------------------------------------------------------------------


def refusal(address: str) -> str:
    """Return the error message for a database that cannot be opened."""

    async def run() -> None:
        async with stores(address, 1):
            pass

    with pytest.raises(StoreError) as error:
        asyncio.run(run())
    assert "s3cret" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("postgresql://ibau:s3cret%@db/ibau", "This is not the address of a PostgreSQL database"),
        ("mysql://ibau:s3cret@db/ibau", "This is not the address of a PostgreSQL database"),
        ("postgresql://ibau:s3cret@127.0.0.1:1/games", "Cannot connect to the database 'games' at 127.0.0.1: "),
    ],
)
def test_an_error_about_an_address_contains_no_password(address: str, message: str) -> None:
    assert refusal(address).startswith(message)


def test_a_missing_privilege_is_reported(postgres: Cluster, address: str) -> None:
    schema = schema_of(address)
    postgres.execute("CREATE USER guest", f"GRANT USAGE ON SCHEMA {schema} TO guest")
    mine = postgres.address(schema, "guest")
    assert "lacks a right: permission denied for schema" in refusal(mine)
    asyncio.run(_opened(address))
    assert "lacks a right: permission denied for its tables" in refusal(mine)


async def _opened(address: str) -> None:
    async with stores(address, 1):
        pass


def test_a_foreign_database_is_rejected(postgres: Cluster, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = schema_of(address)
    postgres.execute(f"CREATE TABLE {schema}.streams (water text)")
    assert "has tables of another program" in refusal(address)
    postgres.execute(f"COMMENT ON TABLE {schema}.streams IS 'Ibau, schema 2'")
    assert "(its schema is 2, this one knows 3)" in refusal(address)
    monkeypatch.setattr("ibau.web.log.postgres_database.OLDEST_VERSION", 99)
    assert "Ibau needs 99 or newer" in refusal(address)
    postgres.execute("CREATE DATABASE latin ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    monkeypatch.undo()
    assert "is encoded in SQL_ASCII" in refusal(address.replace("/postgres?", "/latin?"))
