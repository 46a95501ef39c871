"""Players without a page: they read what a message says of the present, and play anything that is legal."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncGenerator

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.served.game_client import GameSeat


class Action(Struct):
    text: str


class Throw(Struct):
    awaited: bool


class Result(Struct):
    word: str


class SentState(Struct):
    """What a player needs of a state."""

    ply_count: int
    legal: list[Action]
    throw: Throw | None
    result: Result | None


class SentPly(Struct):
    """The action of a ply, and its number."""

    index: int
    action: str


class ServerMessage(Struct):
    """A message of the server; `story` is a welcome's."""

    type: str
    state: SentState | None = None
    ply: SentPly | None = None
    story: list[SentPly] = []
    reason: str = ""


_decoder = msgspec.json.Decoder(ServerMessage)


def next_request(present: SentState, chooser: random.Random) -> str | None:
    """Anything legal; None at the end of the game."""
    if present.result:
        return None
    if present.throw:
        return json.dumps({"type": "throw", "ply_count": present.ply_count})
    return json.dumps({"type": "play", "ply_count": present.ply_count, "action": chooser.choice(present.legal).text})


class RequestRefusedError(Exception):
    """The server refused what should have been legal."""


async def next_message(socket: ClientConnection, kind: str) -> ServerMessage:
    """The next message of a kind.  Raises ConnectionClosed and RequestRefusedError."""
    while (message := _decoder.decode(await socket.recv())).type != kind:
        if message.type in ("refused", "failed"):
            raise RequestRefusedError(message.reason)
    return message


@contextlib.asynccontextmanager
async def join_game(place: GameSeat) -> AsyncGenerator[ClientConnection]:
    """A socket to a game at which somebody has come in."""
    async with place.connect() as socket:
        await socket.send(place.join_request)
        yield socket


async def step_regularly(
    place: GameSeat,
    pause: float,
    chooser: random.Random,
    all_there: asyncio.Barrier,
    seconds: float,
    other: GameSeat | None = None,
) -> list[float]:
    """Play a step at every `pause` for this many seconds; how long each took to the opponent's socket.

    The opponent is at the same server, or at `other`.
    """
    delays: list[float] = []
    async with join_game(place) as mine, join_game(other or place) as theirs:
        present = (await next_message(mine, "welcome")).state
        await next_message(theirs, "welcome")
        await all_there.wait()
        until = time.monotonic() + seconds
        await asyncio.sleep(chooser.random() * pause)  # not all at once
        due = time.monotonic()
        while present and max(due, time.monotonic()) < until and (request := next_request(present, chooser)):
            sent = time.monotonic()
            await mine.send(request)
            await next_message(theirs, "played")
            delays.append(time.monotonic() - sent)
            present = (await next_message(mine, "played")).state
            due += pause
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        await asyncio.sleep(max(0.0, until - time.monotonic()))  # the sockets stay
    return delays


async def count_actions(place: GameSeat, all_there: asyncio.Barrier, seconds: float) -> int:
    """How many actions others play in this many seconds; their first one is before that."""
    actions = 0
    async with join_game(place) as socket:
        await next_message(socket, "played")
        await all_there.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await next_message(socket, "played")
                    actions += 1
    return actions


class Writer:
    """Plays as fast as it is answered, comes back when the server is gone, and remembers what was acknowledged."""

    def __init__(self, place: GameSeat, seed: int) -> None:
        self.place = place
        self.acknowledged: list[str] = []
        self.faults: list[str] = []  # what was lost, doubled or reordered
        self.played_at = 0.0  # when the last action was acknowledged
        self._chooser = random.Random(seed)  # noqa: S311 - nothing is secret here

    async def run(self, stopped: asyncio.Event) -> None:
        """Play until `stopped`, or the end of the game."""
        while not stopped.is_set():
            try:
                async with join_game(self.place) as socket:
                    if not await self._played(socket, stopped):
                        return
            except RequestRefusedError as refused:
                self.faults.append(str(refused))
                return
            except (OSError, ConnectionClosed, InvalidStatus, TimeoutError):
                await asyncio.sleep(0.1 + self._chooser.random() / 5)

    async def _played(self, socket: ClientConnection, stopped: asyncio.Event) -> bool:
        """Play until stopped (True) or the end of the game."""
        welcome = await next_message(socket, "welcome")
        self.check([ply.action for ply in welcome.story])
        present = welcome.state
        while present and not stopped.is_set():
            request = next_request(present, self._chooser)
            if request is None:
                return False
            await socket.send(request)
            message = await next_message(socket, "played")
            if message.ply:
                self.acknowledged.append(message.ply.action)
            self.played_at = time.monotonic()
            present = message.state
        return True

    def check(self, story: list[str]) -> None:
        """Compare what the server has with what it has acknowledged; one more may have been stored and not told."""
        known = len(self.acknowledged)
        if story[:known] != self.acknowledged or len(story) > known + 1:
            self.faults.append(f"{known} actions acknowledged, {len(story)} found: {story[known - 3 :]}")
        self.acknowledged = story
