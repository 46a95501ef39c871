"""Two servers at one database, players and watchers at both who are told one story, and a check that it is the log's.

Every request is sent a second time, once it seems to be granted: only then its id says whether it was.
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
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.web.clients import PERSON
from tests.web.protocol_machine import MOVED_ON

PATIENCE = 60  # for what must come at last
ANSWER_SECONDS = 3  # until a player asks elsewhere
RACE_SECONDS = 1  # until a player does not wait for the other
BEHIND_SECONDS = 10  # until all who watch must have been told
SOCKET = ".s.PGSQL.5432"
CUTS = ("before", "after", *[None] * 30)
LOST = (OSError, TimeoutError, WebSocketException)  # what a connection ends with


class Server:
    """`ibau serve`, patched, as a process; it has the same port each time it is started."""

    def __init__(self, database: str, folder: Path, patches: str) -> None:
        self._folder = folder
        self._command = [sys.executable, "-m", "tests.web.patched_server", patches, str(folder / "notes"), "serve"]
        self._command += ["--no-open", "--proxy", "127.0.0.1", "--database", database, "--port"]
        self.port = 0
        self.is_up = False

    async def start(self) -> None:
        with (self._folder / "errors").open("a") as errors:
            command = [*self._command, str(self.port)]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)  # noqa: ASYNC220, S603
        assert self.process.stdout
        line = await asyncio.to_thread(self.process.stdout.readline)
        assert line, (self._folder / "errors").read_text()
        self.port = int(line.split("//127.0.0.1:")[1].split()[0])
        self.is_up = True

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
        self.is_up = number == signal.SIGCONT
        if number == signal.SIGKILL:
            self.process.communicate(timeout=PATIENCE)

    def memory(self) -> int:
        """In pages."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])

    async def new_game(self, second: Any = PERSON) -> dict[str, Any]:
        new = {"ruleset": "senet-race", "first": PERSON, "second": second}
        return await self.post("games", **new)

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        async with httpx2.AsyncClient(timeout=PATIENCE) as client:
            answer = await client.post(f"http://127.0.0.1:{self.port}/api/{path}", json=body)
        assert answer.is_success, answer.text
        return dict(answer.json())


class Game(NamedTuple):
    id: str
    key: str
    is_raced: bool  # do both players ask for the same step at once?
    waiting: dict[int, asyncio.Event]  # the player who waits for the other one, by ply


class Request(NamedTuple):
    """What was asked for, and what came of it."""

    game: str
    ply: int
    id: str
    is_throw: bool
    asked: float
    answered: float
    is_granted: bool


class Stream(NamedTuple):
    """What a socket was told of a game."""

    game: str
    actions: list[str]
    faults: list[str]


class Client:
    """Someone at a game, who comes again when the connection is lost."""

    def __init__(self, run: "Run", game: Game, home: int) -> None:
        self.run, self.game, self.home = run, game, home
        self.socket: ClientConnection | None = None
        self.stream = Stream(game.id, [], [])
        self.state: dict[str, Any] = {}
        self.server: Server | None = None

    async def connect(self, server: Server, key: str = "") -> None:
        """Come in at a server.  Raises what is LOST."""
        self.server = server
        await self.leave()
        address = f"ws://127.0.0.1:{server.port}/api/games/{self.game.id}/socket"
        self.socket = await connect(
            address, open_timeout=ANSWER_SECONDS, close_timeout=0.1, compression=None, max_queue=None
        )
        await self.socket.send(json.dumps({"type": "enter", "key": key}))
        self.stream = Stream(self.game.id, [], [])
        while (await self.receive())["type"] != "welcome":
            pass
        self.run.streams.append(self.stream)

    async def ask(self, kind: str) -> str:
        """The kind of the answer to a wish in the present position.  Raises what is LOST."""
        assert self.socket
        await self.socket.send(json.dumps({"type": kind, "ply_count": self.state["ply_count"]}))
        while (answer := await self.receive())["type"] not in {"changed", "refused"}:
            pass
        return str(answer["type"])

    async def leave(self) -> None:
        if self.socket:
            await self.socket.close()

    async def receive(self, seconds: float | None = ANSWER_SECONDS) -> dict[str, Any]:
        """The next message.  Raises what is LOST."""
        assert self.socket
        async with asyncio.timeout(seconds):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.state = message.get("state", self.state)
        actions, ply = self.stream.actions, self.state.get("ply_count", 0)
        if message["type"] == "welcome":
            told = [each["action"] for each in message["story"]]
            if told[: len(actions)] != actions:
                self.stream.faults.append(f"welcome to another story: {told} after {actions}")
            actions[:] = told
        elif message["type"] == "played":
            actions.append(message["ply"]["action"])
        if len(actions) != ply:
            self.stream.faults.append(f"{len(actions)} actions at ply {ply}")
        return message


