"""Health checks for operators, and draining a server before it stops."""

import asyncio
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient, WebSocketDenialResponse
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from ibau.web.app import Settings
from ibau.web.endpoints.health import DRAINING_PROBLEM
from ibau.web.log import health as module
from ibau.web.log import tables
from ibau.web.log.database import DATABASE_FILE
from ibau.web.log.health import CHECK_INTERVAL, HEALTHY, StoreHealth
from ibau.web.log.tables import TEST_STREAM
from ibau.web.protocol import GOING_AWAY
from ibau.web.refusals import SERVER_RESTARTING
from ibau.web.rooms import lobby as lobbies
from tests.web.clients import ServerGame, run_in_thread, services
from tests.web.test_process import PATIENCE, PERSONS, Process, hear, hear_the_last
from tests.web.test_seat_codes import Clock
from tests.web.test_store import opened

SEEGA = "seega+first_player=first"
SECONDS = 4  # to end in
GAMES = 12


def statuses(server: TestClient) -> dict[str, int]:
    return {name: server.get(f"/{name}").status_code for name in ("livez", "readyz", "healthz")}


def test_a_server_that_cannot_store_is_alive_and_not_ready(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_full(_connection: Connection) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(module, "CHECK_INTERVAL", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "test_write", disk_full)
        assert statuses(server) == {"livez": 200, "readyz": 503, "healthz": 503}
        assert server.get("/healthz").json() == {"status": "nothing can be stored just now: database or disk is full"}
    assert statuses(server) == {"livez": 200, "readyz": 200, "healthz": 200}


def commits(folder: Path) -> int:
    """How often the database has been written since its log was last emptied."""
    return (folder / f"{DATABASE_FILE}-wal").stat().st_size


async def test_many_who_ask_cause_one_write(tmp_path: Path) -> None:
    async with opened(tmp_path, []) as store:
        clock = Clock()
        health = StoreHealth(store, clock)
        assert await asyncio.gather(*(health.problem() for _ in range(100))) == [HEALTHY] * 100
        before = commits(tmp_path)
        clock.now += CHECK_INTERVAL - 0.1
        await health.problem()
        assert commits(tmp_path) == before
        clock.now += 0.1
        await health.problem()
        assert commits(tmp_path) > before
        assert not await store.read(TEST_STREAM)


def test_a_disk_that_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(module, "WRITE_TIMEOUT", 0.05)
    monkeypatch.setattr(tables, "test_write", lambda _: goes_on.wait(30))

    async def run() -> str:
        async with opened(tmp_path, []) as store:
            try:
                return await StoreHealth(store).problem()
            finally:
                goes_on.set()

    assert "has not answered" in run_in_thread(run())


# --- Ending ----------------------------------------------------------------------------------------------------------


def test_a_draining_server_admits_no_client_and_goes_on_until_all_have_gone(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobbies, "NOTICE_SECONDS", 0.0)
    lobby, portal = services(server).lobby, server.portal
    assert portal
    begun, late = ServerGame(server, SEEGA), ServerGame(server, SEEGA)
    goes_on = True
    with begun.enter() as guest:
        draining = portal.start_task_soon(lobby.drain, 3600.0, lambda: not goes_on)
        while not lobby.is_draining:
            time.sleep(0.01)
        guest.play("a1")
        assert statuses(server) == {"livez": 200, "readyz": 503, "healthz": 200}
        assert server.get("/readyz").json() == {"status": DRAINING_PROBLEM}
        with pytest.raises(WebSocketDenialResponse) as denied, late.socket():
            pass
        assert (denied.value.status_code, denied.value.json()) == (503, {"error": str(SERVER_RESTARTING)})
        assert not draining.done()
        goes_on = False  # the operator is in a hurry
        draining.result(PATIENCE)
        guest.play("a2")  # until it is closed


@pytest.fixture
def draining(settings: Settings) -> Iterator[Process]:
    running = Process(settings, f"drain={SECONDS}")
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate(timeout=PATIENCE)


def listen(socket: ClientConnection, closed: list[tuple[float, int]]) -> None:
    """Note when a socket is closed, and with which code."""
    with pytest.raises(ConnectionClosed) as end:
        hear_the_last(socket)
    closed.append((time.monotonic(), end.value.rcvd.code if end.value.rcvd else 0))


def test_the_sockets_close_game_by_game_until_it_ends(draining: Process) -> None:
    games = [draining.post({"ruleset": SEEGA, **PERSONS}) for _ in range(GAMES)]
    late = draining.post({"ruleset": SEEGA, **PERSONS})
    closed: list[tuple[float, int]] = []
    with ExitStack() as stack:
        sockets = [stack.enter_context(draining.socket(game)) for game in games * 2]
        for socket in sockets:
            hear(socket, "welcome")
        threads = [threading.Thread(target=listen, args=(socket, closed)) for socket in sockets]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        draining.process.send_signal(signal.SIGTERM)
        address = f"http://127.0.0.1:{draining.port}"
        while httpx2.get(f"{address}/readyz").status_code == 200:
            assert time.monotonic() < begun + PATIENCE
        assert httpx2.get(f"{address}/livez").status_code == 200
        with draining.socket(late) as sent_here_still:
            hear(sent_here_still, "welcome")
        while not closed:
            time.sleep(0.01)
        with pytest.raises(InvalidStatus, match="HTTP 503"), draining.socket(late):
            pass
        for thread in threads:
            thread.join(PATIENCE)
    assert draining.process.communicate(timeout=PATIENCE) == ("", "")
    assert draining.process.returncode == 0
    moments = [moment for moment, _ in closed]
    assert [code for _, code in closed] == [GOING_AWAY] * 2 * GAMES
    assert min(moments) - begun > SECONDS / 4  # a load balancer has noticed
    assert max(moments) - min(moments) > SECONDS / 3  # not all at once
    portions = {round(5 * (moment - begun)) for moment in moments}
    assert len(portions) > 3


def test_a_second_signal_ends_it_at_once(settings: Settings) -> None:
    process = Process(settings, "drain=3600")
    game = process.post({"ruleset": SEEGA, **PERSONS})
    with process.socket(game) as socket:
        hear(socket, "welcome")
        process.process.send_signal(signal.SIGTERM)
        while httpx2.get(f"http://127.0.0.1:{process.port}/readyz").status_code == 200:
            pass
        assert process.process.poll() is None
        status, _, err = process.end(signal.SIGTERM)
    assert (status, err) == (0, "")
