"""Python as a page has it, in Node: Pyodide with this tree, and the plain packages of this environment."""

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "pyodide"
RUN = Path(__file__).with_name("run.mjs")
PYODIDE = ROOT / "client" / "node_modules" / "pyodide"

FILES = "https://files.pythonhosted.org/packages"


class Wheel(NamedTuple):
    """A package that is no plain Python, as its makers compile it for Pyodide."""

    folder: str
    name: str
    sha256: str


WHEELS = {
    "msgspec": Wheel(
        "75/5d/c0e6bdb81a87f6bd56a663a330c271af7670490c80d8d635d9fa21ad1adf",
        "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    ),
    "hypothesis": Wheel(
        "99/6e/d678cb8cf1a1900c265a99051a89c2315689283820fd6075049af157538a",
        "hypothesis-6.170.17-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "dc3512b8619b627c7feffac5937abe985fc49745c85335c1753e7d0738add85b",
    ),
}

PLAY_PACKAGES = ("msgspec", "platformdirs")  # what players need
TEST_PACKAGES = (
    *PLAY_PACKAGES,
    "hypothesis",
    "iniconfig",
    "packaging",
    "pluggy",
    "pygments",
    "pytest",
    "sortedcontainers",
)


def site(names: Iterable[str]) -> Path:
    """A folder with these packages."""
    wanted = [(name, WHEELS[name].sha256 if name in WHEELS else distribution(name).version) for name in sorted(names)]
    folder = BUILD / sha256(repr(wanted).encode()).hexdigest()[:16]
    if not folder.is_dir():
        part = folder.with_suffix(f".{os.getpid()}")
        for name, _ in wanted:
            if name in WHEELS:
                with zipfile.ZipFile(wheel(name)) as archive:
                    archive.extractall(part)
            else:
                copy(name, part)
        try:
            part.rename(folder)
        except OSError:  # another process was sooner
            shutil.rmtree(part)
    return folder


def copy(name: str, folder: Path) -> None:
    """Copy the sources of an installed package."""
    for file in distribution(name).files or ():
        place = Path(str(file.locate()))
        if ".." not in file.parts and "__pycache__" not in file.parts and place.is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(place, folder / file)


def wheel(name: str) -> Path:
    """A wheel, fetched once."""
    wanted = WHEELS[name]
    kept = BUILD / wanted.name
    if not kept.is_file():
        address = f"{FILES}/{wanted.folder}/{wanted.name}"
        with urlopen(address) as answer:  # noqa: S310 - ours
            data = answer.read()
        if sha256(data).hexdigest() != wanted.sha256:
            raise ValueError(f"{address} is not what it was.")
        BUILD.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(kept)
    return kept


def run(
    *words: str | Path, names: Sequence[str] = PLAY_PACKAGES, timeout: float = 600, check: bool = True
) -> "subprocess.CompletedProcess[str]":
    """Run a program."""
    command = ["node", str(RUN), str(site(names)), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=check)  # noqa: S603 - our own words


def run_json(program: Path, asked: Any, folder: Path, **options: Any) -> Any:
    """What a program prints as JSON that is handed some in a file of a folder."""
    file = folder / "asked.json"
    file.write_text(json.dumps(asked), encoding="utf-8")
    return json.loads(run(program, f"/host{file}", **options).stdout)
