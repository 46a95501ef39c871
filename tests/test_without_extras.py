"""What people play, watch and study runs without extras: by kernels, and neither Numba nor NumPy is imported."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

import ibau
from ibau.games import puzzles, systems
from ibau.machine.kernels import wasm_engine
from ibau.terminal import main as cli
from tests.test_needs import NEEDING, OF_LAB, commands
from tests.test_wheel import archives, done, served, without_programs

__all__ = ["archives"]  # a fixture

pytestmark = pytest.mark.skipif(wasm_engine() is None, reason="there is no WebAssembly engine here")

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "tests/without_extras.py"
NAMES = set(ibau.__all__) - set(OF_LAB)

BLOCKED = """
import runpy, sys
sys.modules |= dict.fromkeys(("llvmlite", "numba", "numpy"))  # as if they were not installed
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""
COMMAND = """
import sys
from ibau.terminal import main as cli
status = cli.run_command(sys.argv[1:], "en")
loaded = {"llvmlite", "numba", "numpy"} & set(sys.modules)
sys.exit(f"{loaded} are imported" if loaded else status)
"""

LAST_PAWNS = "3D23LLD first - - 0"
TABLE = systems()["senet-race"].folder / "exact/senet-race-859fc9a1/1v1.table"
PLACING = "seega+first_player=first"
PERSON, PRACTISED = {"kind": "person"}, {"kind": "computer", "level": "level5"}

# A line of words for each command that needs no extra; FILE and the like are files of a folder, one command's and the
# next one's.  Those that need a server's data follow it.
TYPED = {
    "ibau arena": "arena level4 random --ruleset seega --games 2 --out GAMES",
    "ibau convert": "convert GAMES RECORDS",
    "ibau draw": "draw seega",
    "ibau engine": "engine",
    "ibau games": "games seega",
    "ibau help": "help play",
    "ibau perft": "perft seti-aleph 2",
    "ibau play": "play senet-formation --opponent level5",
    "ibau playouts": "playouts senet-geoludie --games 20",
    "ibau puzzles": "puzzles seega --seconds 1",
    "ibau review": "review RECORDS --nodes 20",
    "ibau rules": "rules seega",
    "ibau show": "show seti-beth",
    "ibau tables check": f"tables check {TABLE} --positions 20",
}
SERVED = {
    "ibau backup": "backup BACKUP --data DATA",
    "ibau export": "export EXPORTED --data DATA",
    "ibau move-database": "move-database DATA MOVED",
    "ibau restore": "restore BACKUP --data DATA",
    "ibau verify": "verify EXPORTED",
}
FILES = {
    "BACKUP": "games.backup",
    "DATA": "games",
    "EXPORTED": "exported.txt",
    "GAMES": "arena.jsonl",
    "MOVED": "moved",
    "RECORDS": "r.txt",
}


def test_all_that_is_public_runs_by_kernels() -> None:
    """In this environment, where Numba and NumPy cannot be imported."""
    environment = {**os.environ, "IBAU_MACHINE": ""}
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", BLOCKED, PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert set(ran.stdout.split()) == NAMES


# --- In an environment of its own ------------------------------------------------------------------------------------


class Plain:
    """A Python with nothing but Ibau's wheel and what that depends on."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "own/bin/python"
        self.alone = {**without_programs(folder), "IBAU_MACHINE": ""}
        done([sys.executable, "-m", "venv", folder / "own"], folder)
        done([self.python, "-m", "pip", "install", "--quiet", wheel], folder)

    def runs(self, *words: str | Path) -> str:
        """What it prints where all goes well."""
        return done([self.python, *words], self.folder, **self.alone)

    def ibau(self, typed: str) -> str:
        """The same of a command."""
        return self.runs("-c", COMMAND, *(FILES.get(word, word) for word in typed.split()))


@pytest.fixture(scope="module")
def plain(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Plain:
    (wheel,) = archives.glob("*.whl")
    return Plain(wheel, tmp_path_factory.mktemp("plain"))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_all_that_is_public_runs_as_it_is_installed(plain: Plain) -> None:
    assert set(plain.runs(PROGRAM, "whole").split()) == NAMES


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_command_that_needs_no_extra_runs(plain: Plain) -> None:
    for typed in TYPED.values():
        plain.ibau(typed)
    assert "51.93 %" in plain.runs("-c", COMMAND, "value", "senet-race", LAST_PAWNS)
    with served(plain.python, plain.folder, **plain.alone) as client:
        is_served(client)
    for name in ("ibau backup", "ibau export", "ibau verify", "ibau restore", "ibau move-database"):
        plain.ibau(SERVED[name])
    known = {name for name, _ in commands(cli.ibau, "ibau")}
    assert {*TYPED, *SERVED, "ibau value", "ibau serve", "ibau pocket"} == known - set(NEEDING)  # a wheel holds no page


def is_served(client: httpx2.Client) -> None:
    """Hints, looking back, analysis and puzzles."""
    game = got(client.post("/api/games", json={"ruleset": PLACING, "first": PERSON, "second": PRACTISED}))
    assert got(client.post(f"/api/games/{game['id']}/hint", json={"key": game["key"], "ply_count": 0}))["action"]
    record = ibau.play_game("level1", "greedy", f"{PLACING}+max_turns=4", seed=7)
    brought = got(client.post("/api/records", content=str(record)))
    *_, summed = client.get(f"/api/games/{brought['id']}/review").text.splitlines()
    assert json.loads(summed)["complete"]
    body = {"ruleset": PLACING, "start": "", "actions": []}
    assert len(client.post("/api/analysis/advice", json=body).text.splitlines()) > 1
    puzzle = puzzles("seega")[0]
    tried = client.post(f"/api/puzzles/seega/{puzzle.id}/try", json={"action": puzzle.solution})
    assert got(tried)["right"]


def got(answer: httpx2.Response) -> Any:
    """What is answered where all goes well."""
    assert answer.is_success, answer.text
    return answer.json()
