"""The game of docs/how-to/game.md is added by the steps of the page, in a copy of the work tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.doc_blocks import ROOT, blocks

PAGE = ROOT / "docs/how-to/game.md"
GAMES = Path("src/ibau/games")


def linked(here: Path, there: Path) -> None:
    """A folder of links to all that is in another."""
    here.mkdir()
    for path in there.iterdir():
        (here / path.name).symlink_to(path)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A work tree whose folder of games is its own."""
    here = tmp_path / "clone"
    linked(here, ROOT)
    for part in (*reversed(GAMES.parents[:-1]), GAMES):
        (here / part).unlink()
        linked(here / part, ROOT / part)
    for folder, there in ((".venv", None), (".venv/bin", Path(sys.executable).parent)):
        (here / folder).unlink(missing_ok=True)
        (here / folder).symlink_to(there) if there else (here / folder).mkdir()
    return here


def output_of(text: str, clone: Path) -> str:
    """What the commands of a block print; each has to end well."""
    found = {"PYTHONPATH": f"{clone / 'src'}{os.pathsep}{clone}", "PYTEST_ADDOPTS": "-p no:cacheprovider -n0"}
    shell = shutil.which("bash") or "bash"
    done = subprocess.run(  # noqa: S603
        [shell, "-e", "-c", text], cwd=clone, env={**os.environ, **found}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.posix
def test_the_game_of_the_page_is_added(clone: Path) -> None:
    copied, conforming, _ = (block.text for block in blocks(PAGE))
    assert "The heap" in output_of(copied, clone)
    assert "Take up to three counters." in output_of('.venv/bin/ibau show "toy+counters=5"', clone)
    assert re.search(r"toy\+counters=7\S* PASSED", output_of(f"{conforming.strip()} -v", clone))
    assert not (ROOT / GAMES / "toy").exists()
