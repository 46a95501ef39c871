"""The server as a process: started, killed, started again."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ibau.web.app import Settings
from ibau.web.serving import ServeError, _listening, run
from tests.slow import slow_but

PATIENCE = 30
PERSONS = {"first": {"kind": "person"}, "second": {"kind": "person"}}
START = """
import sys
import ibau.web.log.tables as tables
import ibau.web.thinking.processes as processes
from pathlib import Path
from ibau.core.errors import IbauError
from ibau.web.app import Settings
from ibau.web.serving import run
more = dict(word.split("=", 1) for word in sys.argv[3:])
if more.get("writer") == "dead":
    tables.write_batch = lambda *_: 1 / 0
if more.get("workers") != "forked":
    processes.START_METHOD = "spawn"  # without a process from which none is forked in most tests
drain = int(more.get("drain", 0))
try:
    data, static = Path(sys.argv[1]), Path(sys.argv[2])
    run("127.0.0.1", 0, Settings(data, static=static, move_delay=0.0, workers=1, drain=drain))
except IbauError as error:
    sys.exit(f"Error: {error}")
"""


class Process:
    """A server process and its address."""

    def __init__(self, settings: Settings, *more: str) -> None:
        command = [sys.executable, "-c", START, str(settings.data), str(settings.static), *more]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603 - our own
        assert self.process.stdout
        self.line = self.process.stdout.readline()
        if self.line:
            self.port = int(self.line.split("//127.0.0.1:")[1].split()[0])

    def post(self, body: dict[str, Any]) -> dict[str, Any]:
        answer = httpx2.post(f"http://127.0.0.1:{self.port}/api/games", json=body, timeout=PATIENCE, verify=False)
        assert answer.status_code == 201
        return dict(answer.json())

    @contextlib.contextmanager
    def socket(self, game: dict[str, str], **options: Any) -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/api/games/{game['id']}/socket"
        with connect(address, max_size=None, open_timeout=PATIENCE, **options) as connection:
            connection.send(json.dumps({"type": "enter", "key": game["key"]}))
            yield connection

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """Stop it, and return its exit status and its remaining output on both streams."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@contextlib.contextmanager
def running(settings: Settings, *more: str) -> Iterator[Process]:
    """A server, killed at the end."""
    process = Process(settings, *more)
    try:
        yield process
    finally:
        process.process.kill()
        process.process.communicate(timeout=PATIENCE)


@pytest.fixture
def process(settings: Settings) -> Iterator[Process]:
    with running(settings) as started:
        yield started


def hear(connection: ClientConnection, *kinds: str) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(connection.recv(timeout=PATIENCE))
    assert message["type"] in kinds, message
    return message


def hear_the_last(connection: ClientConnection) -> None:
    """Receive until the connection is closed, which raises ConnectionClosed."""
    while True:
        connection.recv(timeout=PATIENCE)


def act(connection: ClientConnection, state: dict[str, Any], *kinds: str) -> dict[str, Any]:
    """Throw, or play any action, and return the message about it."""
    if state["throw"]:
        request = {"type": "throw", "ply_count": state["ply_count"]}
    else:
        request = {"type": "play", "ply_count": state["ply_count"], "action": secrets.choice(state["legal"])["text"]}
    connection.send(json.dumps(request))
    return hear(connection, *(kinds or ("played",)))


