"""Benchmark of several servers with one database: SQLite with one process, PostgreSQL with 1, 2 and 4.

Clients, servers and PostgreSQL share this machine, so more processes do not make it faster: compare the cost per step.
A step costs more on a process with fewer games, as fewer steps share a transaction and a turn of the loop, so each
setup is compared with SQLite at as many games per process.
"""

import asyncio
import random
import time
from collections.abc import Coroutine, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx2
from sqlalchemy import insert, select

from benchmarks.cpu_rates import Rates
from benchmarks.figure_tables import FigureRow, alone, compared
from benchmarks.served.game_client import megabytes, new_game, resident
from benchmarks.served.load import RULESETS
from benchmarks.served.reconnects import PLIES, returned, store_games
from benchmarks.served.server_process import ServerProcess, raise_socket_limit, work_of
from benchmarks.served.socket_player import step_regularly
from ibau.web.log.database import DATABASE_FILE, open_existing
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.postgres_database import open_for_command
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Store
from ibau.web.log.tables import metadata
from tests.postgres import Cluster, cluster

DOUBLINGS = 6
SETTINGS = {"fsync": "on", "shared_buffers": "128MB"}


class Load(NamedTuple):
    """Measurements while games were played."""

    steps: float  # a second
    median: float  # milliseconds to the opponent's socket
    p99: float
    web: float  # milliseconds of CPU time per step
    postgres: float


POSTGRES = "PostgreSQL's CPU per step, ms"
UNITS = ("steps per second", "median to the opponent, ms", "p99, ms", "web CPU per step, ms", POSTGRES)


class Setup(NamedTuple):
    """A database, processes, and the games that they serve."""

    database: str
    processes: int = 1
    apart: bool = False  # opponents connect to different processes
    one_in: int = 1  # games of those asked for are played

    def __str__(self) -> str:
        games = f", one in {self.one_in} games" if self.one_in > 1 else ""
        return f"{self.database} x {self.processes}{', opponents apart' if self.apart else ''}{games}"

    @property
    def baseline(self) -> "Setup":
        """SQLite with as many games per process."""
        return Setup("SQLite", one_in=1 if self.apart else self.processes)

    @contextmanager
    def site(self, postgres: Cluster) -> Generator["Site"]:
        with TemporaryDirectory() as folder:
            yield Site(self, Path(folder), postgres.new_address() if self.database == POSTGRESQL else "")


POSTGRESQL = "PostgreSQL"
COMPARED = (*(Setup(POSTGRESQL, number) for number in (1, 2, 4)), Setup(POSTGRESQL, 2, apart=True))
SETUPS = (*dict.fromkeys(setup.baseline for setup in COMPARED), *COMPARED)
WHOLE = (Setup("SQLite"), *COMPARED[:-1])


class Site(NamedTuple):
    """A setup with a database of its own."""

    setup: Setup
    folder: Path
    address: str

    def open(self) -> Store:
        return PostgresStore(self.address, print) if self.address else SQLiteStore(self.folder, print)

    @contextmanager
    def served(self) -> Generator[list[ServerProcess]]:
        with ThreadPoolExecutor() as pool:  # they start concurrently
            start = partial(ServerProcess, self.folder, database=self.address)
            processes = [started.result() for started in [pool.submit(start) for _ in range(self.setup.processes)]]
            try:
                yield processes
            finally:
                list(pool.map(ServerProcess.end, processes))


