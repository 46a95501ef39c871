"""A new environment, made from the wheel without extras, and programs run in it with empty caches."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.served.server_process import printed_address

ROOT = Path(__file__).parents[2]
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
OURS = ("IBAU_", "NUMBA_", "PYTHON")  # prefixes of environment variables that are not passed on
SIZES = """
import json, pathlib
from importlib.metadata import distributions
def size(file):
    return file.stat().st_size if file.is_file() else 0
print(json.dumps({
    each.name: sum(size(pathlib.Path(each.locate_file(file))) for file in each.files or ()) for each in distributions()
}))
"""


@contextlib.contextmanager
def install_wheel() -> Generator[Path]:
    """Install the wheel of these sources in a new environment; yields its Python."""
    with TemporaryDirectory() as folder:
        wheels, venv = Path(folder, "wheels"), Path(folder, "venv")
        _done(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", wheels, ROOT)
        _done(sys.executable, "-m", "venv", venv)
        python = venv / PROGRAMS / "python"
        _done(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wheels.glob("*.whl"))
        yield python


def _done(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words


@contextlib.contextmanager
def running_server(python: Path) -> Generator[tuple[int, str]]:
    """Run a server with empty caches; yields its process id, and the host and port that it prints."""
    with TemporaryDirectory() as home:
        process = subprocess.Popen(  # noqa: S603 - our own words
            [str(python), "-m", "ibau", "serve", "--port", "0", "--no-open"],
            cwd=home,
            env=new_environment(home),
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield process.pid, printed_address(process)
        finally:
            process.terminate()
            process.communicate()


class RunTime(NamedTuple):
    """The seconds that a program took."""

    wall: float
    cpu: float


def new_environment(home: str, **more: str) -> dict[str, str]:
    """The environment variables of a new machine: with empty folders of their own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**kept, "HOME": home, "IBAU_CACHE_DIR": f"{home}/compiled", "XDG_DATA_HOME": f"{home}/data", **more}


def run(python: Path, *arguments: str, **more: str) -> RunTime:
    """Run a program with empty caches."""
    with TemporaryDirectory() as home:
        before, started = _cpu_of_children(), time.perf_counter()
        subprocess.run(  # noqa: S603 - our own words
            [python, *arguments], cwd=home, env=new_environment(home, **more), check=True, stdout=subprocess.DEVNULL
        )
        return RunTime(time.perf_counter() - started, _cpu_of_children() - before)


def _cpu_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def sizes(python: Path) -> dict[str, int]:
    """The size of each package of an environment, in bytes."""
    ran = subprocess.run([python, "-c", SIZES], check=True, capture_output=True, text=True)  # noqa: S603 - our own words
    found: dict[str, int] = json.loads(ran.stdout)
    return found
