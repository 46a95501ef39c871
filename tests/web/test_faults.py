"""Servers are killed and stopped, so is the database, and hints get lost: all who play still play one game."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.postgres import Cluster, cluster
from tests.web.clients import BEN, FREE
from tests.web.faults import Client, Game, Run, query, two_servers

GAMES = 30
SLOW_COMMITS = {"fsync": "on", "commit_delay": "100000", "commit_siblings": "0"}  # so that some are always under way
MUTANTS = {
    "no_compare": "lost",
    "no_ids": "refused and stored",
    "no_hints_and_no_polling": "behind",
    "no_lock_order": "deadlocks",
}
NEWEST_TIMES = "SELECT min(s), max(s) FROM (SELECT extract(epoch FROM now()) - time / 1000.0 s FROM events) times"


async def fault_after_fault(run: Run, postgres: Cluster, steps: int) -> None:
    """Kill a server, stop another one, and then the database, with some steps between."""
    one, two = run.servers
    await run.steps(steps)
    one.signal(signal.SIGKILL)
    await run.steps(steps // 4)
    await one.start()
    await run.steps(steps)
    two.signal(signal.SIGSTOP)
    await asyncio.sleep(3)
    two.signal(signal.SIGCONT)
    await run.steps(steps)
    await asyncio.to_thread(postgres.stop, "immediate")
    await asyncio.to_thread(postgres.start)
    await run.steps(steps)


async def test_nothing_is_lost_doubled_or_reordered(tmp_path: Path) -> None:
    with cluster(**SLOW_COMMITS) as postgres:
        async with two_servers(postgres.new_address(), tmp_path, "noted,hints_dropped") as run:
            async with run.played(GAMES):
                await fault_after_fault(run, postgres, 100)
            counts = run.counts()
            assert run.complaints() == []
            assert counts["Conflict"] > counts["steps"] / 10
            assert counts["OutcomeUnknown"]
            assert counts["dropped"]


@pytest.mark.slow
@pytest.mark.parametrize("mutant", ["", *MUTANTS])
async def test_of_mutants_the_check_complains(postgres: Cluster, tmp_path: Path, mutant: str) -> None:
    """And of servers as they are it does not."""
    async with two_servers(postgres.new_address(), tmp_path, f"noted,{mutant}".rstrip(",")) as run:
        async with run.played(15):
            await run.steps(150)
        complaints = run.complaints()
    assert [line for line in complaints if MUTANTS[mutant] in line] if mutant else complaints == []


async def is_claimed(run: Run, *, is_present: bool) -> bool:
    """Is a win granted over a player who is, or was, at the other server?"""
    made = await run.servers[0].new_game(FREE)
    taking = {"invitation": made["invitations"][0]["invitation"], "browser": BEN, "name": "Ben"}
    taken = await run.servers[1].post(f"games/{made['id']}/invitation/accept", **taking)
    ada, ben = (Client(run, Game(made["id"], each["key"], False, {}), 0) for each in (made, taken))
    try:
        await ben.connect(run.servers[1], ben.game.key)
        await ada.connect(run.servers[0], ada.game.key)
        await asyncio.sleep(2)  # so that it is known who is there
        if not is_present:
            await ben.leave()
        await asyncio.sleep(4)
        return await ada.ask("claim") == "changed"
    finally:
        await ada.leave()
        await ben.leave()


@pytest.mark.slow
@pytest.mark.parametrize("patch", ["impatient", "impatient,own_presence", "impatient,an_hour_ahead"])
async def test_who_is_at_another_server_is_not_away(postgres: Cluster, tmp_path: Path, patch: str) -> None:
    """Not even where the clock of one is wrong; but where each server knows only who is at itself."""
    async with two_servers(postgres.new_address(), tmp_path, patch, "impatient") as run:
        assert await is_claimed(run, is_present=True) == ("own_presence" in patch)
        assert await is_claimed(run, is_present=False)
        [[early, late]] = query(run.database, NEWEST_TIMES)
        assert -1 < early < late < 60  # seconds before now, by the clock of the database
