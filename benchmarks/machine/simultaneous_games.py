"""Many games between computers begun at the same time, on a new machine.

A server pauses after each throw so that people see it.  Pauses before the first decision are not counted.
"""

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from benchmarks.figure_tables import FigureRow
from benchmarks.machine.fresh_environment import running_server
from benchmarks.served.game_client import new_game
from benchmarks.served.socket_player import join_game, next_message
from ibau.core.outcome import CHANCE
from ibau.games import game, systems
from ibau.players import LEVELS, levels_of
from ibau.web.app import Settings

GAMES = 20
AIM = 5.0  # seconds
STRONGEST = 4


def crowd(python: Path) -> Iterator[FigureRow]:
    """For each level up to the fourth: the time to the first move of the slowest game."""
    for level in LEVELS[:STRONGEST]:
        offering = [name for name, system in systems().items() if level in levels_of(system)]
        with running_server(python) as (_, address):
            waits = asyncio.run(_all_waits(address, level.id, offering))
        slowest = max(waits, key=lambda name: waits[name])
        what = f"{GAMES} games begun at once, {level.id}: seconds to the slowest first move"
        yield FigureRow(what, f"{waits[slowest]:.2f} ({slowest})", f"aim at most {AIM:g}")


async def _all_waits(address: str, level: str, offering: list[str]) -> dict[str, float]:
    """The longest wait in each game."""
    rulesets = list(islice(cycle(offering), GAMES))
    waits = await asyncio.gather(*(_wait(address, name, level) for name in rulesets))
    return {
        name: max(wait for ruleset, wait in zip(rulesets, waits, strict=True) if ruleset == name) for name in offering
    }


async def _wait(address: str, ruleset: str, level: str) -> float:
    """Seconds from the request for a game between two computers to its first move, without pauses after throws."""
    began = time.monotonic()
    pauses = 0.0
    place = await asyncio.to_thread(partial(new_game, address, ruleset, {"kind": "computer", "level": level}))
    state = game(ruleset).initial()
    async with join_game(place) as socket:
        actions = [ply.action for ply in (await next_message(socket, "welcome")).story]
        while True:
            for action in actions:
                if state.turn != CHANCE:
                    return time.monotonic() - began - pauses
                state = state.play(action)
            pauses += Settings.move_delay if state.turn == CHANCE else 0
            message = await next_message(socket, "played")
            actions = [message.ply.action] if message.ply else []
