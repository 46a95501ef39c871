"""Fault injection: two servers with one database, their clients, and a consistency check of messages against the log.

Every request is sent again once it seems to be granted: the server recognizes its id if it was.
"""

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.web.clients import PERSON
from tests.web.protocol_machine import MOVED_ON

PATIENCE = 60  # seconds for anything that must happen eventually
ANSWER_SECONDS = 3  # until a player reconnects to the other server
RACE_SECONDS = 1  # until a player stops waiting for the other
BEHIND_SECONDS = 10  # until all watchers must have received everything
LOST = (OSError, TimeoutError, WebSocketException)  # exceptions of a lost connection
SOCKET = ".s.PGSQL.5432"
CUT = 0.05  # fraction of all commits


class Server:
    """`ibau serve`, patched, as a process; it has the same port each time it is started."""

    def __init__(self, database: str, folder: Path, patches: str) -> None:
        self._errors = folder / "errors.txt"
        self._command = [sys.executable, "-m", "tests.web.patched_server", patches, str(folder / "notes.txt"), "serve"]
        self._command += ["--no-open", "--proxy", "127.0.0.1", "--database", database, "--port"]
        self.port, self.is_up = 0, False

    async def start(self) -> None:
        with self._errors.open("a") as errors:
            command = [*self._command, str(self.port)]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)  # noqa: ASYNC220, S603
        assert self.process.stdout
        line = await asyncio.to_thread(self.process.stdout.readline)
        assert line, self._errors.read_text()
        self.port, self.is_up = int(line.split("//127.0.0.1:")[1].split()[0]), True

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
        self.is_up = number == signal.SIGCONT
        if number == signal.SIGKILL:
            self.process.communicate(timeout=PATIENCE)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        async with httpx2.AsyncClient(timeout=PATIENCE, verify=False) as client:
            answer = await client.post(f"http://127.0.0.1:{self.port}/api/{path}", json=body)
        assert answer.is_success, answer.text
        return dict(answer.json())

    async def new_game(self, second: Any = PERSON) -> dict[str, Any]:
        return await self.post("games", ruleset="senet-race", first=PERSON, second=second)


class Request(NamedTuple):
    """A request of a player, and its outcome."""

    game: str
    ply: int
    id: str
    message: dict[str, Any]
    asked: float
    answered: float = 0.0
    is_granted: bool = False


class Action(NamedTuple):
    """An action as it is stored."""

    sequence: int
    text: str
    request: str


Log = defaultdict[str, list[Action]]  # by game


class Client:
    """A client of a game: a watcher, or a player if it has a key."""

    def __init__(self, run: "Run", game: str, home: int, key: str = "") -> None:
        self.run, self.game, self.home, self.key = run, game, home, key
        self.actions: list[str] = []  # received so far
        self.state: dict[str, Any] = {}
        self.server: Server | None = None
        self.socket: ClientConnection | None = None

    async def connect(self, server: Server) -> None:
        """Connect to a server and enter the game.  Raises the exceptions LOST."""
        await self.leave()
        self.server, self.actions = server, []
        address = f"ws://127.0.0.1:{server.port}/api/games/{self.game}/socket"
        self.socket = await connect(address, open_timeout=ANSWER_SECONDS, close_timeout=0.1, max_queue=None)
        await self.send({"type": "enter", "key": self.key})
        while (await self.receive())["type"] != "welcome":
            pass
        self.run.streams.append((self.game, self.actions))

    async def leave(self) -> None:
        if self.socket:
            await self.socket.close()

    async def send(self, message: Any) -> None:
        assert self.socket
        await self.socket.send(json.dumps(message))

    async def receive(self, seconds: float | None = ANSWER_SECONDS) -> dict[str, Any]:
        """Receive the next message, and check it against those before.  Raises the exceptions LOST."""
        assert self.socket
        async with asyncio.timeout(seconds):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.state = message.get("state", self.state)
        if message["type"] == "welcome":
            story = [ply["action"] for ply in message["story"]]
            if story[: len(self.actions)] != self.actions:
                self.run.faults.append(f"welcome with other plies: {self.game} {story} after {self.actions}")
            self.actions[:] = story
        elif message["type"] == "played":
            self.actions.append(message["ply"]["action"])
        if self.state and len(self.actions) != self.state["ply_count"]:
            self.run.faults.append(f"gap: {self.game} {len(self.actions)} {message}")
        return message

    async def watch(self) -> None:
        """Watch at one server, with reconnections, until cancelled."""
        while True:
            with suppress(*LOST):
                await self.connect(self.run.servers[self.home])
                while True:
                    await self.receive(None)
            await asyncio.sleep(0.1)


