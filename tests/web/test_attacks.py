"""An attack from one address stops no other client.

A real server is attacked from one address of this machine, and used from others.  Times mean little on a busy machine,
so the tests compare which clients are served.
"""

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ibau.web import serving
from ibau.web.app import Settings
from ibau.web.limits import KEEP_ALIVE, MAX_FRAME, connections
from ibau.web.limits.descriptors import boards_allowed
from ibau.web.rooms import lobby
from tests.web.clients import PERSON, run_in_thread
from tests.web.running_server import RunningServer, running_server
from tests.web.test_process import Process

ATTACKER, OTHER, SCHOOL = "127.0.0.66", "127.0.0.2", "127.0.0.3"
SEEGA = "seega+first_player=first"
LEVEL, STRONG = {"kind": "computer", "level": "level4"}, {"kind": "computer", "level": "level8"}
SHORT = 0.5  # seconds, in place of the usual limits
PATIENCE = 120

PING, FRAGMENT = b"\x89\x80\0\0\0\0", b"\0\x80\0\0\0\0"  # masked by zero, and empty


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short timeouts."""
    for name in ("HEADERS_TIMEOUT", "KEEP_ALIVE", "READ_TIMEOUT"):
        monkeypatch.setattr(connections, name, SHORT)
    monkeypatch.setattr(serving, "KEEP_ALIVE", SHORT)
    monkeypatch.setattr("ibau.web.endpoints.bodies.BODY_TIMEOUT", SHORT)


@pytest.fixture
def attacked(settings: Settings) -> Iterator[RunningServer]:
    """A server without trusted proxies."""
    with running_server(replace(settings, proxies=())) as server:
        yield server


class Connection:
    """A connection from an address, by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, *parts: bytes, pause: float = 0.0) -> None:
        """Send bytes, without checking that they arrive."""
        with contextlib.suppress(OSError):
            for part in parts:
                self.writer.write(part)
                await self.writer.drain()
                await asyncio.sleep(pause)

    async def received(self, seconds: float = PATIENCE) -> bytes:
        """All bytes until the server closes, or this many seconds have passed."""
        found = b""
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(seconds):
                while more := await self.reader.read(1 << 16):
                    found += more
        return found

    async def is_cut(self, seconds: float = PATIENCE) -> bool:
        """Does the server close within this many seconds?"""
        try:
            async with asyncio.timeout(seconds):
                while await self.reader.read(1 << 16):
                    pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True


@contextlib.asynccontextmanager
async def connected(server: RunningServer, host: str) -> AsyncGenerator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(host, 0))
    try:
        yield Connection(reader, writer)
    finally:
        writer.transport.abort()


@contextlib.asynccontextmanager
async def caller(server: RunningServer, host: str) -> AsyncGenerator[httpx2.AsyncClient]:
    """An HTTP client at an address."""
    kept = httpx2.Limits(keepalive_expiry=KEEP_ALIVE / 2)  # so that the server does not close one in use
    transport = httpx2.AsyncHTTPTransport(local_address=host, limits=kept, verify=False)
    url = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(transport=transport, base_url=url, timeout=PATIENCE) as client:
        yield client


async def begun(client: httpx2.AsyncClient, second: Any = PERSON, ruleset: str = SEEGA) -> dict[str, str]:
    answer = await client.post("/api/games", json={"ruleset": ruleset, "first": PERSON, "second": second})
    assert answer.status_code == 201
    return dict(answer.json())


@contextlib.asynccontextmanager
async def seated(server: RunningServer, host: str, game: dict[str, str]) -> AsyncGenerator[ClientConnection]:
    """A socket that has entered a game."""
    url = f"ws://127.0.0.1:{server.port}/api/games/{game['id']}/socket"
    async with connect(url, local_addr=(host, 0), open_timeout=PATIENCE, ping_interval=None) as socket:
        with contextlib.suppress(ConnectionClosed):  # a refused client gets the reason all the same
            await socket.send(json.dumps({"type": "enter", "key": game["key"]}))
        yield socket


