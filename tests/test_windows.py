"""The wheel in a Windows CPython under Wine: it starts, serves, plays, copies and puts back, and speaks French.

`python scripts/windows.py` sees that there is one.
"""

import json
import random
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from tests.test_wheel import archives, done

__all__ = ["archives"]  # a fixture

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[1]
MADE = runpy.run_path(str(ROOT / "scripts/windows.py"))
GAME = {
    "ruleset": "seega+first_player=first",
    "first": {"kind": "person"},
    "second": {"kind": "computer", "level": "level5"},
}
TURNS = 20  # of the person
PATIENCE = 120  # seconds: Wine begins slowly


class Windows:
    """A Python with Ibau in it, and folders as its programs see them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "python.exe"

    def path(self, name: str) -> str:
        """A file in the folder."""
        return f"Z:{self.folder / name}".replace("/", "\\")

    def python(self, *words: str) -> str:
        """What this Python prints where all goes well; Wine wants pipes."""
        ran = subprocess.run(  # noqa: S603 - our own words
            self.command(*words), env=MADE["environment"](), input=b"", capture_output=True, check=False
        )
        assert ran.returncode == 0, (ran.stdout + ran.stderr).decode(errors="replace")
        return ran.stdout.decode().replace("\r\n", "\n")

    def ibau(self, *words: str) -> str:
        """The same of a command of Ibau's."""
        return self.python("-m", "ibau", *words)

    def command(self, *words: str) -> list[str | Path]:
        return ["wine", self.program, "-X", "utf8", *words]

    @contextmanager
    def served(self, data: str) -> Generator[httpx2.Client]:
        """What speaks to a server of a folder that runs within the block."""
        server = subprocess.Popen(  # noqa: S603 - our own words
            self.command("-m", "ibau", "serve", "--port", "0", "--data", self.path(data)),
            env=MADE["environment"](),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        try:
            assert server.stdout
            line = server.stdout.readline()
            address = re.search(r"http://\S+", line)
            assert address, line + server.stdout.read()
            with httpx2.Client(base_url=address[0], timeout=PATIENCE) as client:
                yield client
        finally:
            server.kill()
            server.communicate()


@pytest.fixture(scope="module")
def windows(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[Windows]:
    if not (MADE["PYTHON"] / "python.exe").exists():
        pytest.skip("Windows is left out: there is no Python under Wine here")
    folder = Path(shutil.copytree(MADE["PYTHON"], tmp_path_factory.mktemp("windows") / "python"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]
    only = ["--platform", "win_amd64", "--python-version", "3.13", "--only-binary=:all:"]
    # Of click's packages pip takes those of this system.
    done([*pip, folder / MADE["SITE"], *only, *archives.glob("*.whl"), "colorama"], folder)
    yield Windows(folder)
    subprocess.run(["wineserver", "-k"], env=MADE["environment"](), check=False)  # noqa: S607 - Wine's own


def test_it_starts(windows: Windows) -> None:
    assert windows.ibau("--version").startswith("ibau, version ")
    assert windows.ibau("--help").startswith("Usage: ibau")


def test_it_speaks_french(windows: Windows) -> None:
    assert windows.ibau("--lang", "fr", "--help").startswith("Usage\xa0: ibau")
    assert "à" in windows.ibau("rules", "seega", "--lang", "fr")


def test_it_asks_windows_for_what_other_systems_tell_otherwise(windows: Windows) -> None:
    told = windows.python(
        "-c",
        "from ibau.machine.host import *\n"
        "give_way(10)\n"
        "print(memory_used() < memory_there(), is_graphical(), language())",
    )
    assert re.fullmatch(r"True True [a-z]{2}_[A-Z]{2}\n", told)


def test_a_game_against_the_computer_is_kept_copied_and_put_back(windows: Windows) -> None:
    with windows.served("games Ünï") as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/").text.startswith("<!doctype html>")
        assert client.get("/api/messages?lang=fr").json()["Accept"] == "Accepter"
        game = client.post("/api/games", json=GAME).json()
        assert play(client, game) >= 2 * TURNS
        record = client.get(f"/api/games/{game['id']}/record?format=text").text
    windows.ibau("backup", windows.path("copy"), "--data", windows.path("games Ünï"))
    windows.ibau("restore", windows.path("copy"), "--data", windows.path("again"))
    with windows.served("again") as client:
        assert client.get(f"/api/games/{game['id']}/record?format=text").text == record


def play(client: httpx2.Client, game: dict[str, Any]) -> int:
    """Play at random against the computer for some turns; how many actions were played by both."""
    address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
    where = f"{address}/api/games/{game['id']}/socket"
    chance, turns = random.Random(1), 0
    with connect(where, max_size=None, open_timeout=PATIENCE) as connection:
        connection.send(json.dumps({"type": "enter", "key": game["key"]}))
        state = json.loads(connection.recv(timeout=PATIENCE))["state"]
        while turns < TURNS or state["to_move"] == "second":
            if state["to_move"] == "first":
                action = chance.choice(state["legal"])["text"]
                connection.send(json.dumps({"type": "play", "at": state["at"], "action": action}))
                turns += 1
            before = state["at"]
            while state["at"] == before:
                message = json.loads(connection.recv(timeout=PATIENCE))
                assert message["type"] in {"played", "thinking", "presence"}, message
                state = message.get("state", state)
    return int(state["at"])
