"""The power is cut: whatever was not synced is gone, and nothing that was acknowledged.

A kill shows less: what a killed process has written, the system still keeps.
"""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from ibau.web.app import Settings
from tests.web.forgetful import DEVICE, Disk, mounted
from tests.web.test_process import PERSONS, Process, act, hear

STEPS = 15  # of each game between two cuts
CUTS = 4

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not DEVICE.exists(), reason="there is no /dev/fuse here")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where a disk can be; skips where that is not allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        with mounted(Disk(), folder):
            pass
    except OSError as error:
        pytest.skip(f"no disk of our own here: {error}")
    return folder


class Lost(Exception):  # noqa: N818 - it says what is the matter
    """Something that was acknowledged is not there."""


def play_under_cuts(settings: Settings, place: Path, *more: str) -> int:
    """Play and cut the power, several times, and each time look what is there; how many steps were acknowledged.

    Raises Lost.
    """
    disk, games, known = Disk(), list[dict[str, str]](), list[list[str]]()
    settings = replace(settings, data=place / "data")
    for _ in range(CUTS + 1):
        with mounted(disk, place):
            process = Process(settings, *more)
            try:
                if not process.line:
                    raise Lost("the server does not start")
                for game, actions in zip(games, known, strict=True):
                    go_on(process, game, actions)
                games.append(process.post({"ruleset": "senet-race", **PERSONS}))
                known.append([])
                go_on(process, games[-1], known[-1])
            finally:
                process.end(signal.SIGKILL)
        disk.cut()  # the last time, nobody looks any more
    return sum(map(len, known))


def go_on(process: Process, game: dict[str, str], known: list[str]) -> None:
    """Compare a game with what was acknowledged, and play on in it.  Raises Lost."""
    with process.socket(game) as connection:
        first = hear(connection, "welcome", "refused")
        if first["type"] == "refused":
            raise Lost("a game is gone")
        found = [ply["action"] for ply in first["story"]]
        if found != known:
            raise Lost(f"{len(known)} steps were acknowledged, {len(found)} are there")
        step(connection, first["state"], known)


def step(connection: ClientConnection, state: dict[str, object], known: list[str]) -> None:
    for _ in range(STEPS):
        message = act(connection, state)
        known.append(message["ply"]["action"])
        state = message["state"]


def test_a_cut_takes_nothing_that_was_acknowledged(settings: Settings, place: Path) -> None:
    assert play_under_cuts(settings, place) == STEPS * (CUTS + 1) * (CUTS + 2) // 2


def test_a_server_that_does_not_wait_for_the_disk_loses_what_it_has_acknowledged(
    settings: Settings, place: Path
) -> None:
    """So the disk does forget."""
    with pytest.raises(Lost):
        play_under_cuts(settings, place, "synchronous=NORMAL")


FORGETS = """
import os, sys
from pathlib import Path
folder = Path(sys.argv[1]) / "folder"
folder.mkdir()
for name, synced in (("kept", True), ("lost", False)):
    with (folder / name).open("w") as file:
        file.write("first")
        file.flush()
        if synced:
            os.fsync(file.fileno())
        file.write(", then more")
(folder / "lost").rename(folder / "renamed")
"""


@pytest.fixture
def written(place: Path) -> tuple[Disk, Path]:
    disk = Disk()
    with mounted(disk, place):
        subprocess.run([sys.executable, "-c", FORGETS, str(place)], check=True, timeout=60)  # noqa: S603 - our own
    return disk, place


def test_the_disk_keeps_what_was_synced_and_nothing_else(written: tuple[Disk, Path]) -> None:
    disk, place = written
    with mounted(disk, place):
        assert read(place) == {"kept": "first, then more", "renamed": "first, then more"}
    disk.cut()
    with mounted(disk, place):
        assert read(place) == {"kept": "first"}


READS = """
import json, sys
from pathlib import Path
print(json.dumps({path.name: path.read_text() for path in Path(sys.argv[1], "folder").iterdir()}))
"""


def read(place: Path) -> dict[str, str]:
    """What is in the folder, read by another process: this one answers."""
    command = [sys.executable, "-c", READS, str(place)]
    ran = subprocess.run(command, check=True, timeout=60, capture_output=True)  # noqa: S603 - our own
    return dict(json.loads(ran.stdout))