class Watcher(Client):
    async def stay(self) -> None:
        """Watch until cancelled, at one server."""
        while True:
            try:
                await self.connect(self.run.servers[self.home])
                while True:
                    await self.receive(None)
            except LOST:
                await asyncio.sleep(0.1)


class Player(Client):
    @property
    def nearest(self) -> Server:
        """The server that is asked: that at home, unless it is down."""
        home, other = self.run.servers[self.home], self.run.servers[1 - self.home]
        return home if home.is_up else other

    async def play(self) -> None:
        """Ask for one step after another until there are enough."""
        while True:
            try:
                await self.connect(self.nearest, self.game.key)
                while not self.run.is_over and not self.state["result"]:
                    await self._step()
            except LOST:
                await asyncio.sleep(0.1)
            else:
                return

    async def _step(self) -> None:
        if self.server is not self.nearest:
            await self.connect(self.nearest, self.game.key)
        ply = self.state["ply_count"]
        if not self.game.is_raced and ply % 2 != self.home:
            with suppress(TimeoutError):
                await self.receive(RACE_SECONDS)  # of the other's step
            return
        if self.game.is_raced:
            await self._meet(ply)
        is_throw = bool(self.state["throw"])
        wish = {"type": "throw"} if is_throw else {"type": "play", "action": random.choice(self.state["legal"])["text"]}
        wish = {**wish, "ply_count": ply, "id": uuid.uuid4().hex}
        asked, is_granted = time.monotonic(), await self._settled(wish)
        settled = Request(self.game.id, ply, wish["id"], is_throw, asked, time.monotonic(), is_granted)
        self.run.requests.append(settled)

    async def _meet(self, ply: int) -> None:
        """Wait for the other player to be about to ask for the same step; at one server there is no race."""
        waiting = self.game.waiting
        if not all(server.is_up for server in self.run.servers):
            await asyncio.sleep(RACE_SECONDS)
            return
        if ply in waiting:
            waiting.pop(ply).set()
            return
        waiting[ply] = asyncio.Event()
        try:
            async with asyncio.timeout(RACE_SECONDS):
                await waiting[ply].wait()
        except TimeoutError:
            waiting.pop(ply, None)

    async def _settled(self, wish: dict[str, Any]) -> bool:
        """Was it granted?  It is asked for until that is known, wherever there is an answer."""
        while True:
            try:
                return await self._asked(wish)
            except LOST:
                await asyncio.sleep(0.1)
                try:
                    await self.connect(self.nearest, self.game.key)
                except LOST:
                    continue

    async def _asked(self, wish: dict[str, Any]) -> bool:
        """What comes of it at this socket.  Raises what is LOST."""
        assert self.socket
        await self.socket.send(json.dumps(wish))
        if (answer := await self._answer(wish)) == "played":
            await self.socket.send(json.dumps(wish))  # was that our step?
            if (answer := await self._answer(wish)) == "refused":
                assert await self._answer(wish) == "refused"
        return answer == "done"

    async def _answer(self, wish: dict[str, Any]) -> str:
        """What is said of it, or of the step that was played."""
        while True:
            match await self.receive():
                case {"type": "played", "ply": {"ply_index": ply}} if ply == wish["ply_count"]:
                    return "played"
                case {"type": "done", "id": id} if id == wish["id"]:  # what was asked before may be answered twice
                    return "done"
                case {"type": "refused", "reason": reason} if reason == MOVED_ON:
                    return "refused"
                case {"type": "refused" | "failed"}:
                    raise TimeoutError  # and again


