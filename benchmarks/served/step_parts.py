"""The parts of a step's time on an idle server."""

import asyncio
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import new_game
from benchmarks.served.server_process import ServerProcess
from benchmarks.served.socket_player import SentState, next_request, step_regularly
from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.language import translator_for
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.requests import event_for, read_request
from ibau.web.hosted.throws import with_chain
from ibau.web.log.events import Created, PersonSeat
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import StreamChange, require_stored
from ibau.web.rooms.messages import ViewCache, played_message

STEPS = 60  # of each game
READING, RULES, STORING, SENDING = (
    "reading a request, and the event for it",
    "the rules",
    "storing, with full disk sync",
    "the message: boards, sentences, JSON",
)

Times = dict[str, list[float]]


def step_parts(seconds: float = 20.0) -> Iterator[FigureRow]:
    """Medians over all systems; the last row is the time of a step over two sockets, one at a time."""
    times: Times = defaultdict(list)
    with TemporaryDirectory() as data:
        asyncio.run(_steps(Path(data), times))
    with TemporaryDirectory() as data, ServerProcess(Path(data)) as process:
        whole = statistics.median(asyncio.run(_delays(process.address, seconds)))
    known = {part: statistics.median(taken) for part, taken in times.items()}
    for part, taken in known.items():
        yield FigureRow(part, _milliseconds(taken))
    yield FigureRow("sockets and switching between tasks: the rest", _milliseconds(whole - sum(known.values())))
    yield FigureRow("a step to the opponent's socket, alone", _milliseconds(whole))


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"


async def _steps(data: Path, times: Times) -> None:
    """Do what a room does with a step, and time its parts."""
    store, chooser = SQLiteStore(data, lambda _: None), random.Random(1)  # noqa: S311
    views = ViewCache(translator_for("en"))
    for name in systems():
        created = Created(name, PersonSeat(), PersonSeat(), "hash", RULES_VERSION, "2026-01-01")
        hosted = HostedGame.new(with_chain(created, name), store.now())
        for sequence in range(STEPS):
            view = views.state(hosted, decides=hosted.decides((FIRST, SECOND)))
            state = msgspec.json.decode(msgspec.json.encode(view), type=SentState)
            if not (text := next_request(state, chooser)):
                break
            with _timed(times[READING]):
                event = event_for(read_request(text), hosted, (FIRST, SECOND))  # type: ignore[arg-type]
            with _timed(times[STORING]):
                stored = require_stored(await store.append([StreamChange(name, sequence, (event,))]))
            with _timed(times[RULES]):
                hosted = hosted.after(event, stored.time)
            with _timed(times[SENDING]):
                msgspec.json.encode(played_message(hosted, views, decides=hosted.decides((FIRST, SECOND))))
    await store.close()


@contextmanager
def _timed(taken: list[float]) -> Generator[None]:
    begun = time.perf_counter()
    yield
    taken.append(time.perf_counter() - begun)


async def _delays(address: str, seconds: float) -> list[float]:
    """The delays from steps to the opponent's socket, one game after another."""
    chooser, found = random.Random(1), list[float]()  # noqa: S311
    for name in systems():
        alone = asyncio.Barrier(1)
        found += await step_regularly(new_game(address, name), 0.02, chooser, alone, seconds / len(systems()))
    return found
