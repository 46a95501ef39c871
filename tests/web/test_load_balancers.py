"""HAProxy and nginx with the settings in `deploy`, in front of two processes: sticky by game, and draining.

Each process has a data folder of its own here, so only the one that created a game knows it.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from ibau.web.app import Settings
from tests.web.test_process import PATIENCE, PERSONS, Process, act, hear

DEPLOY = Path(__file__).parents[2] / "deploy"
PATH = f"{os.environ['PATH']}:/usr/sbin"
NGINX = """daemon off; pid {0}/pid; error_log {0}/log; events {{}} http {{ access_log off; client_body_temp_path {0};
proxy_temp_path {0}; fastcgi_temp_path {0}; uwsgi_temp_path {0}; scgi_temp_path {0}; {1} }}"""
GAMES = 20  # of each process
DRAIN = 12

pytestmark = [pytest.mark.slow, pytest.mark.posix]


def haproxy(folder: Path, settings: str) -> list[str]:
    (folder / "cfg").write_text(settings.replace(" ssl crt /etc/ssl/games.pem", ""))
    return ["-db", "-f", str(folder / "cfg")]


def nginx(folder: Path, settings: str) -> list[str]:
    plain = [line for line in settings.replace(" ssl;", ";").splitlines() if "ssl_" not in line]
    (folder / "conf").write_text(NGINX.format(folder, "\n".join(plain)))
    return ["-c", str(folder / "conf"), "-e", str(folder / "log")]


PREPARE = {"haproxy.cfg": haproxy, "nginx.conf": nginx}


@contextmanager
def balancer(file: str, folder: Path, ports: Sequence[int], more: str = "") -> Iterator[int]:
    """A load balancer, without TLS, with settings of `deploy` and more at their end, before two servers; its port."""
    prepare = PREPARE[file]
    program = shutil.which(prepare.__name__, path=PATH)
    if not program:  # which would also serve port 80 of this machine, were it installed for the test
        pytest.skip(f"{prepare.__name__} is not installed: scripts/debian haproxy nginx-light")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    text = (DEPLOY / file).read_text().replace(":443", "443").replace("443", f"127.0.0.1:{port}", 1) + more
    for there, server in zip(("127.0.0.1:8137", "127.0.0.1:8138"), ports, strict=True):
        text = text.replace(there, f"127.0.0.1:{server}")
    folder.mkdir(mode=0o755)
    with subprocess.Popen([program, *prepare(folder, text)], stderr=subprocess.DEVNULL) as running:  # noqa: S603 - found
        try:
            wait_until(lambda: answers(port))
            yield port
        finally:
            running.terminate()


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.1)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def processes(settings: Settings) -> Iterator[list[Process]]:
    running = [Process(replace(settings, data=settings.data / name), f"drain={DRAIN}") for name in "ab"]
    try:
        yield running
    finally:
        for process in running:
            process.process.kill()
            process.process.communicate(timeout=PATIENCE)


@pytest.fixture(params=PREPARE)
def balanced(request: pytest.FixtureRequest, processes: list[Process], tmp_path: Path) -> Iterator[Process]:
    """The two processes behind a load balancer, as one."""
    with balancer(request.param, tmp_path / "balancer", [process.port for process in processes]) as port:
        through = copy(processes[0])
        through.port = port
        yield through


def entered(through: Process, game: dict[str, str]) -> str:
    """Enter a game through the balancer; return "welcome", or "refused" from a process that does not know it."""
    with through.socket(game) as connection:
        return str(hear(connection, "welcome", "refused")["type"])


def test_a_game_stays_at_one_process_until_that_drains(balanced: Process, processes: list[Process]) -> None:
    known: list[list[dict[str, str]]] = []
    for process in processes:
        games = [process.post({"ruleset": "seega+first_player=first", **PERSONS}) for _ in range(GAMES)]
        found = [{entered(balanced, game) for _ in range(3)} for game in games]
        assert all(len(kinds) == 1 for kinds in found)  # the same every time
        known.append([game for game, kinds in zip(games, found, strict=True) if kinds == {"welcome"}])
        assert GAMES / 5 < len(known[-1]) < GAMES * 4 / 5  # half of them, about
    with balanced.socket(known[1][0]) as connection:
        act(connection, hear(connection, "welcome")["state"])
        processes[0].process.send_signal(signal.SIGTERM)
        wait_until(lambda: entered(balanced, known[0][0]) == "refused")  # by the other, which does not know it
        assert processes[0].process.poll() is None  # long before it ends
        assert entered(balanced, known[1][1]) == "welcome"
        connection.send('{"type": "ping"}')
        hear(connection, "pong")
