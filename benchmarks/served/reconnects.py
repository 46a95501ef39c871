"""All pages reconnect at once after a restart: the server's CPU time, and how long it takes."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import GameSeat, random_game, unused_address
from benchmarks.served.server_process import PromiseBrokenError, ServerProcess, raise_socket_limit
from benchmarks.served.socket_player import next_message
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import hash_key
from ibau.web.log.events import Created, Event, PersonSeat, Played
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Store, StreamChange, require_stored
from ibau.web.rooms.listeners import KnownPlies
from ibau.web.rooms.replays import save_action_numbers

RULESETS = tuple(systems())
KEYS = ("ada", "ben")
PLIES = 120  # of each game
MOST_WORK = 3.0  # seconds of CPU time


class ReturningPage(NamedTuple):
    """The page of a seat, and the plies that it knows."""

    game: str
    key: str
    known: KnownPlies


class ReturnTimes(NamedTuple):
    """The time of all reconnections, in seconds."""

    half: float  # until half of the pages were connected
    all: float
    work: float  # CPU time of the server


def reconnects(games: int = 300) -> Iterator[FigureRow]:
    """Measure `games` games, two pages each: pages that reconnect, and pages that are reloaded.

    Raises PromiseBrokenError if reconnecting takes the server too long.
    """
    raise_socket_limit(2 * games)
    with TemporaryDirectory() as data:
        places = asyncio.run(store_games(lambda: SQLiteStore(Path(data), print), games))
        with ServerProcess(Path(data)) as process:
            for kind, known in (("come back", True), ("are loaded again", False)):
                process.kill()
                process.start()
                returning = places if known else [page._replace(known=KnownPlies()) for page in places]
                took = asyncio.run(returned(process, returning))
                times = f"{took.work:.1f} s of the processor, half after {took.half:.1f} s, all after {took.all:.1f} s"
                yield FigureRow(f"{len(places)} pages at {games} games of {PLIES} plies {kind}", times)
                if known and took.work > MOST_WORK:
                    raise PromiseBrokenError(f"pages that come back take {took.work:.1f} s of the processor")


async def store_games(opened: Callable[[], Store], games: int) -> list[ReturningPage]:
    """Write random games of all systems to the log, and return the pages of their seats."""
    lines = {ruleset: _long_game(ruleset) for ruleset in RULESETS}
    seats = [PersonSeat(name=key.title(), key_hash=hash_key(key)) for key in KEYS]
    places: list[ReturningPage] = []
    store = opened()
    for n in range(games):
        ruleset, name = RULESETS[n % len(RULESETS)], f"game{n}"
        created = Created(ruleset, seats[0], seats[1], hash_key(KEYS[0]), RULES_VERSION, "2026-11-24")
        events: list[Event] = [created, *(Played(action, id=f"{n}-{at}") for at, action in enumerate(lines[ruleset]))]
        require_stored(await store.append([StreamChange(name, 0, tuple(events))]))
        hosted = HostedGame.from_events(await store.read(name))
        await save_action_numbers(store, name, hosted)
        places += [ReturningPage(name, key, KnownPlies.of_actions(lines[ruleset])) for key in KEYS]
    await store.close()
    return places


def _long_game(ruleset: str) -> tuple[str, ...]:
    return next(line.actions for seed in range(1000) if (line := random_game(ruleset, PLIES, seed)).ply_count == PLIES)


async def returned(process: ServerProcess, places: list[ReturningPage]) -> ReturnTimes:
    """Connect all pages at once, with the delays of real pages, until the last one is welcome."""
    chooser = random.Random(len(places))  # noqa: S311 - nothing is secret here
    all_there = asyncio.Event()
    moments: list[float] = []
    begun, worked = time.monotonic(), process.seconds_of_work

    async def come(page: ReturningPage) -> None:
        await asyncio.sleep(0.25 * (0.75 + chooser.random() / 2))
        async with GameSeat(process.address, page.game, local_host=unused_address()).open_socket() as socket:
            await socket.send(_entry(page))
            kind = "back" if page.known.plies else "welcome"
            message = await next_message(socket, kind)
            if message.state is None or message.state.ply_count != PLIES:
                raise PromiseBrokenError(f"{page.game} is not as it was")
            moments.append(time.monotonic() - begun)
            if len(moments) == len(places):
                all_there.set()
            await all_there.wait()

    await asyncio.gather(*(come(page) for page in places))
    return ReturnTimes(sorted(moments)[len(moments) // 2], max(moments), process.seconds_of_work - worked)


def _entry(page: ReturningPage) -> str:
    known = f"{page.known.plies}.{page.known.check}" if page.known.plies else ""
    return json.dumps({"type": "enter", "key": page.key, "known": known})
