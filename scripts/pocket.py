#!/usr/bin/env python
"""Make the page that needs no server: a folder of plain files for any web host.

    python scripts/pocket.py [FOLDER]     # dist/pocket by default

The client is built again, with a worker in place of the network; the package and its dependencies are compiled by the
Python of npm's `pyodide`; msgspec comes compiled for it, from the package index.
"""

import hashlib
import json
import lzma
import runpy
import shutil
import subprocess
import sys
import tomllib
from base64 import b64encode
from collections.abc import Generator
from contextlib import contextmanager
from importlib.metadata import files, version
from pathlib import Path

from ibau.machine.lock import lock_within

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
SOURCE = CLIENT / "pocket"
STAGE = ROOT / "build/pocket"
PATIENCE = 600.0  # seconds to wait for other processes that make it
PYODIDE = CLIENT / "node_modules/pyodide"
TAGS = (
    "--implementation",
    "cp",
    "--python-version",
    "314",
    "--abi",
    "cp314",
    "--platform",
    "pyemscripten_2026_0_wasm32",
)

PACKAGES = ("anyio", "idna", "markdown-it-py", "mdurl", "platformdirs", "starlette", "typing_extensions")
LEFT_OUT = ("lab", "terminal", "ugi", "static", "commands", "__pycache__", "serving.py", "app.py", "compiling.py")

UNPACKER = CLIENT / "node_modules/xz-decompress/dist/package/xz-decompress.min.js"  # imported by the service worker
NOT_KEPT = {"404.html", "share.png", UNPACKER.name}  # not cached for offline use

XZ = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22}  # unpacked with little memory

POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
NAME = "ibau pocket"  # what 404.html looks for


@contextmanager
def stage_lock() -> Generator[None]:
    """Lock the stage against other processes."""
    STAGE.parent.mkdir(exist_ok=True)
    with STAGE.with_suffix(".lock").open("wb") as file:
        lock_within(file, PATIENCE)
        yield


@stage_lock()
def make(folder: Path) -> None:
    """Make the folder; if that fails, the old one is kept."""
    shutil.rmtree(STAGE, ignore_errors=True)
    page = STAGE / "page"
    client = runpy.run_path(str(ROOT / "scripts/client.py"))
    client["build"]()
    client["npm"]("run", "--silent", "pocket", "--", "--logLevel", "error")
    gather(STAGE / "app")
    (page / "python").mkdir(parents=True)
    shutil.copy(SOURCE / "compiling_for_page.py", STAGE)
    run("node", str(SOURCE / "compile.mjs"), str(STAGE), str(page / "python"))
    put_pyodide(page / "python")
    put_pages(page)
    put_licences(page)
    put_worker(page)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    page.rename(folder)