@pytest.mark.posix
def test_the_page_that_is_opened_is_there(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def look(address: str) -> None:
        seen.append(httpx2.get(address, timeout=PATIENCE).text)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(webbrowser, "open", look)
    run("127.0.0.1", 0, replace(settings, opens_browser=True))
    assert [page.startswith("<!doctype html>") for page in seen] == [True]


@pytest.mark.posix
def test_every_acknowledged_move_survives_a_kill(process: Process, settings: Settings) -> None:
    game = process.post({"ruleset": "senet-race", **PERSONS})
    with process.socket(game) as connection:
        message = hear(connection, "welcome")
        for _ in range(30):
            message = act(connection, message["state"])
        process.process.kill()
    again = Process(settings)
    try:
        with again.socket(game) as connection:
            welcome = hear(connection, "welcome")
            assert welcome["state"] == message["state"]
            assert len(welcome["story"]) == 30
            act(connection, welcome["state"])
    finally:
        again.end(signal.SIGKILL)


@pytest.mark.posix
@pytest.mark.parametrize("how", slow_but((signal.SIGTERM,), (signal.SIGTERM, signal.SIGINT)))
def test_a_signal_ends_it_in_order(settings: Settings, how: signal.Signals) -> None:
    process = Process(settings, "workers=forked")
    game = process.post(
        {"ruleset": "seega", "first": {"kind": "person"}, "second": {"kind": "computer", "level": "level1"}}
    )
    assert process.line.startswith(f"Ibau is served at http://127.0.0.1:{process.port} (data in ")
    with process.socket(game) as connection:
        hear(connection, "welcome")
        status, out, err = process.end(how)
        with pytest.raises(ConnectionClosed) as closed:
            hear_the_last(connection)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1001
    assert (status, out, err) == (0, "", "")


def test_secrets_are_in_no_log_and_in_no_file(process: Process, settings: Settings) -> None:
    free = {"kind": "person", "free": True}
    game = process.post({"ruleset": "seega", "first": {"kind": "person"}, "second": free})
    invitation, browser = game["invitations"][0]["invitation"], "the browser of Ben"
    address = f"http://127.0.0.1:{process.port}/api/games/{game['id']}"
    wrong = httpx2.post(f"{address}/invitation/accept", json={"invitation": invitation, "browser": 7})
    taken = httpx2.post(f"{address}/invitation/accept", json={"invitation": invitation, "browser": browser})
    code = httpx2.post(f"{address}/code", json={"key": taken.json()["key"]})
    assert [answer.status_code for answer in (wrong, taken, code)] == [400, 200, 201]
    with process.socket(game) as connection:
        hear(connection, "welcome")
        connection.send(b"binary")
        while hear(connection, "presence", "refused")["type"] != "refused":  # the acceptance is lost again
            pass
    _, out, err = process.end(signal.SIGTERM)
    files = b"".join(file.read_bytes() for file in settings.data.iterdir())
    for secret in (game["key"], invitation, browser, taken.json()["key"], code.json()["code"]):
        assert secret not in out + err
        assert secret.encode() not in files


@pytest.mark.posix
def test_a_full_disk_stops_the_moves_and_not_the_server(process: Process, settings: Settings) -> None:
    import resource

    game = process.post({"ruleset": "senet-race", **PERSONS})
    pid = process.process.pid
    size = sum(file.stat().st_size for file in settings.data.iterdir())
    with process.socket(game) as connection:
        state = hear(connection, "welcome")["state"]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size + 20_000, resource.RLIM_INFINITY))
        while (message := act(connection, state, "played", "failed"))["type"] == "played":
            state = message["state"]
        assert "stored" in message["reason"]
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        state = act(connection, state)["state"]
    process.end(signal.SIGKILL)
    again = Process(settings)
    try:
        with again.socket(game) as connection:
            assert hear(connection, "welcome")["state"] == state
    finally:
        again.end(signal.SIGKILL)


BROKEN = [
    "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\n",
    "POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/9\r\nHost: localhost\r\n\r\n",
    "nonsense\r\n\r\n",
    f"GET / HTTP/1.1\r\n{'a: b' * 20}\r\n" + "a: b\r\n" * 20_000 + "\r\n",
]


def answered(process: Process, sent: str) -> int:
    """The status of the response to these bytes."""
    with socket.create_connection(("127.0.0.1", process.port), timeout=PATIENCE) as connection:
        connection.sendall(sent.encode())
        return int(connection.recv(1 << 16).split()[1])


def test_broken_requests_are_answered_and_write_nothing_into_the_log(process: Process) -> None:
    assert {answered(process, sent) for sent in BROKEN} == {400}
    late = "GET /api/rulings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(("127.0.0.1", process.port), timeout=PATIENCE) as connection:
        connection.sendall(late.encode())
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
        connection.sendall(b"nonsense\r\n")
        while connection.recv(1 << 16):
            pass
    for sent in ("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{", "GET / HT", ""):
        for address in ("/api/games", "/api/line", "/api/records", "/api/codes"):
            with socket.create_connection(("127.0.0.1", process.port), timeout=PATIENCE) as connection:
                connection.sendall(sent.replace("/api/games", address).encode())
                if sent.endswith("{"):
                    time.sleep(0.05)  # so that the server waits for the body
    game = process.post({"ruleset": "seega+first_player=first", **PERSONS})
    with process.socket(game) as connection:
        act(connection, hear(connection, "welcome")["state"])
    assert process.end(signal.SIGTERM)[::2] == (0, "")


def test_when_the_writer_dies_the_process_ends_and_says_why(settings: Settings) -> None:
    process = Process(settings, "writer=dead")
    answer = httpx2.post(f"http://127.0.0.1:{process.port}/api/games", json={"ruleset": "seega", **PERSONS})
    assert answer.status_code == 503
    _, err = process.process.communicate(timeout=PATIENCE)
    assert process.process.returncode == 1
    assert err == "Error: The database can no longer be written, so the server has ended: division by zero\n"


def test_the_parts_of_an_answer_do_not_wait_for_each_other() -> None:
    """Without TCP_NODELAY the second part of each response came 40 ms later."""
    with _listening("127.0.0.1", 0) as (listening,), socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --- Servers that cannot start ---------------------------------------------------------------------------------------


def test_a_port_in_use(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port}: Address already in use. --host and --port name others"):
            run("127.0.0.1", port, settings)


@pytest.mark.parametrize("port", [-1, 65536, 1 << 80])
def test_an_impossible_port(settings: Settings, port: int) -> None:
    with pytest.raises(ServeError, match="ports are 0 to 65535"):
        run("127.0.0.1", port, settings)


def test_an_unknown_host(settings: Settings) -> None:
    with pytest.raises(ServeError, match=r"Cannot listen on 203\.0\.113\.1"):
        run("203.0.113.1", 0, settings)


def test_a_missing_client(settings: Settings) -> None:
    (settings.static / "index.html").unlink()
    with pytest.raises(ServeError, match="npm --prefix client run build"):
        run("127.0.0.1", 0, settings)
