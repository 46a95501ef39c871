"""The delay of steps while the longest possible games are opened again and again."""

import asyncio
import random
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import ask, new_game
from benchmarks.served.server_process import PromiseBrokenError, ServerProcess
from benchmarks.served.socket_player import join_game, next_message, next_request
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.web.hosted.game_keys import hash_key
from ibau.web.log.events import Created, Event, PersonSeat, Played, TakenBack
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import StreamChange, require_stored

RULESET = next(iter(systems()))
PLAYED = "seega+first_player=first"
EVENTS = 24_000
LONG_GAMES = [f"long{n}" for n in range(4)]  # more than are kept in memory
PAUSE = 0.05  # seconds between two steps
MOST_DELAYED = 0.1  # seconds more than without the long games


def long_game_delays(seconds: float = 20.0) -> Iterator[FigureRow]:
    """Steps of one game, alone and while long games are opened without a pause.  Raises PromiseBrokenError."""
    with TemporaryDirectory() as data:
        asyncio.run(_stored(Path(data)))
        with ServerProcess(Path(data)) as process:
            alone, loaded, opened_games = asyncio.run(_measured(process, seconds))
    yield FigureRow("the slowest step of a game, alone", f"{1000 * max(alone):.0f} ms")
    yield FigureRow(f"games of {EVENTS} events opened then, one after the other", str(opened_games))
    yield FigureRow("the slowest step meanwhile", f"{1000 * max(loaded):.0f} ms")
    for name, share in (("median", 0.5), ("p99", 0.99)):
        before, after = (sorted(steps)[int(share * (len(steps) - 1))] for steps in (alone, loaded))
        yield FigureRow(f"{name} alone, and meanwhile", f"{1000 * before:.0f} ms, {1000 * after:.0f} ms")
        if after - before > MOST_DELAYED:
            raise PromiseBrokenError(f"a step is {1000 * (after - before):.0f} ms later ({name})")


async def _stored(data: Path) -> None:
    """Write the long games to the log: an action and its takeback, over and over."""
    store = SQLiteStore(data, lambda _: None)
    created = Created(PLAYED, PersonSeat(), PersonSeat(), hash_key("key"), RULES_VERSION, "2026-11-24")
    again: list[Event] = [Played("a1"), TakenBack(0)]
    events = (created, *again * (EVENTS // 2))
    for name in LONG_GAMES:
        require_stored(await store.append([StreamChange(name, 0, events)]))
    await store.close()


async def _measured(process: ServerProcess, seconds: float) -> tuple[list[float], list[float], int]:
    """The times of steps, alone and under load, and the number of long games opened."""
    alone = await _steps(process, seconds)
    ended = asyncio.Event()
    opening = asyncio.create_task(_open_all(process, ended))
    loaded = await _steps(process, seconds)
    ended.set()
    return alone, loaded, await opening


async def _open_all(process: ServerProcess, ended: asyncio.Event) -> int:
    """Request one long game after the other; return the number of answers."""
    for count, name in enumerate(cycle(LONG_GAMES)):
        if ended.is_set():
            return count
        await asyncio.to_thread(ask, process.address, f"/api/games/{name}/record")
    return 0


async def _steps(process: ServerProcess, seconds: float) -> list[float]:
    """Play for this many seconds; return the time of each step."""
    chooser, taken = random.Random(1), list[float]()  # noqa: S311 - nothing is secret here
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        async with join_game(new_game(process.address, RULESET)) as socket:
            state = (await next_message(socket, "welcome")).state
            while state and time.monotonic() < until and (request := next_request(state, chooser)):
                sent = time.monotonic()
                await socket.send(request)
                state = (await next_message(socket, "played")).state
                taken.append(time.monotonic() - sent)
                await asyncio.sleep(PAUSE)
    return taken