class Run:
    """What was asked for and told in the course of it."""

    def __init__(self, database: str, servers: list[Server], folder: Path) -> None:
        self.database, self.servers, self._folder = database, servers, folder
        self.requests: list[Request] = []
        self.streams: list[Stream] = []
        self.is_over = False
        self._deadlocks = deadlocks(database)

    @asynccontextmanager
    async def played(self, games: int) -> AsyncGenerator[None]:
        """Have games be played at both servers as long as the block lasts, two of three raced; all end told."""
        self.is_over = False
        made = [await self.servers[number % 2].new_game() for number in range(games)]
        each = [Game(game["id"], game["key"], number % 3 > 0, {}) for number, game in enumerate(made)]
        watchers = [Watcher(self, game, home) for game in each for home in (0, 1)]
        players = [Player(self, game, home) for game in each for home in (0, 1)]
        watching = [asyncio.create_task(watcher.stay()) for watcher in watchers]
        playing = asyncio.gather(*(player.play() for player in players))
        try:
            yield
            self.is_over = True
            async with asyncio.timeout(PATIENCE):
                await playing
            await self._told(watchers)
        finally:
            for task in (playing, *watching):
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            for client in (*watchers, *players):
                await client.leave()

    async def _told(self, watchers: list[Watcher]) -> None:
        """Wait until all who watch have been told everything; note who has not in time."""
        log, until = await asyncio.to_thread(read_log, self.database), time.monotonic() + BEHIND_SECONDS
        for watcher in watchers:
            while len(watcher.stream.actions) < len(log[watcher.game.id]):
                if time.monotonic() > until:
                    watcher.stream.faults.append(f"behind after {BEHIND_SECONDS} seconds")
                    break
                await asyncio.sleep(0.05)

    async def steps(self, number: int) -> None:
        """Wait for some more steps to be granted."""
        enough = sum(request.is_granted for request in self.requests) + number
        async with asyncio.timeout(PATIENCE):
            while sum(request.is_granted for request in self.requests) < enough:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    def notes(self) -> list[list[str]]:
        """What the servers have noted down."""
        return [line.split() for line in (self._folder / "notes").read_text().splitlines()]

    def counts(self) -> Counter[str]:
        """How often appends came to what, hints were dropped, and steps granted."""
        return Counter(word for word, *_ in self.notes()) + Counter(
            steps=sum(request.is_granted for request in self.requests), streams=len(self.streams)
        )

    def complaints(self) -> list[str]:
        """What is wrong in this history."""
        log = read_log(self.database)
        wrong = [*self._misplaced(log), *_disorder(log, self.requests), *_told_wrongly(log, self.streams)]
        if number := max(0, deadlocks(self.database) - self._deadlocks):
            wrong.append(f"deadlocks: {number}")
        return [*wrong, *self._thrown_differently()]

    def _misplaced(self, log: "Log") -> Iterator[str]:
        """What is not stored once where it was granted, or is stored and was refused, or not asked for."""
        places = defaultdict(list)
        for game, played in log.items():
            for ply, action in enumerate(played):
                places[action.request].append((game, ply))
        for request in self.requests:
            found, expected = places.pop(request.id, []), [(request.game, request.ply)] if request.is_granted else []
            if found != expected:
                yield f"{'lost, or not once' if request.is_granted else 'refused and stored'}: {request}: {found}"
        yield from (f"not asked for: {place}" for place in places.items())

    def _thrown_differently(self) -> Iterator[str]:
        """Where processes that knew the same had different throws."""
        throws = {(request.game, request.ply + 1) for request in self.requests if request.is_throw}
        tried: dict[tuple[str, int], set[str]] = defaultdict(set)
        for _, game, sequence, action in (note for note in self.notes() if note[0] == "tried"):
            tried[game, int(sequence)].add(action)
        yield from (f"thrown differently: {at} {tried[at]}" for at in throws if len(tried[at]) > 1)