class Player(Client):
    """One of two players with the same key, whose home servers differ."""

    def __init__(self, run: "Run", game: str, home: int, key: str, meeting: asyncio.Barrier | None) -> None:
        super().__init__(run, game, home, key)
        self._meeting = meeting  # where both request the same step concurrently
        self._request: Request | None = None  # until its outcome is known

    @property
    def _nearest(self) -> Server:
        """The home server, or the other one while that is down."""
        home, other = self.run.servers[self.home], self.run.servers[1 - self.home]
        return home if home.is_up else other

    async def play(self) -> None:
        """Request one step after another until the run or the game is over."""
        while True:
            try:
                await self.connect(self._nearest)
                while self._request or not (self.run.is_over or self.state.get("result")):
                    await self._step()
            except LOST:
                await asyncio.sleep(0.1)
            else:
                return

    async def _step(self) -> None:
        if not self._request:
            if self.server is not self._nearest:
                await self.connect(self._nearest)
            self._request = await self._next_request()
        if self._request:
            is_granted = await self._ask(self._request)
            self.run.requests.append(self._request._replace(answered=time.monotonic(), is_granted=is_granted))
            self._request = None

    async def _next_request(self) -> Request | None:
        """Create the next request if it is our turn; racing players wait for each other first."""
        if self._meeting:
            with suppress(TimeoutError):
                async with asyncio.timeout(RACE_SECONDS):
                    is_race = all(server.is_up for server in self.run.servers)
                    await (self._meeting.wait() if is_race else asyncio.sleep(RACE_SECONDS))
        elif self.state["ply_count"] % 2 != self.home:
            with suppress(TimeoutError):
                await self.receive(RACE_SECONDS)
            return None
        ply, key = self.state["ply_count"], uuid.uuid4().hex
        legal = [{"type": "play", "action": action["text"]} for action in self.state["legal"]]
        wish = {"type": "throw"} if self.state["throw"] else random.choice(legal)
        return Request(self.game, ply, key, {**wish, "ply_count": ply, "id": key}, time.monotonic())

    async def _ask(self, request: Request) -> bool:
        """Send a request; is it granted?  Raises the exceptions LOST."""
        await self.send(request.message)
        if (answer := await self._answer(request)) == "played":
            await self.send(request.message)  # was it this request that was played?
            if (answer := await self._answer(request)) == "refused":
                assert await self._answer(request) == "refused"
        return answer == "done"

    async def _answer(self, request: Request) -> str:
        """Wait for the answer to a request, or for the message that its step was played."""
        while True:
            match await self.receive():
                case {"type": "played", "ply": {"ply_index": ply}} if ply == request.ply:
                    return "played"
                case {"type": "done", "id": done} if done == request.id:  # the last one may be answered twice
                    return "done"
                case {"type": "refused", "reason": reason} if reason == MOVED_ON:
                    return "refused"
                case {"type": "refused" | "failed"}:
                    raise TimeoutError  # the request is sent again


