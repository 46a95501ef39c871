"""Memory of a serving process: idle, and with open games that are being played over their sockets."""

import asyncio
import contextlib
import itertools
import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from http.client import HTTPConnection
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.table import Row
from ibau.core.line import Line
from ibau.games import game

SEEGA, SENETI = "seega+first_player=first", "seneti+first_player=first"  # what is played, without a lot
PERSON = {"kind": "person"}
PLIES = 20  # of each game
LONG_GAME = 1000  # plies
SECONDS_TO_START = 60


def serving(games: int) -> Iterator[Row]:
    """What a server's own process needs; its players think in processes of their own."""
    with server() as (process, address):
        yield Row("memory of the serving process, idle", megabytes(resident(process.pid)))
        asyncio.run(play_games(address, games, SEEGA, random_actions(SEEGA, PLIES)))
        yield Row(f"the same after {PLIES} plies in each of {games} open games", megabytes(resident(process.pid)))
    yield from long_and_short()


def long_and_short() -> Iterator[Row]:
    """What as many plies take in one long game, and in short ones: Seneti remembers the positions that have been."""
    actions = random_actions(SENETI, LONG_GAME)
    short_games = LONG_GAME // PLIES
    for games, plies in ((1, LONG_GAME), (short_games, PLIES)):
        with server() as (process, address):
            asyncio.run(play_games(address, 1, SENETI, actions[:1]))  # what the first game needs, and no other
            before = resident(process.pid)
            asyncio.run(play_games(address, games, SENETI, actions[:plies]))
            each = (resident(process.pid) - before) / LONG_GAME / 1000
        yield Row(f"memory a ply, {LONG_GAME} plies of Seneti in {games} game{'s' * (games > 1)}", f"{each:.1f} kB")


def random_actions(ruleset: str, plies: int) -> tuple[str, ...]:
    """The first this many actions of a random game that is long enough."""
    games = (random_game(ruleset, plies, seed) for seed in itertools.count())
    return next(line.actions for line in games if line.at == plies)


def random_game(ruleset: str, most: int, seed: int) -> Line:
    """A random game, at most this many plies of it."""
    chooser = random.Random(seed)  # noqa: S311 - nothing is secret here
    line = Line(game(ruleset).initial())
    while line.at < most and not line.result:
        line = line.play(chooser.choice(line.state.actions))
    return line


@contextlib.contextmanager
def server() -> Generator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port of this machine, with an empty folder for its games; the process and its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ibau", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        try:
            yield process, printed_address(process)
        finally:
            process.terminate()
            process.wait(SECONDS_TO_START)


def printed_address(process: subprocess.Popen[str]) -> str:
    """The host and port that the server prints once it listens."""
    printed = ""
    for line in process.stdout or ():
        printed += line
        if found := re.search(r"http://([^/\s]+)", line):
            return found[1]
    raise RuntimeError(f"the server ended without an address: {printed!r}")


async def play_games(address: str, games: int, ruleset: str, actions: Sequence[str]) -> None:
    """Open games between two people, play them all together, and leave none before all are played."""
    async with contextlib.AsyncExitStack() as sockets:
        places = [new_game(address, ruleset) for _ in range(games)]
        opened = [await sockets.enter_async_context(place.connect()) for place in places]
        await asyncio.gather(*(play(socket, place, actions) for socket, place in zip(opened, places, strict=True)))


_somebody = itertools.count(1 << 16)


def somebody() -> str:
    """An address of this machine from which nobody has called yet: a server bounds what each may do."""
    return str(ip_address((127 << 24) + next(_somebody)))


class Place(NamedTuple):
    """A game of a server, and a key to it; without one, one watches."""

    address: str  # the server's host and port
    game: str
    key: str = ""
    host: str = "127.0.0.1"  # from where one calls

    @property
    def url(self) -> str:
        """Where the game is listened to."""
        return f"ws://{self.address}/api/games/{self.game}/socket?lang=en"

    @property
    def entry(self) -> str:
        """What is said there first."""
        return json.dumps({"type": "enter", "key": self.key})

    def connect(self) -> connect:
        """A socket to it."""
        options: Any = {"local_addr": (self.host, 0), "compression": None, "open_timeout": 60, "close_timeout": 1}
        return connect(self.url, max_size=None, **options)


def new_game(address: str, ruleset: str, player: dict[str, str] = PERSON, host: str = "") -> Place:
    """A new game between two people at one screen, or two others of one kind, who call from an address of their own."""
    host = host or somebody()
    made = json.loads(ask(address, "/api/games", {"ruleset": ruleset, "first": player, "second": player}, host))
    return Place(address, made["id"], made["key"], host)


def ask(address: str, path: str, body: Any = None, host: str = "") -> bytes:
    """What a server answers to somebody.  Raises RuntimeError where it refuses."""
    connection = HTTPConnection(address, timeout=SECONDS_TO_START, source_address=(host or somebody(), 0))
    with contextlib.closing(connection):
        headers = {"Content-Type": "application/json"}
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read()
    if answer.status >= 400:
        raise RuntimeError(f"{path} was answered with {answer.status}: {text[:200]!r}")
    return text


async def play(socket: ClientConnection, place: Place, actions: Sequence[str]) -> None:
    """Play actions from the start of a game."""
    await socket.send(place.entry)
    await received(socket, "welcome")
    for at, action in enumerate(actions):
        await socket.send(json.dumps({"type": "play", "at": at, "action": action}))
        await received(socket, "played")


async def received(socket: ClientConnection, kind: str) -> None:
    """Read the next message, which must be of a kind."""
    message = json.loads(await socket.recv())
    if message["type"] != kind:
        raise RuntimeError(f"expected {kind!r}, the server sent {message}")


def resident(pid: int) -> int:
    """Bytes of memory that a process holds now."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")  # only Linux reports it
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    if not found:
        raise RuntimeError(f"process {pid} has ended")
    return int(found[1]) * 1024


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"
