"""The other version of Numba that pyproject.toml allows: it compiles the same."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ibau

ROOT = Path(__file__).resolve().parents[1]
OLDER = ("numba==0.67.*", "llvmlite==0.49.*")
TESTS = ("tests/machine/test_rule.py", "tests/search/test_playout.py")


def fingerprints() -> Iterator[str]:
    """What random games of each system come to."""
    for name in ibau.systems():
        played = ibau.playouts(ibau.game(name).initial(), 50, seed=1)
        columns = (played.outcomes, played.actions, played.decisions)
        yield f"{name} {hashlib.sha256(b''.join(column.tobytes() for column in columns)).hexdigest()}"


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_older_one_compiles_the_same(tmp_path: Path) -> None:
    """In a folder of its own before all others; what it compiles is kept apart."""
    installed, cache = tmp_path / "numba", tmp_path / "cache"
    environment = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}", "IBAU_CACHE_DIR": str(cache)}

    def run(*words: str) -> str:
        ran = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", *words],
            cwd=ROOT,
            env=environment,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    run("pip", "install", "--quiet", "--no-deps", "--target", str(installed), *OLDER)
    version, *found = run("tests.test_numba").splitlines()
    assert version.startswith("0.67.")
    assert found == list(fingerprints())
    run("pytest", "-q", "-p", "no:cacheprovider", *TESTS)


if __name__ == "__main__":
    import numba

    print(numba.__version__, *fingerprints(), sep="\n")  # noqa: T201 - what the test reads
