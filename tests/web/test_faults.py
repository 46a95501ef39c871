"""Consistency under faults: servers killed or suspended, the database restarted, notifications and connections lost."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.postgres import Cluster, cluster
from tests.web.clients import BEN, FREE
from tests.web.faults import SOCKET, Client, Proxy, Request, Run, two_servers

SLOW_COMMITS = {"fsync": "on", "commit_delay": "50000", "commit_siblings": "0"}  # so that some are always pending
SOAK_SECONDS = float(os.environ.get("IBAU_SOAK_SECONDS", "20"))
MOST_CONNECTIONS = 1 + 4 + 2 + 1  # of a server: writer, readers, notifications, pruning
MUTANTS = {
    "no_compare": "lost",
    "no_ids": "refused and stored",
    "no_notifications": "behind",
    "no_lock_order": "deadlocks",
}


@pytest.mark.long
async def test_nothing_is_lost_doubled_or_reordered(tmp_path: Path) -> None:
    with cluster(**SLOW_COMMITS) as postgres:
        async with two_servers(postgres.new_address(), tmp_path, "noted,notifications_dropped") as run:
            one, two = run.servers
            async with run.played(30):
                await run.steps(60)
                one.signal(signal.SIGKILL)
                await run.steps(20)
                await one.start()
                await run.steps(60)
                two.signal(signal.SIGSTOP)
                await asyncio.sleep(3)
                two.signal(signal.SIGCONT)
                await run.steps(60)
                for _ in range(5):
                    await asyncio.to_thread(postgres.stop, "immediate")
                    await asyncio.to_thread(postgres.start)
                    await run.steps(60)
                    if run.counts()["OutcomeUnknown"]:  # a commit was pending
                        break
            assert run.complaints() == []
            counts = run.counts()
            assert counts["Conflict"] > counts["steps"] / 10
            assert counts["OutcomeUnknown"]
            assert counts["dropped"]


class WrittenRun(Run):
    """A consistent history of a throw and a move, written by hand."""

    def __init__(self, folder: Path) -> None:
        self.log = [("a", 1, "t2", "one"), ("a", 2, "e1", "two")]
        super().__init__("", [], folder)
        (folder / "notes.txt").write_text("tried a 1 t2\ntried a 2 e1\nStored\n")
        self.requests = [
            Request("a", 0, "one", {"type": "throw"}, asked=1, answered=2, is_granted=True),
            Request("a", 1, "two", {"type": "play"}, asked=3, answered=4, is_granted=True),
        ]
        self.streams = [("a", ["t2"])]

    def query(self, statement: str) -> list[Any]:
        if "deadlocks" in statement:
            return [(0,)]
        return [(*row[:2], json.dumps({"kind": "played", "action": row[2], "id": row[3]})) for row in self.log]

    def throw_again(self) -> None:
        self._notes.write_text("tried a 1 t2\ntried a 1 t3\n")


FORGERIES: dict[str, Callable[[WrittenRun], object]] = {
    "": lambda _: None,
    "lost, or not once": lambda run: run.log.pop(),
    "refused and stored": lambda run: run.requests.append(run.requests.pop()._replace(is_granted=False)),
    "not asked for": lambda run: run.requests.pop(),
    "disordered": lambda run: run.requests.append(run.requests.pop(0)._replace(asked=5, answered=6)),
    "gaps": lambda run: run.log.append(("a", 4, *run.log.pop()[2:])),
    "sent but not stored": lambda run: run.streams.append(("a", ["t3"])),
    "thrown differently": WrittenRun.throw_again,
}


@pytest.mark.parametrize("complaint", FORGERIES)
def test_the_check_detects_each_forgery_of_a_history(tmp_path: Path, complaint: str) -> None:
    FORGERIES[complaint](run := WrittenRun(tmp_path))
    assert [line.partition(":")[0] for line in run.complaints()] == [complaint] * bool(complaint)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", ["", *MUTANTS])
async def test_the_check_detects_each_mutant(postgres: Cluster, tmp_path: Path, mutant: str) -> None:
    """Without a mutant it finds nothing."""
    async with two_servers(postgres.new_address(), tmp_path, f"noted,{mutant}".rstrip(",")) as run:
        # A game that a mutant has made unreadable cannot be played to its end.
        with suppress(TimeoutError) if mutant else nullcontext():
            async with run.played(15):
                await run.steps(150)
        complaints = run.complaints()
    assert [line for line in complaints if MUTANTS[mutant] in line] if mutant else complaints == []


async def is_claimed(run: Run, *, is_present: bool) -> bool:
    """Claim a win over a player who is connected to the other server, or has left; is it granted?"""
    made = await run.servers[0].new_game(FREE)
    taking = {"invitation": made["invitations"][0]["invitation"], "browser": BEN, "name": "Ben"}
    taken = await run.servers[1].post(f"games/{made['id']}/invitation/accept", **taking)
    ada, ben = (Client(run, made["id"], home, seat["key"]) for home, seat in enumerate((made, taken)))
    for player in (ada, ben):
        await player.connect(run.servers[player.home])
    await asyncio.sleep(2)  # until attendance is published
    if not is_present:
        await ben.leave()
    await asyncio.sleep(4)
    await ada.send({"type": "claim", "ply_count": 0})
    while (answer := await ada.receive())["type"] not in {"changed", "refused"}:
        pass
    for player in (ada, ben):
        await player.leave()
    return bool(answer["type"] == "changed")


@pytest.mark.slow
@pytest.mark.parametrize("patch", ["impatient", "impatient,no_shared_presence", "impatient,an_hour_ahead"])
async def test_a_player_at_another_server_is_present(postgres: Cluster, tmp_path: Path, patch: str) -> None:
    """Even if the clock of a server is wrong; but not without shared presence."""
    async with two_servers(postgres.new_address(), tmp_path, patch, "impatient") as run:
        assert await is_claimed(run, is_present=True) == ("no_shared_presence" in patch)
        assert await is_claimed(run, is_present=False)
        [[age]] = run.query("SELECT max(abs(extract(epoch FROM now()) - time / 1000.0)) FROM events")
        assert age < 60  # seconds, by the clock of the database


@pytest.mark.slow
async def test_a_commit_whose_connection_broke_is_applied_once(postgres: Cluster, tmp_path: Path) -> None:
    proxy, address = Proxy(postgres.folder), postgres.new_address()
    through = address.replace(quote(str(postgres.folder)), quote(str(tmp_path)))
    async with (
        await asyncio.start_unix_server(proxy.serve, tmp_path / SOCKET),
        two_servers(address, tmp_path, "noted", through=through) as run,
    ):
        async with run.played(15):
            proxy.is_cutting = True  # not before: whose game cannot be stored tries again
            await run.steps(300)
        assert proxy.cuts
        assert run.counts()["OutcomeUnknown"]
        assert run.complaints() == []


@pytest.mark.slow
async def test_a_promoted_standby_has_all_granted_requests(tmp_path: Path) -> None:
    with cluster() as primary, cluster(primary) as standby:
        both = f"?target_session_attrs=read-write&host={quote(str(standby.folder))},"
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        async with two_servers(primary.new_address().replace("?host=", both), tmp_path, "noted") as run:
            async with run.played(15):
                await run.steps(150)
                await asyncio.to_thread(primary.stop, "immediate")
                await asyncio.to_thread(standby.run, "pg_ctl", "-D", standby.data, "-w", "promote")
                await run.steps(150)
            assert run.complaints() == []


def memory_of(pid: int) -> int:
    """Resident memory in pages."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1])


@pytest.mark.slow
@pytest.mark.timeout(SOAK_SECONDS + 300)
async def test_memory_and_connections_stay_bounded(postgres: Cluster, tmp_path: Path) -> None:
    """Soak test with new games for IBAU_SOAK_SECONDS."""
    memory: list[int] = []  # of both servers
    until = time.monotonic() + SOAK_SECONDS
    patches = "noted,notifications_dropped,small_cache,short_idle"
    async with two_servers(postgres.new_address(), tmp_path, patches) as run:
        pids = [server.process.pid for server in run.servers]
        while len(memory) < 4 or time.monotonic() < until:
            async with run.played(8):
                await run.steps(60)
            await asyncio.sleep(2)  # until the rooms are closed
            memory.append(sum(map(memory_of, pids)))
            [[connections]] = run.query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ibau'")
            assert connections <= 2 * MOST_CONNECTIONS
        assert run.complaints() == []
        half = len(memory) // 2  # when caches are full
        assert max(memory[half:]) < 1.1 * max(memory[:half])
