"""What is tested of core and games in plain Python holds in a page's Python too, and all that plays runs there."""

import re
import subprocess
import sys

import pytest

from ibau.games import systems
from tests.pocket.pyodide_runtime import PLAY_PACKAGES, PYODIDE, ROOT, TEST_PACKAGES, run
from tests.test_without_extras import NAMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="the client's packages are not installed"),
]

MOST = 80 << 20  # bytes of WebAssembly's memory
# They ask for NumPy, or for another process.
LEFT_OUT = (
    "tests/core/test_bad_input.py",
    "tests/core/test_chance.py",
    "tests/core/test_completion_rates.py",
    "tests/games/test_folders.py",
)
TESTS = (
    *("pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider", "-m", "not slow", "--tb", "short"),
    *("-W", "ignore::pytest.PytestUnknownMarkWarning", "tests/core", "tests/games"),
    *(f"--ignore={file}" for file in LEFT_OUT),
)


def test_plain_tests_pass_under_pyodide() -> None:
    ran = run("-m", *TESTS, "--rootdir", "/tree", names=TEST_PACKAGES, timeout=1800, check=False)
    assert ran.returncode == 0, ran.stdout[-8000:] + ran.stderr[-2000:]
    listing = (sys.executable, "-m", *TESTS, "--rootdir", ".", "--collect-only")
    listed = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own
    collected = re.search(r"(\d+)/\d+ tests collected", listed)
    assert collected
    assert f"{collected[1]} passed" in ran.stdout  # as many as in plain Python


def test_all_that_is_public_runs_under_pyodide() -> None:
    names = (*PLAY_PACKAGES, "click", "markdown-it-py", "mdurl", "pygments", "rich")
    ran = run(ROOT / "tests/without_extras.py", names=names, check=False)
    assert ran.returncode == 0, ran.stderr
    assert set(ran.stdout.split()) == NAMES


@pytest.mark.parametrize("system", systems())
def test_a_worker_that_thinks_hard_takes_little_memory(system: str) -> None:
    """Python's memory and a kernel's together, once the strongest level has thought about a position or two."""
    ran = run(ROOT / "tests/pocket/kernel_memory.py", system)
    assert 0 < int(ran.stdout) < MOST
