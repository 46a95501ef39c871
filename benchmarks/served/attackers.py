"""python -m benchmarks.served.attackers WHAT HOST:PORT: somebody who wants to stop a server, from one address."""

import asyncio
import contextlib
import json
import sys
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from itertools import count
from typing import Any

from websockets.exceptions import WebSocketException

from benchmarks.memory import Place, new_game
from benchmarks.served.analysts import finished_game
from ibau.players import LEVELS

HOST = "127.0.0.66"
AT_ONCE = 20  # connections that do the same
HALF_OPEN = 700
RULESET = "seega+first_player=first"
STRONGEST = {"kind": "computer", "level": LEVELS[-1].id}
PING, FRAGMENT = b"\x89\x80\0\0\0\0", b"\0\x80\0\0\0\0"  # masked by zero, and empty
HOSTILE = '[Ruleset "seega"]\n\n*\n\n' * 11_000

Attack = Callable[[str], Coroutine[Any, Any, None]]


async def again(do: Callable[[], Awaitable[Any]]) -> None:
    """Do something as fast as it can be done, however it ends."""
    while True:
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            await do()
        await asyncio.sleep(0)


async def all_together(do: Callable[[], Awaitable[Any]], times: int = AT_ONCE) -> None:
    """Repeat something in `times` tasks at once, however each ends."""
    await asyncio.gather(*(again(do) for _ in range(times)))


async def connected(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = address.partition(":")
    return await asyncio.open_connection(host, int(port), local_addr=(HOST, 0))


def request(path: str, body: str = "", *more: str) -> bytes:
    """One over HTTP/1.1."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: server", *more]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", body]).encode()


async def flooded(address: str, *requests: bytes) -> None:
    """Ask on one connection after the other, without waiting for answers."""
    reader, writer = await connected(address)
    try:
        while not writer.is_closing() and not reader.at_eof():
            writer.write(b"".join(requests))
            await writer.drain()
            await reader.read(1 << 16)
    finally:
        writer.transport.abort()


async def upgraded(address: str, place: Place, frames: bytes) -> None:
    """Open a socket by hand, and send frames for as long as it takes any; nothing is read."""
    _, writer = await connected(address)
    path = place.url.partition(address)[2]
    words = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    try:
        writer.write(request(path, "", *words, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="))
        while not writer.is_closing():
            writer.write(frames)
            await writer.drain()
    finally:
        writer.transport.abort()


# --- Connections -----------------------------------------------------------------------------------------------------


async def half_open(address: str) -> None:
    """Begin requests that never end, again whenever one is cut."""

    async def begin() -> None:
        reader, writer = await connected(address)
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        await reader.read()
        await asyncio.sleep(0.5)

    await all_together(begin, HALF_OPEN)


async def openings(address: str) -> None:
    """Connect and leave."""

    async def come_and_go() -> None:
        _, writer = await connected(address)
        writer.transport.abort()

    await all_together(come_and_go)


async def slow_bodies(address: str) -> None:
    """Send bodies a byte at a time."""

    async def dribble() -> None:
        _, writer = await connected(address)
        writer.write(b"POST /api/games HTTP/1.1\r\nHost: server\r\nContent-Length: 4000\r\n\r\n")
        for _ in range(4000):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.1)

    await all_together(dribble, 300)


# --- Requests --------------------------------------------------------------------------------------------------------


async def cheap_requests(address: str) -> None:
    """Ask for what costs little, and for what is not there."""
    asked = [request(path) for path in ("/healthz", "/api/nothing", "/", "/api/board/seega")]
    await all_together(lambda: flooded(address, *asked))


async def dear_requests(address: str) -> None:
    """Ask for what costs much, never for the same."""
    numbers = count(100)

    def asked() -> list[bytes]:
        ruleset = f"seega+max_turns={next(numbers)}"
        paths = (f"/api/rules/{ruleset}", "/api/puzzles/seega", f"/api/positions/{ruleset}/picture.svg", "/api/rulings")
        return [request(path) for path in paths]

    await all_together(lambda: flooded(address, *asked()))


async def long_games(address: str) -> None:
    """Read a game in which an action was played and taken back a thousand times."""
    place = await asyncio.to_thread(new_game, address, RULESET, host=HOST)
    async with place.connect() as socket:
        await socket.send(place.entry)
        for _ in range(1000):
            await socket.send(json.dumps({"type": "play", "at": 0, "action": "a1"}))
            await socket.send(json.dumps({"type": "takeback", "at": 1}))
            for _ in range(2):
                await socket.recv()
    asked = [request(f"/api/games/{place.game}/{what}") for what in ("record", "picture.svg")]
    await all_together(lambda: flooded(address, *asked))


async def hostile_records(address: str) -> None:
    """Have texts of thousands of games read, up to the last."""
    asked = [request(f"/api/{path}?number=9999", HOSTILE) for path in ("analysis/read", "records")]
    await all_together(lambda: flooded(address, *asked))


# --- Sockets ---------------------------------------------------------------------------------------------------------


async def sockets(address: str) -> None:
    """Open sockets, and leave."""
    place = await asyncio.to_thread(new_game, address, RULESET, host=HOST)

    async def come_and_go() -> None:
        async with place.connect() as socket:
            await socket.send(place.entry)
            await socket.recv()

    await all_together(come_and_go)


async def pings(address: str) -> None:
    """Ping, and read no pong; and say nothing in a million pieces."""
    place = await asyncio.to_thread(new_game, address, RULESET, host=HOST)
    frames = (PING * 10_000, b"\x01\x80\0\0\0\0" + FRAGMENT * 10_000)
    await asyncio.gather(*(all_together(partial(upgraded, address, place, each), AT_ONCE // 2) for each in frames))


async def messages(address: str) -> None:
    """Play and take back as fast as it is answered, in many games."""

    async def play() -> None:
        place = await asyncio.to_thread(new_game, address, RULESET, host=HOST)
        async with place.connect() as socket:
            await socket.send(place.entry)
            while True:
                await socket.send(json.dumps({"type": "play", "at": 0, "action": "a1"}))
                await socket.send(json.dumps({"type": "takeback", "at": 1}))
                await socket.recv()

    await all_together(play)


# --- Thinking --------------------------------------------------------------------------------------------------------


async def thoughts(address: str) -> None:
    """Let the strongest computers play each other, and ask for advice, reviews and pictures."""
    rivals = [await asyncio.to_thread(new_game, address, "seega", STRONGEST, HOST) for _ in range(AT_ONCE)]
    over = await finished_game(address, "seti-beth", seed=1)
    advice = request("/api/analysis/advice", json.dumps({"ruleset": "seti-beth"}))
    picture = request(f"/api/games/{over}/picture.png?width=2400")

    async def watch(place: Place) -> None:
        async with place.connect() as socket:
            await socket.send(place.entry)
            while True:
                await socket.recv()

    review = request(f"/api/games/{over}/review")
    watching = (again(partial(watch, place)) for place in rivals)
    asking = (all_together(partial(flooded, address, one)) for one in (advice, picture, review))
    await asyncio.gather(*watching, *asking)


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        half_open, openings, slow_bodies, cheap_requests, dear_requests, long_games, hostile_records, sockets, pings,
        messages, thoughts,
    )
}  # fmt: skip

if __name__ == "__main__":
    asyncio.run(ATTACKS[sys.argv[1]](sys.argv[2]))
