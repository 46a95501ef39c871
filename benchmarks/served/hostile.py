"""Messages and requests that mean no good: the server refuses them, keeps its memory, and the next game goes on."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed

from benchmarks.memory import Place, megabytes, new_game, resident, somebody
from benchmarks.served.player import hear, next_request, opened
from benchmarks.served.process import Process, PromiseBroken
from benchmarks.table import Row
from ibau.games import systems

RULESETS = tuple(systems())
FRAMES = 100  # on one socket; then its ration is spent
AT_ONCE = 20  # sockets that pester
REQUESTS = 10  # frames for each request over HTTP
MOST_GROWTH = 20e6  # bytes
LONGEST_STEP = 1.0  # seconds

KINDS = ["play", "throw", "takeback", "resign", "offer", "accept", "decline", "claim", "why", "greet", "name"]
WORDS = [
    "",
    "a1",
    "c2-c3",
    "t1",
    "lot1",
    "+12",
    "first",
    "second",
    "hello",
    "draw",
    "\ud800",
    "\0",
    "𓂀" * 9,
    "x" * 5000,
]
NUMBERS: list[Any] = [-1, 0, 1, 2, 7, 1 << 31, 1 << 70, 0.5, None, True, [], {}]
PATHS = ["games", "codes", "games/%s/invitation", "games/%s/invitation/accept", "games/%s/invitation/renew",
         "games/%s/invitation/withdraw", "games/%s/code", "games/%s/record?format=%%00", "rules/%s", "board/../%s",
         "messages?lang=%s"]  # fmt: skip


def hostile(messages: int, seed: int) -> Iterator[Row]:
    """Pester a server with this many messages.  Raises PromiseBroken."""
    with TemporaryDirectory() as data:
        process = Process(Path(data))
        try:
            statuses, longest, growth = asyncio.run(_pestered(process, messages, seed))
        finally:
            complaints = process.end()
    if broken := {status: count for status, count in statuses.items() if status >= 500}:
        raise PromiseBroken(f"answers of the server's own fault: {broken}")
    if complaints:
        raise PromiseBroken(f"the server complained: {complaints[-2500:]}")
    if longest > LONGEST_STEP or growth > MOST_GROWTH:
        raise PromiseBroken(f"a legal step took {longest:.2f} s, memory grew by {megabytes(int(growth))}")
    requests = sum(statuses.values())
    yield Row(f"{messages} hostile messages and {requests} requests: errors of the server", "0")
    yield Row("the slowest of the legal steps meanwhile", f"{1000 * longest:.0f} ms")
    yield Row("growth of the server's memory", megabytes(int(growth)))


async def _pestered(process: Process, messages: int, seed: int) -> tuple[dict[int, int], float, float]:
    """How many answers had which status, the longest legal step, and by how much the memory grew."""
    dice = random.Random(seed)  # noqa: S311 - nothing is secret here
    places = [new_game(process.address, ruleset) for ruleset in RULESETS for _ in range(3)]
    statuses: dict[int, int] = {}
    stopped = asyncio.Event()
    bystander = asyncio.create_task(_longest_step(new_game(process.address, RULESETS[0]), stopped))

    async def pester(frames: int) -> None:
        transport = httpx2.AsyncHTTPTransport(local_address=somebody())
        async with httpx2.AsyncClient(base_url=f"http://{process.address}/api/", transport=transport) as client:
            for _ in range(0, frames, FRAMES):
                await _pester_a_socket(dice.choice(places), dice)
                for _ in range(FRAMES // REQUESTS):
                    status = await _pester_an_address(client, dice)
                    statuses[status] = statuses.get(status, 0) + 1

    await pester(messages // 10)  # what the first of them need is needed once
    before = resident(process.pid)
    await asyncio.gather(*(pester(messages * 9 // 10 // AT_ONCE) for _ in range(AT_ONCE)))
    growth = resident(process.pid) - before
    stopped.set()
    return statuses, await bystander, growth


async def _longest_step(place: Place, stopped: asyncio.Event) -> float:
    """Play a game beside all that; the seconds of the slowest step."""
    longest = 0.0
    chooser = random.Random(1)  # noqa: S311 - nothing is secret here
    async with opened(place) as socket:
        present = (await hear(socket, "welcome")).state
        while present and not stopped.is_set() and (request := next_request(present, chooser)):
            begun = time.monotonic()
            await socket.send(request)
            present = (await hear(socket, "played")).state
            longest = max(longest, time.monotonic() - begun)
            await asyncio.sleep(0.1)
    return longest


async def _pester_a_socket(place: Place, dice: random.Random) -> None:
    """Send frames for as long as the server listens."""
    try:
        key = dice.choice([place.key, "", place.key + "x"])
        async with opened(place._replace(key=key, host=somebody())) as socket:
            reading = asyncio.create_task(_read_all(socket))
            for _ in range(FRAMES):
                await socket.send(frame(dice))
            await socket.close()
            await reading
    except (OSError, ConnectionClosed):
        pass  # it has had enough


async def _read_all(socket: Any) -> None:
    async for _ in socket:
        pass


async def _pester_an_address(client: httpx2.AsyncClient, dice: random.Random) -> int:
    path = dice.choice(PATHS)
    path = path % dice.choice(["abc", "%00", "..", "x" * 3000]) if "%s" in path else path
    if dice.random() < 0.3:
        return (await client.get(path)).status_code
    return (await client.post(path, content=_encoded(thing(dice, 3)))).status_code


def frame(dice: random.Random) -> str | bytes:
    """Something like a request, seldom one."""
    match dice.randrange(12):
        case 0:
            return dice.randbytes(dice.randrange(200))
        case 1:
            return dice.choice(["", "{", "null", "[" * 2000, '"play"', "𓂀" * 2000])
        case 2:
            return _encoded(thing(dice, 4)).decode()
        case _:
            fields = {"type": dice.choice(KINDS), "at": dice.choice(NUMBERS)}
            for name in ("action", "place", "what", "seat", "name", "greeting", "id", "more"):
                if dice.random() < 0.4:
                    fields[name] = dice.choice(WORDS) if dice.random() < 0.9 else thing(dice, 2)
            return _encoded(fields).decode()


def thing(dice: random.Random, depth: int) -> Any:
    """Any JSON value."""
    match dice.randrange(5 if depth else 2):
        case 0:
            return dice.choice(WORDS)
        case 1:
            return dice.choice(NUMBERS)
        case 2:
            return [thing(dice, depth - 1) for _ in range(dice.randrange(4))]
        case _:
            names = [
                "ruleset",
                "first",
                "second",
                "kind",
                "level",
                "key",
                "invitation",
                "browser",
                "after",
                "id",
                "code",
            ]
            return {dice.choice(names): thing(dice, depth - 1) for _ in range(dice.randrange(5))}


def _encoded(value: Any) -> bytes:
    """JSON in which lone surrogates are escaped, as any sender can."""
    return json.dumps(value).encode()
