"""Servers are killed and stopped, so is the database, and hints get lost: all who play still play one game."""

import asyncio
import signal, time
from pathlib import Path

import pytest

from tests.postgres import cluster
from tests.web.faults import two_servers

GAMES = 30
SLOW_COMMITS = {"fsync": "on", "commit_delay": "100000", "commit_siblings": "0"}  # so that some are under way at any time


async def test_nothing_is_lost_doubled_or_reordered(tmp_path: Path) -> None:
    with cluster(**SLOW_COMMITS) as postgres:
        async with two_servers(postgres.new_address(), tmp_path, "noted,hints_dropped") as run:
            one, two = run.servers
            async with run.played(GAMES):
                print(time.monotonic(), len(run.requests)); await run.steps(100)
                one.signal(signal.SIGKILL)
                print(time.monotonic(), len(run.requests)); await run.steps(20)
                await one.start()
                print(time.monotonic(), len(run.requests)); await run.steps(100)
                two.signal(signal.SIGSTOP)
                await asyncio.sleep(3)
                two.signal(signal.SIGCONT)
                print(time.monotonic(), len(run.requests)); await run.steps(100)
                await asyncio.to_thread(postgres.stop, "immediate")
                await asyncio.to_thread(postgres.start)
                print(time.monotonic(), len(run.requests)); await run.steps(100)
            print(time.monotonic(), len(run.requests)); counts = run.counts()
            print(counts)
            assert run.complaints() == []
            assert counts["Conflict"] > counts["steps"] / 10
            assert counts["OutcomeUnknown"]
            assert counts["dropped"]
