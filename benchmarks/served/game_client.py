"""A client of the server: new games, sockets to them, and the memory of processes."""

import contextlib
import itertools
import json
import random
import re
from http.client import HTTPConnection
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import connect

from ibau.core.line import Line
from ibau.games import game

PERSON = {"kind": "person"}
SECONDS_TO_ANSWER = 60


def random_game(ruleset: str, most: int, seed: int) -> Line:
    """Play a random game of at most `most` plies."""
    chooser = random.Random(seed)  # noqa: S311 - nothing is secret here
    line = Line(game(ruleset).initial())
    while line.ply_count < most and not line.result:
        line = line.play(chooser.choice(line.state.actions))
    return line


_hosts = itertools.count(1 << 16)


def unused_address() -> str:
    """A loopback address not used before: a server limits what each address may do."""
    return str(ip_address((127 << 24) + next(_hosts)))


class GameSeat(NamedTuple):
    """How a client enters a game: with a seat's key as a player, without one as a spectator."""

    server: str  # the server's host and port
    game: str  # its id
    key: str = ""
    local_host: str = "127.0.0.1"  # the address that the client connects from

    @property
    def url(self) -> str:
        """The URL of the game's socket."""
        return f"ws://{self.server}/api/games/{self.game}/socket?lang=en"

    @property
    def join_request(self) -> str:
        """The first message to send to the socket."""
        return json.dumps({"type": "enter", "key": self.key})

    def open_socket(self) -> connect:
        """Open the game's socket."""
        options: Any = {"local_addr": (self.local_host, 0), "compression": None, "open_timeout": 60, "close_timeout": 1}
        return connect(self.url, max_size=None, **options)


def new_game(address: str, ruleset: str, player: dict[str, str] = PERSON, host: str = "") -> GameSeat:
    """Create a game whose two seats have the same kind of player, by default two people at one screen.

    The request comes from the address `host`, by default from an unused one.
    """
    host = host or unused_address()
    created = json.loads(ask(address, "/api/games", {"ruleset": ruleset, "first": player, "second": player}, host))
    return GameSeat(address, created["id"], created["key"], host)


def ask(address: str, path: str, body: Any = None, host: str = "") -> bytes:
    """Send a request, a POST if it has a body, and return the answer.  Raises RuntimeError for an error status."""
    connection = HTTPConnection(address, timeout=SECONDS_TO_ANSWER, source_address=(host or unused_address(), 0))
    with contextlib.closing(connection):
        headers = {"Content-Type": "application/json"}
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read()
    if answer.status >= 400:
        raise RuntimeError(f"{path} was answered with {answer.status}: {text[:200]!r}")
    return text


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")  # only Linux reports it
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    if not found:
        raise RuntimeError(f"process {pid} has ended")
    return int(found[1]) * 1024


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"