def gather(app: Path) -> None:
    """All modules and data that the page's Python imports and reads."""
    package = ROOT / "src/ibau"
    for file in package.rglob("*"):
        parts = file.relative_to(package.parent).parts
        if file.is_file() and not set(parts) & set(LEFT_OUT):
            copy(file, app.joinpath(*parts))
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for source, to in built["force-include"].items():  # files that a wheel has from other folders
        for file in (ROOT / source).rglob("*") if (ROOT / source).is_dir() else [ROOT / source]:
            copy(file, app / to / file.relative_to(ROOT / source))
    for name in PACKAGES:
        copy_package(name, app)
    (app / "anyio/to_interpreter.py").write_text("")  # unused, and imports what Pyodide lacks
    for unused in ("anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "starlette/testclient.py"):
        (app / unused).unlink()
    wheels = STAGE / "wheels"
    pinned = str(ROOT / "scripts/pocket-packages.txt")
    only = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-q", "-d", str(wheels))
    run(sys.executable, "-m", "pip", "download", *TAGS, *only, "-r", pinned)
    for wheel in wheels.iterdir():
        shutil.unpack_archive(wheel, app, "zip")


def copy_package(name: str, to: Path) -> None:
    """The modules of an installed package."""
    for listed in files(name) or ():
        if listed.suffix == ".py" and ".." not in listed.parts:
            copy(Path(str(listed.locate())), to / listed)


def put_pyodide(python: Path) -> None:
    """Add Pyodide, without packages, and the archives; large files are compressed, as few hosts do that."""
    copy(PYODIDE / "pyodide.mjs", python / "pyodide.js")  # so that any host sends it as a script
    made = (STAGE / name for name in ("python_stdlib.zip", "app.tar"))
    packed = (PYODIDE / "pyodide.asm.mjs", PYODIDE / "pyodide.asm.wasm", *made)
    for file in packed:
        data = lzma.compress(file.read_bytes(), check=lzma.CHECK_CRC32, filters=[XZ])
        (python / f"{file.name}.xz").write_bytes(data)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (python / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")


def put_pages(page: Path) -> None:
    """Complete the page, and add the page that a host shows for missing files."""
    from ibau import game, svg
    from ibau.web.pocket.notices import PICTURED, texts

    written = (page / "index.html").read_text("utf-8")
    written = fill_in(written, "<!-- policy -->", POLICY)
    written = fill_in(written, "<!-- texts -->", json.dumps(texts(), ensure_ascii=False).replace("<", "\\u003c"))
    (page / "index.html").write_text(written, "utf-8")
    lost = (SOURCE / "404.html").read_text("utf-8")
    script = lost.partition("<script>")[2].partition("</script>")[0]
    sum_ = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (page / "404.html").write_text(fill_in(lost, "<!-- policy -->", f"{POLICY}; script-src 'sha256-{sum_}'"), "utf-8")
    (page / "pocket.json").write_text(json.dumps({"name": NAME, "version": version("ibau")}), "utf-8")
    (page / "board.svg").write_text(str(svg.board(game(PICTURED).initial())), "utf-8")


def put_licences(page: Path) -> None:
    """Add the licences of Ibau and of the other contents."""
    for file in (ROOT / "LICENSE", ROOT / "THIRD-PARTY.txt"):
        copy(file, page / "licences" / file.name)
    for file in (SOURCE / "licences").iterdir():
        copy(file, page / "licences" / file.name)
    for name in PACKAGES:
        for listed in files(name) or ():
            if "licens" in listed.as_posix().lower() and listed.suffix in {"", ".md", ".txt"}:
                copy(Path(str(listed.locate())), page / "licences" / f"{name}-{listed.name}")


def put_worker(page: Path) -> None:
    """Add the service worker, which has the hash of every file."""
    copy(UNPACKER, page / UNPACKER.name)
    names = sorted(file.relative_to(page).as_posix() for file in page.rglob("*") if file.is_file())
    kept = [name for name in names if name not in NOT_KEPT and not name.startswith("licences/")]
    hashes = {name: b64encode(hashlib.sha256((page / name).read_bytes()).digest()).decode() for name in kept}
    listed = json.dumps(hashes, indent=2)
    made = hashlib.sha256(listed.encode()).hexdigest()[:12]
    text = (SOURCE / "sw.js").read_text("utf-8")
    (page / "sw.js").write_text(fill_in(fill_in(text, "VERSION", made), "{}", listed), "utf-8")


def fill_in(text: str, place: str, content: str) -> str:
    """Replace `place`, which must occur once in a text.  Raises ValueError otherwise."""
    before, found, after = text.partition(place)
    if not found or place in after:
        raise ValueError(f"There is not one {place!r} to fill.")
    return before + content + after


def copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, to)


def run(*command: str) -> None:
    subprocess.run(command, check=True)  # noqa: S603 - our own words


if __name__ == "__main__":
    made = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist/pocket"
    make(made)
    total = sum(file.stat().st_size for file in made.rglob("*") if file.is_file())
    print(f"{made} holds {total / 1e6:.1f} MB: any web host can show it.")  # noqa: T201 - the result of a script