def scale(games: int, pause: float, seconds: float, rounds: int, pages: int, events: int) -> Iterator[FigureRow]:
    """Measure each setup in each round; ratios are to SQLite in the same round.  What is 0 is left out."""
    raise_socket_limit(2 * max(games, pages))
    loads: dict[Setup, list[Load]] = {setup: [] for setup in SETUPS}
    with cluster(**SETTINGS) as postgres:
        for _ in range(rounds):
            for setup in SETUPS:
                with setup.site(postgres) as site, site.served() as processes:
                    share = max(games // setup.one_in, 1)
                    loads[setup].append(asyncio.run(_load(processes, setup.apart, postgres, share, pause, seconds)))
        for at, unit in enumerate(UNITS if rounds else ()):
            measured = {setup: Rates(tuple(load[at] for load in found)) for setup, found in loads.items()}
            for setup in COMPARED:
                title, rates, baseline = f"{setup}: {unit}", measured[setup], measured[setup.baseline]
                is_compared = at < UNITS.index(POSTGRES)
                yield compared(title, rates, str(setup.baseline), baseline) if is_compared else alone(title, rates)
        for setup in WHOLE if pages else ():
            with setup.site(postgres) as site:
                yield FigureRow(f"{setup}: {pages} pages come back", _storm(site, pages))
        for setup in WHOLE[:2] if events else ():
            with setup.site(postgres) as site:
                empty = _started(site)
                _store_events(site, events)
                yield FigureRow(f"{setup}: start with {events} events", _started(site), f"empty {empty}")


async def _load(
    processes: list[ServerProcess], apart: bool, postgres: Cluster, games: int, pause: float, seconds: float
) -> Load:
    """Play games, one step every `pause` seconds or as soon as the last one was answered."""
    all_there = asyncio.Barrier(games + 1)
    playing: list[Coroutine[Any, Any, list[float]]] = []
    for n in range(games):
        here, there = (processes[(n + apart * seat) % len(processes)] for seat in (0, 1))
        seat = new_game(here.address, RULESETS[n % len(RULESETS)])
        other = seat._replace(server=there.address)
        playing.append(step_regularly(seat, pause, random.Random(n), all_there, seconds, other))  # noqa: S311 - no secret
    played = asyncio.gather(*playing)
    await all_there.wait()
    before = _work(processes), _postgres_work(postgres)
    delays = sorted(delay for measured in await played for delay in measured)
    worked = (now - then for now, then in zip((_work(processes), _postgres_work(postgres)), before, strict=True))
    median, p99 = (1000 * delays[int(share * len(delays))] for share in (0.5, 0.99))
    return Load(len(delays) / seconds, median, p99, *(1000 * work / len(delays) for work in worked))


def _work(processes: list[ServerProcess]) -> float:
    return sum(process.seconds_of_work for process in processes)


def _postgres_work(postgres: Cluster) -> float:
    """CPU seconds of all processes of PostgreSQL, including those that have ended."""
    first = int((postgres.data / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
    return sum(work_of(first)) + sum(sum(work_of(int(child))[:2]) for child in children)


def _storm(site: Site, pages: int) -> str:
    """Start processes to which all pages of running games reconnect at once, both of a game to the same one."""
    places, count = asyncio.run(store_games(site.open, pages // 2)), site.setup.processes

    async def come_back(processes: list[ServerProcess]) -> tuple[float, float]:
        parts = [[page for at, page in enumerate(places) if at // 2 % count == n] for n in range(count)]
        took = await asyncio.gather(*(returned(server, part) for server, part in zip(processes, parts, strict=True)))
        return sum(result.work for result in took), max(result.all for result in took)

    with site.served() as processes:
        work, last = asyncio.run(come_back(processes))
    return f"{work:.1f} s of web CPU, all after {last:.1f} s"


def _store_events(site: Site, events: int) -> None:
    """Store games of PLIES plies, most of them as copies of others, with about this many events."""
    asyncio.run(store_games(site.open, events // PLIES >> DOUBLINGS))
    with open_for_command(site.address) if site.address else open_existing(site.folder / DATABASE_FILE) as connection:
        for n, table in product(range(DOUBLINGS), metadata.sorted_tables):
            copied = select(f"{n}" + table.c.stream, *list(table.c)[1:])
            connection.execute(insert(table).from_select(list(table.c), copied))
        connection.commit()


def _started(site: Site) -> str:
    """Start a process; return how long it takes until it is ready, and its memory then."""
    begun = time.monotonic()
    with site.served() as (process,):
        while not httpx2.get(f"http://{process.address}/readyz").is_success:
            time.sleep(0.01)
        return f"{time.monotonic() - begun:.1f} s, {megabytes(resident(process.pid))}"