async def received(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind; none before it is a refusal."""
    async with asyncio.timeout(PATIENCE):
        while (message := json.loads(await socket.recv()))["type"] != kind:
            assert message["type"] in {"thinking", "presence", "played"}, message
    return dict(message)


async def plays(server: RunningServer, host: str = OTHER) -> None:
    """Create a game and play in it."""
    async with caller(server, host) as client:
        game = await begun(client)
        assert (await client.get(f"/api/games/{game['id']}/record")).status_code == 200
    async with seated(server, host, game) as socket:
        await received(socket, "welcome")
        for at, action in enumerate(("a1", "b1", "a2")):
            await socket.send(json.dumps({"type": "play", "ply_count": at, "action": action}))
            await received(socket, "played")


def upgrade(game: dict[str, str]) -> bytes:
    """The request for a socket."""
    lines = (
        f"GET /api/games/{game['id']}/socket HTTP/1.1",
        "Host: localhost",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


# --- Connections -----------------------------------------------------------------------------------------------------


def test_half_open_connections_cost_others_nothing(settings: Settings) -> None:
    """Even on a system that allows the server few files."""

    async def run(server: RunningServer) -> None:
        async with contextlib.AsyncExitStack() as stack:
            held = [await stack.enter_async_context(connected(server, ATTACKER)) for _ in range(100)]
            for each in held:
                await each.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            for _ in range(3):
                await plays(server)
            assert sum([await each.is_cut(0.01) for each in held]) >= 100 - 60

    with running_server(replace(settings, boards=40, proxies=())) as server:
        run_in_thread(run(server))
        assert server.limits.refused["connections"] >= 100 - 60
        assert not server.limits.refused["all_connections"]


def test_all_connections_together_are_bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the system runs out of files."""
    monkeypatch.setattr("ibau.web.limits.MAX_REQUESTS", 7)

    async def run(server: RunningServer) -> None:
        async with contextlib.AsyncExitStack() as stack:
            held = [await stack.enter_async_context(connected(server, f"127.0.1.{n}")) for n in range(1, 12)]
            cut = [await each.is_cut(0.2) for each in held]
        assert cut == [False] * 8 + [True] * 3
        async with contextlib.AsyncExitStack() as stack:
            held = [await stack.enter_async_context(connected(server, f"127.0.1.{n % 2}")) for n in range(12)]
            for each in held:
                await each.send(b"G")
            await plays(server)  # the oldest of two attackers are evicted

    with running_server(replace(settings, boards=1, proxies=())) as server:
        monkeypatch.setattr(server.limits.connections, "most", 100)
        run_in_thread(run(server))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    "parts",
    [
        (b"",),
        (b"GET / HTTP/1.1\r\n",),
        tuple(bytes([letter]) for letter in b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 999),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n", *(b"x" for _ in range(999))),
        (b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\n\r\n", *(b"x" for _ in range(999))),
        (b"POST / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 1\r\n\r\n1",),
    ],
    ids=[
        "nothing",
        "half a request",
        "headers letter by letter",
        "a body nobody waits for",
        "a body somebody waits for",
        "a socket with a body",
    ],
)
async def test_anyone_who_takes_too_long_is_cut(attacked: RunningServer, parts: tuple[bytes, ...]) -> None:
    async with connected(attacked, ATTACKER) as connection:
        sending = asyncio.create_task(connection.send(*parts, pause=0.05))
        assert await connection.is_cut(20 * SHORT)
        sending.cancel()


@pytest.mark.usefixtures("short")
async def test_anyone_who_plays_has_all_the_time_in_the_world(attacked: RunningServer) -> None:
    async with caller(attacked, OTHER) as client:
        game = await begun(client)
    async with seated(attacked, OTHER, game) as socket:
        await received(socket, "welcome")
        await asyncio.sleep(6 * SHORT)
        await socket.send(json.dumps({"type": "play", "ply_count": 0, "action": "a1"}))
        await received(socket, "played")


@pytest.mark.usefixtures("short")
async def test_anyone_who_reads_nothing_is_cut(attacked: RunningServer, settings: Settings) -> None:
    (settings.static / "large.bin").write_bytes(bytes(20_000_000))
    async with connected(attacked, ATTACKER) as connection:
        await connection.send(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.sleep(6 * SHORT)
        assert len(await connection.received()) < 20_000_000


async def test_connections_one_after_the_other_are_counted(
    attacked: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attacked.limits.openings, "_defaults", (20.0, 0.001))
    cut = 0
    for _ in range(40):
        async with connected(attacked, ATTACKER) as connection:
            await connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            cut += not await connection.received()
    assert cut == 20
    await plays(attacked)


def test_anyone_who_asks_too_often_has_to_come_again(attacked: RunningServer) -> None:
    """A refusal costs hardly more than the connection, and connections are counted."""

    async def run() -> None:
        async with connected(attacked, ATTACKER) as connection:
            await connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
            answers = await connection.received()
        assert answers.count(b"HTTP/1.1 429") == answers.count(b"HTTP/1.1") == 1
        assert b"connection: close" in answers.lower()
        await plays(attacked)

    attacked.limits.requests.use((ATTACKER,), 5000)
    run_in_thread(run())


# --- Sockets ---------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def flooded(server: RunningServer, frames: bytes) -> AsyncGenerator[Connection]:
    """A socket flooded as fast as the network allows."""
    async with caller(server, ATTACKER) as client:
        game = await begun(client)
    async with connected(server, ATTACKER) as connection:
        await connection.send(upgrade(game))
        assert b"101" in await connection.reader.readuntil(b"\r\n\r\n")
        flooding = asyncio.create_task(connection.send(frames))
        yield connection
        flooding.cancel()


def test_what_comes_too_fast_waits(attacked: RunningServer) -> None:
    """Tested with pings, which the library answers by itself."""

    async def run() -> int:
        async with flooded(attacked, PING * 100_000) as connection:
            return len(await connection.received(seconds=2)) // 2  # a pong has two bytes

    attacked.limits.received._defaults = (64.0, 1.0)  # KiB, of which each ping counts for 48 bytes
    assert 1000 < run_in_thread(run()) < 2000


def test_anyone_who_reads_no_pong_is_not_listened_to(attacked: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without rate limits: a client that does not read is not read from, before pongs fill the memory."""
    attacked.limits.received._defaults = (1e9, 1e9)
    monkeypatch.setattr(connections, "MAX_FRAME", 1e9)
    asked = 0
    receive = connections.Connection.buffer_updated

    def counted(connection: connections.Connection, nbytes: int) -> None:
        nonlocal asked
        asked += nbytes
        receive(connection, nbytes)

    monkeypatch.setattr(connections.Connection, "buffer_updated", counted)
    ping = b"\x89\xfd\0\0\0\0" + bytes(125)

    async def run() -> None:
        async with flooded(attacked, ping * 300_000):
            await asyncio.sleep(3)
            await plays(attacked)

    run_in_thread(run())
    assert asked < 20e6 < 300_000 * len(ping)


async def test_a_message_in_endless_fragments_ends_the_socket(attacked: RunningServer) -> None:
    async with flooded(attacked, b"\x01\x80\0\0\0\0" + FRAGMENT * MAX_FRAME) as connection:
        assert await connection.received() == b""


# --- Places ----------------------------------------------------------------------------------------------------------


async def holds(
    server: RunningServer, host: str, stack: contextlib.AsyncExitStack, game: dict[str, str] | None = None
) -> str:
    """Open a socket at a game, by default a new one, and return its first message."""
    if game is None:
        async with caller(server, host) as client:
            game = await begun(client)
    socket = await stack.enter_async_context(seated(server, host, game))
    return str(json.loads(await socket.recv())["type"])


def test_five_attackers_keep_none_of_twenty_visitors_out(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attacker has all the sockets of an address and as many rooms, and comes first."""
    monkeypatch.setattr(lobby, "MAX_ROOMS", 30)

    async def visit(server: RunningServer, number: int, stack: contextlib.AsyncExitStack) -> None:
        host = f"127.0.2.{number}"
        async with caller(server, host) as client:
            game = await begun(client)
        socket = await stack.enter_async_context(seated(server, host, game))
        await received(socket, "welcome")
        for at, action in enumerate(["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"]):
            await socket.send(json.dumps({"type": "play", "ply_count": at, "action": action}))
            await received(socket, "played")

    async def run(server: RunningServer) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for number in range(50):
                await holds(server, f"127.0.1.{number % 5}", stack)
            for number in range(20):
                await visit(server, number, stack)

    with running_server(replace(settings, boards=40, proxies=())) as server:
        run_in_thread(run(server))


async def test_one_network_does_not_take_all_places_at_a_game(attacked: RunningServer) -> None:
    attacked.limits.listeners.most = 3
    async with caller(attacked, OTHER) as client:
        game = {**await begun(client), "key": ""}
    async with contextlib.AsyncExitStack() as stack:
        hosts = [ATTACKER] * 4 + [OTHER, SCHOOL, "127.0.0.4"]
        answers = [await holds(attacked, host, stack, game) for host in hosts]
    assert answers == ["welcome"] * 3 + ["refused"] + ["welcome"] * 2 + ["refused"]


# --- Everything at once ----------------------------------------------------------------------------------------------

PUPILS = 40
PATHS = (
    "/",
    "/api/catalogue",
    "/api/messages?of=game",
    "/api/rules/seega",
    "/api/board/seega",
    "/assets/board-abc123.js",
)
HOSTILE = b'[Ruleset "seega"]\n\n*\n\n' * 11_000


async def attack_without_end(server: RunningServer) -> None:
    """Attack again and again, however each attack ends."""
    while True:
        with contextlib.suppress(Exception):
            await attack(server)


async def attack(server: RunningServer) -> None:
    """All that might delay others, repeatedly from one address."""
    async with caller(server, ATTACKER) as client, contextlib.AsyncExitStack() as stack:
        rivals = {"ruleset": "seega", "first": STRONG, "second": STRONG}
        games = [(await client.post("/api/games", json=rivals)).json() for _ in range(10)]
        for game in games:
            await stack.enter_async_context(seated(server, ATTACKER, game))
        await stack.enter_async_context(flooded(server, PING * 100_000))

        async def ask(method: str, path: str, **more: Any) -> None:
            with contextlib.suppress(httpx2.HTTPError):
                while True:
                    await client.request(method, path, **more)

        async def open_and_say_nothing() -> None:
            while True:
                for _ in range(100):
                    with contextlib.suppress(OSError):
                        await stack.enter_async_context(connected(server, ATTACKER))
                await asyncio.sleep(1)

        async with asyncio.TaskGroup() as together:
            together.create_task(open_and_say_nothing())
            for _ in range(5):
                together.create_task(ask("GET", "/api/puzzles/seega"))
                together.create_task(ask("GET", f"/api/games/{games[0]['id']}/record"))
                together.create_task(ask("POST", "/api/analysis/advice", json={"ruleset": "seti-beth"}))
                together.create_task(ask("POST", "/api/analysis/read?number=9999", content=HOSTILE))
                together.create_task(ask("GET", f"/api/games/{games[0]['id']}/card.png"))


async def play_as_pupil(server: RunningServer, number: int) -> None:
    """Open the page, create a game (half of them against the computer) and play in it."""
    async with caller(server, SCHOOL) as client:
        for path in PATHS:
            assert (await client.get(path)).status_code == 200
        game = await begun(client, second=LEVEL if number % 2 else PERSON)
        async with seated(server, SCHOOL, game) as socket:
            await received(socket, "welcome")
            for at, action in enumerate(("a1", "b1")):
                await socket.send(json.dumps({"type": "play", "ply_count": at, "action": action}))
                await received(socket, "played")
            if number % 2:
                assert (await received(socket, "played"))["ply"]["seat"] == "second"
        line = {"ruleset": SEEGA, "actions": ["a1", "b1"]}
        assert (await client.post("/api/line", json=line)).status_code == 200
        assert (await client.get(f"/api/games/{game['id']}/picture.svg")).status_code == 200


@pytest.mark.posix
@pytest.mark.slow
def test_a_class_of_forty_meets_no_bound_while_another_address_attacks(settings: Settings) -> None:
    """Behind one address: forty pages, and twenty games against the computer, all created at once."""

    async def run(server: RunningServer) -> None:
        attacking = asyncio.create_task(attack_without_end(server))
        await asyncio.sleep(3)
        await asyncio.gather(*(play_as_pupil(server, number) for number in range(PUPILS)))
        assert not attacking.done()
        attacking.cancel()
        await asyncio.wait([attacking])

    boards_allowed(3000)
    process = Process(settings)
    try:
        run_in_thread(run(RunningServer(process.port)))
    finally:
        _, _, complaints = process.end(signal.SIGKILL)
    assert not complaints


def test_a_server_that_ends_tells_those_who_wait_and_complains_of_nothing(settings: Settings) -> None:
    async def ask(client: httpx2.AsyncClient) -> bool:
        try:
            answer = await client.post("/api/analysis/advice", json={"ruleset": "seti-beth"})
        except httpx2.TransportError:
            return True
        return bool(answer.status_code == 503 or answer.text)

    async def run(server: RunningServer) -> None:
        async with caller(server, OTHER) as client:
            waiting = [asyncio.create_task(ask(client)) for _ in range(20)]
            await asyncio.sleep(2)
            process.process.terminate()
            assert all(await asyncio.gather(*waiting))

    process = Process(settings, "workers=forked")
    try:
        run_in_thread(run(RunningServer(process.port)))
    finally:
        _, complaints = process.process.communicate(timeout=PATIENCE)
    assert (process.process.returncode, complaints) == (0, "")
