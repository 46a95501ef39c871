"""The delay of the server's analysis: reviews of games, and advice on the analysis board."""

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.figure_tables import FigureRow
from benchmarks.served.game_client import new_game, random_game
from benchmarks.served.server_process import ServerProcess
from benchmarks.served.socket_player import join_game, next_message, next_request
from ibau.games import systems

PLIES = 100  # of each game
POSITIONS = 20  # of a game, for advice
UNCOUNTED = 8


def analysis_delays(rulesets: Iterable[str] = ()) -> Iterator[FigureRow]:
    """Analyse random games of these rulesets, by default of each system, on a server that does nothing else."""
    with TemporaryDirectory() as data, ServerProcess(Path(data)) as process:
        for ruleset in rulesets or [system.default_preset.id for system in systems().values()]:
            yield from _of(process.address, ruleset)


def _of(address: str, ruleset: str) -> Iterator[FigureRow]:
    """The first requests are not counted: with them a process loads compiled code, as at the start of a server."""
    plies = random_game(ruleset, PLIES, seed=1).actions
    for at in range(UNCOUNTED):
        first_depth(address, ruleset, plies[:at])
    times = sorted(first_depth(address, ruleset, plies[:at]) for at in range(0, len(plies), len(plies) // POSITIONS))
    middle, slowest = times[len(times) // 2], times[-1]
    delays = f"{1000 * middle:.0f} ms, {1000 * slowest:.0f} ms"
    yield FigureRow(f"{ruleset}: advice of the first depth, median and slowest", delays)
    turning, whole = review_delays(address, asyncio.run(finished_game(address, ruleset, seed=1)))
    yield FigureRow(f"{ruleset}: first turning point, all of {PLIES} plies", f"{turning:.1f} s, {whole:.1f} s")


def first_depth(address: str, ruleset: str, actions: Sequence[str]) -> float:
    """Seconds to the first advice."""
    body = json.dumps({"ruleset": ruleset, "actions": list(actions)}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://{address}/api/analysis/advice?lang=en", body, headers)
    started = time.monotonic()
    next(lines_of(request))
    return time.monotonic() - started


def review_delays(address: str, name: str) -> tuple[float, float]:
    """Seconds to the first turning point of a game, and to the end of the review."""
    started = time.monotonic()
    turning = 0.0
    for line in lines_of(urllib.request.Request(f"http://{address}/api/games/{name}/review?lang=en")):
        if line["type"] == "summed" and line["turning_points"] and not turning:
            turning = time.monotonic() - started
    return turning, time.monotonic() - started


def lines_of(request: urllib.request.Request) -> Iterator[dict[str, Any]]:
    """Yield the JSON lines of a streamed answer."""
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
        for line in answer:
            yield json.loads(line)


async def review_games(address: str, names: Sequence[str], all_there: asyncio.Barrier, seconds: float) -> int:
    """Review one game after the other for this many seconds; return the number of games."""
    await all_there.wait()
    until = time.monotonic() + seconds
    for done, name in enumerate(names):
        if time.monotonic() > until:
            return done
        await asyncio.to_thread(review_delays, address, name)
    return len(names)


async def finished_game(address: str, ruleset: str, seed: int) -> str:
    """Play a random game, resigned after PLIES plies, and return its name."""
    chooser, seat = random.Random(seed), new_game(address, ruleset)  # noqa: S311 - nothing is secret here
    async with join_game(seat) as socket:
        state = (await next_message(socket, "welcome")).state
        while state and state.ply_count < PLIES and (request := next_request(state, chooser)):
            await socket.send(request)
            state = (await next_message(socket, "played")).state
        if state and not state.result:
            await socket.send(json.dumps({"type": "resign", "ply_count": state.ply_count}))
            await next_message(socket, "changed")
    return seat.game
