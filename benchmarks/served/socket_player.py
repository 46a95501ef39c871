"""Players over sockets without a page, who play random legal actions."""

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
    """The fields of a state that a player needs."""

    ply_count: int
    legal: list[Action]
    throw: Throw | None
    result: Result | None


class SentPly(Struct):
    """The index and action of a ply."""

    index: int
    action: str


class ServerMessage(Struct):
    """A message of the server; `story` is part of a welcome."""

    type: str
    state: SentState | None = None
    ply: SentPly | None = None
    story: list[SentPly] = []
    reason: str = ""


_decoder = msgspec.json.Decoder(ServerMessage)


def next_request(state: SentState, chooser: random.Random) -> str | None:
    """A random legal request; None at the end of the game."""
    if state.result:
        return None
    if state.throw:
        return json.dumps({"type": "throw", "ply_count": state.ply_count})
    return json.dumps({"type": "play", "ply_count": state.ply_count, "action": chooser.choice(state.legal).text})


class RequestRefusedError(Exception):
    """The server refused what should have been legal."""


async def next_message(socket: ClientConnection, kind: str) -> ServerMessage:
    """Receive the next message of a kind.  Raises ConnectionClosed and RequestRefusedError."""
    while (message := _decoder.decode(await socket.recv())).type != kind:
        if message.type in ("refused", "failed"):
            raise RequestRefusedError(message.reason)
    return message


@contextlib.asynccontextmanager
async def join_game(seat: GameSeat) -> AsyncGenerator[ClientConnection]:
    """Open a socket to a game, and join it."""
    async with seat.open_socket() as socket:
        await socket.send(seat.join_request)
        yield socket


async def step_regularly(
    seat: GameSeat,
    pause: float,
    chooser: random.Random,
    all_there: asyncio.Barrier,
    seconds: float,
    other: GameSeat | None = None,
) -> list[float]:
    """Play a step every `pause` seconds; return the delay of each to the opponent's socket.

    The opponent is at the same server, or at `other`.
    """
    delays: list[float] = []
    async with join_game(seat) as mine, join_game(other or seat) as theirs:
        state = (await next_message(mine, "welcome")).state
        await next_message(theirs, "welcome")
        await all_there.wait()
        until = time.monotonic() + seconds
        await asyncio.sleep(chooser.random() * pause)  # not all at once
        due = time.monotonic()
        while state and max(due, time.monotonic()) < until and (request := next_request(state, chooser)):
            sent = time.monotonic()
            await mine.send(request)
            await next_message(theirs, "played")
            delays.append(time.monotonic() - sent)
            state = (await next_message(mine, "played")).state
            due += pause
            await asyncio.sleep(max(0.0, due - time.monotonic()))
        await asyncio.sleep(max(0.0, until - time.monotonic()))  # keep the sockets open
    return delays


async def count_actions(seat: GameSeat, all_there: asyncio.Barrier, seconds: float) -> int:
    """Count the actions that others play in this many seconds, after their first one."""
    actions = 0
    async with join_game(seat) as socket:
        await next_message(socket, "played")
        await all_there.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await next_message(socket, "played")
                    actions += 1
    return actions


class Writer:
    """Plays as fast as it is answered, reconnects when the server is gone, and records acknowledged actions."""

    def __init__(self, seat: GameSeat, seed: int) -> None:
        self.seat = seat
        self.acknowledged: list[str] = []
        self.faults: list[str] = []  # what was lost, doubled or reordered
        self.played_at = 0.0  # when the last action was acknowledged
        self._chooser = random.Random(seed)  # noqa: S311 - nothing is secret here

    async def run(self, stopped: asyncio.Event) -> None:
        """Play until `stopped`, or the end of the game."""
        while not stopped.is_set():
            try:
                async with join_game(self.seat) as socket:
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
        state = welcome.state
        while state and not stopped.is_set():
            request = next_request(state, self._chooser)
            if request is None:
                return False
            await socket.send(request)
            message = await next_message(socket, "played")
            if message.ply:
                self.acknowledged.append(message.ply.action)
            self.played_at = time.monotonic()
            state = message.state
        return True

    def check(self, story: list[str]) -> None:
        """Compare the server's actions with the acknowledged ones; one more may be stored but not acknowledged."""
        known = len(self.acknowledged)
        if story[:known] != self.acknowledged or len(story) > known + 1:
            self.faults.append(f"{known} actions acknowledged, {len(story)} found: {story[known - 3 :]}")
        self.acknowledged = story
