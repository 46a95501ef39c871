"""Columns of `ibau.columns` as frames of Polars and pandas, which are the user's: no extra of ours brings them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MADE = """\
import ibau, {library}
lines = [ibau.play_game("random", "random", "senet-race+max_turns=20", seed=seed) for seed in (1, 2)]
frame = {library}.DataFrame(ibau.columns(lines))
assert list(frame.columns) == list(ibau.columns(lines))
assert len(frame) == sum(len(list(line.actions)) for line in lines)
"""
ASKED = {
    "polars": "assert (frame['game'].n_unique(), frame['legal'].dtype) == (2, polars.Int64)",
    "pandas": "assert (frame['game'].nunique(), str(frame['legal'].dtype)) == (2, 'int64')",
}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("library", ASKED)
def test_a_frame_is_made(tmp_path: Path, library: str) -> None:
    """In a folder of its own before all others."""
    target = tmp_path / "frames"
    install = ["pip", "install", "--quiet", "--target", str(target), library]
    subprocess.run([sys.executable, "-m", *install], check=True)  # noqa: S603 - our own words
    code = MADE.format(library=library) + ASKED[library]
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(target)}, check=True)  # noqa: S603
