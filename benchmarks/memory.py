"""Memory of a serving process: idle, and with open games that are being played over their sockets."""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.table import Row

PLIES = 20  # played in each game
SECONDS_TO_START = 60


def serving(games: int) -> Iterator[Row]:
    """What a server's own process needs; its players think in processes of their own."""
    with server() as (process, address):
        yield Row("memory of the serving process, idle", megabytes(resident(process.pid)))
        asyncio.run(play_games(address, games))
        yield Row(f"the same after {PLIES} plies in each of {games} open games", megabytes(resident(process.pid)))


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


async def play_games(address: str, games: int) -> None:
    """Open games between two people, play each for a while, all together, and leave none before all are played."""
    async with contextlib.AsyncExitStack() as sockets:
        opened = [await sockets.enter_async_context(connect(new_game(address))) for _ in range(games)]
        await asyncio.gather(*(play_on(socket) for socket in opened))


def new_game(address: str) -> str:
    """The address of the socket of a new game of Seega between two people at one screen."""
    person = {"kind": "person"}
    wish = json.dumps({"ruleset": "seega", "first": person, "second": person}).encode()
    request = urllib.request.Request(f"http://{address}/api/games", wish, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
        made = json.load(answer)
    return f"ws://{address}/api/games/{made['id']}/socket?lang=en&key={made['key']}"


async def play_on(socket: ClientConnection) -> None:
    """Play the first legal action of each position."""
    state = (await received(socket, "welcome"))["state"]
    while state["at"] < PLIES:
        if state["legal"]:
            wish = {"type": "play", "at": state["at"], "action": state["legal"][0]["text"]}
        else:
            wish = {"type": "throw", "at": state["at"]}
        await socket.send(json.dumps(wish))
        state = (await received(socket, "played"))["state"]


async def received(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message, which must be of a kind."""
    message: dict[str, Any] = json.loads(await socket.recv())
    if message["type"] != kind:
        raise RuntimeError(f"expected {kind!r}, the server sent {message}")
    return message


def resident(pid: int) -> int:
    """Bytes of memory that a process holds now."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")  # Linux alone tells
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    if not found:
        raise RuntimeError(f"process {pid} has ended")
    return int(found[1]) * 1024


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"