class Action(NamedTuple):
    """An action as it is stored."""

    sequence: int
    text: str
    request: str


Log = defaultdict[str, list[Action]]  # by game


def _disorder(log: Log, requests: list[Request]) -> Iterator[str]:
    """Sequences with gaps, and what was granted before something was asked that stands before it."""
    asked = {request.id: request for request in requests}
    for game, played in log.items():
        granted = [asked[action.request] for action in played if action.request in asked]
        latest = accumulate((request.asked for request in granted), max)
        yield from (
            f"reordered: {one}"
            for one, asked_before in zip(granted, latest, strict=True)
            if one.answered < asked_before
        )
        sequences = [action.sequence for action in played]
        if sequences != list(range(1, len(sequences) + 1)):  # after its creation
            yield f"gaps: {game} {sequences}"


def _told_wrongly(log: Log, streams: list[Stream]) -> Iterator[str]:
    for stream in streams:
        yield from (f"told wrongly: {stream.game} {fault}" for fault in stream.faults)
        if stream.actions != [action.text for action in log[stream.game]][: len(stream.actions)]:
            yield f"told what is not stored: {stream.game} {stream.actions}"


def read_log(database: str) -> Log:
    log = Log(list)
    for stream, sequence, data in query(database, "SELECT stream, sequence, data FROM events ORDER BY 1, 2"):
        event = json.loads(data)
        if event["kind"] == "played":
            log[stream].append(Action(sequence, event["action"], event.get("id", "")))
    return log


def deadlocks(database: str) -> int:
    """How often transactions waited for each other, since PostgreSQL was started."""
    return int(query(database, "SELECT sum(deadlocks) FROM pg_stat_database")[0][0])


def query(database: str, statement: str) -> list[Any]:
    import psycopg

    with psycopg.connect(database, autocommit=True) as connection:
        return connection.execute(statement.encode()).fetchall()


@asynccontextmanager
async def two_servers(database: str, folder: Path, *patches: str) -> AsyncGenerator[Run]:
    """Two servers at a database, patched alike, or each as it is said for it."""
    servers = [Server(database, folder, patches[number % len(patches)]) for number in (0, 1)]
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield Run(database, servers, folder)
    finally:
        for server in servers:
            server.signal(signal.SIGKILL)


class Proxy:
    """PostgreSQL at a socket in a folder, where some connections are lost at a COMMIT, or before its answer."""

    def __init__(self, postgres: Path, folder: Path) -> None:
        self._postgres, self._folder = postgres / SOCKET, folder / SOCKET
        self.cuts: Counter[str] = Counter()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        async with await asyncio.start_unix_server(self._serve, self._folder):
            yield

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        replies, requests = await asyncio.open_unix_connection(self._postgres)
        answering = asyncio.create_task(self._pass_on(replies, writer))
        try:
            while data := await reader.read(1 << 16):
                cut = random.choice(CUTS) if b"COMMIT" in data else None
                self.cuts[str(cut)] += 1
                if cut == "before":
                    break
                if cut == "after":
                    answering.cancel()
                requests.write(data)
                if cut == "after":
                    await replies.read(1)
                    break
        finally:
            answering.cancel()
            writer.close()
            requests.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
        writer.close()