class Run:
    """Games at two servers, with a history of requests and received actions."""

    def __init__(self, database: str, servers: list[Server], folder: Path) -> None:
        self.database, self.servers, self._notes = database, servers, folder / "notes.txt"
        self.requests: list[Request] = []
        self.streams: list[tuple[str, list[str]]] = []  # by socket: the game and the actions received
        self.faults: list[str] = []  # in received messages
        self.is_over = False
        self._deadlocks = self._count_deadlocks()

    @asynccontextmanager
    async def played(self, games: int) -> AsyncGenerator[None]:
        """Play games during the block, two of three with races, then wait until all watchers are up to date."""
        self.is_over = False
        made = await asyncio.gather(*(self.servers[number % 2].new_game() for number in range(games)))
        meetings = [asyncio.Barrier(2) if number % 3 else None for number in range(games)]
        watchers = [Client(self, game["id"], home) for game in made for home in (0, 1)]
        players = [
            Player(self, game["id"], home, game["key"], meeting)
            for game, meeting in zip(made, meetings, strict=True)
            for home in (0, 1)
        ]
        watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
        playing = [asyncio.create_task(player.play()) for player in players]
        try:
            yield
            self.is_over = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*playing)
            await self._wait_for_watchers(watchers)
        finally:
            for task in (*playing, *watching):
                task.cancel()
            await asyncio.gather(*playing, *watching, return_exceptions=True)
            for client in (*watchers, *players):
                await client.leave()

    async def _wait_for_watchers(self, watchers: list[Client]) -> None:
        """Wait until all watchers have received everything, and record those that are late."""
        log, until = await asyncio.to_thread(self._read_log), time.monotonic() + BEHIND_SECONDS
        for watcher in watchers:
            while len(watcher.actions) < len(log[watcher.game]) and time.monotonic() < until:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            if len(watcher.actions) < len(log[watcher.game]):
                self.faults.append(f"behind: {watcher.game}")

    async def steps(self, number: int) -> None:
        """Wait until `number` more requests are answered."""
        enough = len(self.requests) + number
        async with asyncio.timeout(PATIENCE):
            while len(self.requests) < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def counts(self) -> Counter[str]:
        """Count granted steps, outcomes of appends, and dropped notifications."""
        return Counter(word for word, *_ in self._noted()) + Counter(steps=sum(one.is_granted for one in self.requests))

    def _noted(self) -> list[list[str]]:
        return [line.split() for line in self._notes.read_text().splitlines()]

    def query(self, statement: str) -> list[Any]:
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(statement.encode()).fetchall()

    def _count_deadlocks(self) -> int:
        return int(self.query("SELECT sum(deadlocks) FROM pg_stat_database")[0][0])

    def _read_log(self) -> Log:
        log = Log(list)
        for game, sequence, data in self.query("SELECT stream, sequence, data FROM events ORDER BY 1, 2"):
            event = json.loads(data)
            if event["kind"] == "played":
                log[game].append(Action(sequence, event["action"], event["id"]))
        return log

    def complaints(self) -> list[str]:
        """List the inconsistencies of this history."""
        log = self._read_log()
        deadlocks = self._count_deadlocks() - self._deadlocks  # fewer where PostgreSQL was started again
        return [
            *self._misplaced(log),
            *self._disordered(log),
            *self.faults,
            *(f"sent but not stored: {game} {sent}" for game, sent in self.streams if not _begins(sent, log[game])),
            *self._thrown_differently(),
            *([f"deadlocks: {deadlocks}"] if deadlocks > 0 else []),
        ]

    def _misplaced(self, log: Log) -> Iterator[str]:
        """Yield granted requests not stored exactly once in place, and stored actions refused or never requested."""
        places = defaultdict(list)
        for game, played in log.items():
            for ply, action in enumerate(played):
                places[action.request].append((game, ply))
        for request in self.requests:
            found, expected = places.pop(request.id, []), [(request.game, request.ply)] if request.is_granted else []
            if found != expected:
                yield f"{'lost, or not once' if request.is_granted else 'refused and stored'}: {request}: {found}"
        yield from (f"not asked for: {place}" for place in places.items())

    def _disordered(self, log: Log) -> Iterator[str]:
        """Yield gaps in sequences, and requests granted before one was made that is stored earlier."""
        asked = {request.id: request for request in self.requests}
        for game, played in log.items():
            granted = [asked[action.request] for action in played if action.request in asked]
            latest = accumulate((request.asked for request in granted), max)
            yield from (f"disordered: {one}" for one, last in zip(granted, latest, strict=True) if one.answered < last)
            sequences = [action.sequence for action in played]
            if sequences != list(range(1, len(sequences) + 1)):  # 0 is the creation
                yield f"gaps: {game} {sequences}"

    def _thrown_differently(self) -> Iterator[str]:
        """Yield throws for which servers tried different results, stored or not."""
        tried = defaultdict(set)
        for _, game, sequence, action in (words for words in self._noted() if words[0] == "tried"):
            tried[game, int(sequence) - 1].add(action)
        throws = {(request.game, request.ply) for request in self.requests if request.message["type"] == "throw"}
        yield from (f"thrown differently: {place} {tried[place]}" for place in throws if len(tried[place]) > 1)


def _begins(sent: list[str], played: list[Action]) -> bool:
    return sent == [action.text for action in played[: len(sent)]]


@asynccontextmanager
async def two_servers(database: str, folder: Path, *patches: str, through: str = "") -> AsyncGenerator[Run]:
    """Start two servers with a database, optionally through a proxy, with the same patches or those of each."""
    servers = [Server(through or database, folder, patches[number % len(patches)]) for number in (0, 1)]
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield Run(database, servers, folder)
    finally:
        for server in servers:
            server.signal(signal.SIGKILL)


class Proxy:
    """Proxy of PostgreSQL's socket that cuts some connections before the answer to COMMIT."""

    def __init__(self, postgres: Path) -> None:
        self._postgres = postgres
        self.is_cutting = False
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        replies, requests = await asyncio.open_unix_connection(self._postgres / SOCKET)
        answering, is_cut = asyncio.create_task(self._pass_on(replies, writer)), False
        try:
            while not is_cut and (data := await reader.read(1 << 16)):
                if is_cut := self.is_cutting and b"COMMIT" in data and random.random() < CUT:
                    answering.cancel()
                    await asyncio.wait([answering])
                requests.write(data)
            if is_cut:
                self.cuts += bool(await replies.read(1))  # it is committed
        finally:
            for stream in (writer, requests):
                stream.close()
            await asyncio.wait([answering])

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
        writer.close()
