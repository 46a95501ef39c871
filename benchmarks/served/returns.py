"""Everybody comes back at once: what it costs the server that has just been started again, and how long it takes."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.served.client import Place, random_game, unused_address
from benchmarks.served.player import hear
from benchmarks.served.process import Process, PromiseBroken, room_for_sockets
from benchmarks.table import Row
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.keys import hash_of
from ibau.web.log.events import Created, Event, PersonSeat, Played
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Change, checked
from ibau.web.rooms.listeners import Known
from ibau.web.rooms.replays import keep_numbers

RULESETS = tuple(systems())
KEYS = ("ada", "ben")
PLIES = 120  # of each game
MOST_WORK = 3.0  # seconds of the processor


class Page(NamedTuple):
    """A seat of a game, and how much of the game the page at that seat knows."""

    game: str
    key: str
    known: Known


class Returned(NamedTuple):
    """What it took until all were welcome, in seconds."""

    half: float  # until half of them were
    all: float
    work: float  # of the processor


def returns(games: int = 300) -> Iterator[Row]:
    """Measure `games` games, two pages each: pages that come back, and pages that are loaded again.

    Raises PromiseBroken where pages that come back take the server too long.
    """
    room_for_sockets(2 * games)
    with TemporaryDirectory() as data:
        places = asyncio.run(_stored(Path(data), games))
        process = Process(Path(data))
        try:
            for kind, known in (("come back", True), ("are loaded again", False)):
                process.kill()
                process.start()
                took = asyncio.run(
                    _returned(process, places if known else [page._replace(known=Known()) for page in places])
                )
                said = f"{took.work:.1f} s of the processor, half after {took.half:.1f} s, all after {took.all:.1f} s"
                yield Row(f"{len(places)} pages at {games} games of {PLIES} plies {kind}", said)
                if known and took.work > MOST_WORK:
                    raise PromiseBroken(f"pages that come back take {took.work:.1f} s of the processor")
        finally:
            process.end()


async def _stored(data: Path, games: int) -> list[Page]:
    """Games of all systems, of players who choose at random, put into the log; and who sits at them."""
    lines = {ruleset: _long_game(ruleset) for ruleset in RULESETS}
    seats = [PersonSeat(name=key.title(), key_hash=hash_of(key)) for key in KEYS]
    places: list[Page] = []
    store = SQLiteStore(data, lambda _: None)
    for n in range(games):
        ruleset, name = RULESETS[n % len(RULESETS)], f"game{n}"
        created = Created(ruleset, seats[0], seats[1], hash_of(KEYS[0]), RULES_VERSION, "2026-11-24")
        events: list[Event] = [created, *(Played(action, id=f"{n}-{at}") for at, action in enumerate(lines[ruleset]))]
        checked(await store.append([Change(name, 0, tuple(events))]))
        hosted = HostedGame.stored(await store.read(name))
        await keep_numbers(store, name, hosted)
        places += [Page(name, key, Known.of(lines[ruleset])) for key in KEYS]
    await store.close()
    return places


def _long_game(ruleset: str) -> tuple[str, ...]:
    return next(line.actions for seed in range(1000) if (line := random_game(ruleset, PLIES, seed)).ply_count == PLIES)


async def _returned(process: Process, places: list[Page]) -> Returned:
    """Let all come at once, as their pages do, and stay until the last one is welcome."""
    chooser = random.Random(len(places))  # noqa: S311 - nothing is secret here
    all_there = asyncio.Event()
    moments: list[float] = []
    begun, worked = time.monotonic(), process.seconds_of_work

    async def come(page: Page) -> None:
        await asyncio.sleep(0.25 * (0.75 + chooser.random() / 2))
        async with Place(process.address, page.game, host=unused_address()).connect() as socket:
            await socket.send(_entry(page))
            kind = "back" if page.known.plies else "welcome"
            heard = await hear(socket, kind)
            if heard.state is None or heard.state.at != PLIES:
                raise PromiseBroken(f"{page.game} is not as it was")
            moments.append(time.monotonic() - begun)
            if len(moments) == len(places):
                all_there.set()
            await all_there.wait()

    await asyncio.gather(*(come(page) for page in places))
    return Returned(sorted(moments)[len(moments) // 2], max(moments), process.seconds_of_work - worked)


def _entry(page: Page) -> str:
    known = f"{page.known.plies}.{page.known.check}" if page.known.plies else ""
    return json.dumps({"type": "enter", "key": page.key, "known": known})
