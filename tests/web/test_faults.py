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
    "other_order": "deadlocks",
}


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
            print(counts)
            assert run.complaints() == []
            assert counts["Conflict"] > counts["steps"] / 10
            assert counts["OutcomeUnknown"]
            assert counts["dropped"]


@pytest.mark.slow
@pytest.mark.parametrize("mutant", ["noted", *MUTANTS])
async def test_of_mutants_the_check_complains(postgres: Cluster, tmp_path: Path, mutant: str) -> None:
    """And of two servers as they are it does not."""
    async with two_servers(postgres.new_address(), tmp_path, "noted", f"noted,{mutant}") as run:
        async with run.played(12):
            await run.steps(200)
        complaints = run.complaints()
        print(run.counts(), [line[:200] for line in complaints[:3]])
        if mutant == "noted":
            assert complaints == []
        else:
            assert [line for line in complaints if MUTANTS[mutant] in line]


async def is_granted_to_a_present(run: Run) -> bool:
    """Is a win claimed over a player who is at the other server?"""
    made = await run.servers[0].new_game(FREE)
    invitation = made["invitations"][0]["invitation"]
    other = await run.servers[1].post(f"games/{made['id']}/invitation/accept", invitation=invitation, browser=BEN, name="Ben")
    ada, ben = (Client(run, Game(made["id"], key, False, {}), home) for home, key in enumerate((made["key"], other["key"])))
    await ben.connect(run.servers[1], other["key"])
    await ada.connect(run.servers[0], made["key"])
    try:
        await asyncio.sleep(4)
        return await ada.claim()
    finally:
        await ada.leave()
        await ben.leave()


@pytest.mark.slow
@pytest.mark.parametrize("mutant", ["", "own_presence", "an_hour_ahead"])
async def test_a_win_is_claimed_only_over_an_absent(postgres: Cluster, tmp_path: Path, mutant: str) -> None:
    pass
