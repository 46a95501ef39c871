#!/usr/bin/env python
"""Build the browser client and the drawings of the boards into the package, on any system with Node.js.

    python scripts/client.py             # unless it is up to date
    python scripts/client.py packages    # only install the packages for building and checking it

Generates the files of protocol.py first.  hatch_build.py calls it for the wheel.
"""

import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
PACKAGES = CLIENT / "node_modules"
INSTALLED = PACKAGES / ".ibau"  # its time is that of the installation
BUILT = (
    ROOT / "src/ibau/paper/drawing/symbols.json",
    ROOT / "src/ibau/web/static/index.html",
)  # in the order of building

OLDEST_NODE = (20, 19)
WANTED = "The browser client needs Node.js {}.{} or newer: https://nodejs.org".format(*OLDEST_NODE)


class ClientError(Exception):
    """The client cannot be built; the message names what is missing."""


def build() -> None:
    """Build the client.  Raises ClientError."""
    runpy.run_path(str(ROOT / "scripts/protocol.py"))["write"]()
    if not is_built():
        packages()
        report("Building the browser client …")
        npm("run", "--silent", "build", "--", "--logLevel", "error")


def is_built() -> bool:
    """Whether the built files are newer than all sources."""
    if not all(file.exists() for file in BUILT):
        return False
    built = BUILT[-1].stat().st_mtime
    return all(file.stat().st_mtime <= built for file in sources())


def sources() -> Iterator[Path]:
    """The source files of the client."""
    for folder, folders, files in os.walk(CLIENT):
        if PACKAGES.name in folders:
            folders.remove(PACKAGES.name)
        yield from (Path(folder) / file for file in files)


def packages() -> None:
    """Install the client's packages unless they are installed.  Raises ClientError."""
    check_node()
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime <= (CLIENT / "package-lock.json").stat().st_mtime:
        report("Installing the client's packages …")
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def check_node() -> None:
    """Raise ClientError unless Node.js is new enough; on Debian it is installed if permissions allow."""
    if not (shutil.which("node") and shutil.which("npm")) and shutil.which("apt-get"):
        run(str(ROOT / "scripts/debian"), "nodejs", "npm")
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        raise ClientError(WANTED)
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603 - Node.js
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_NODE:
        raise ClientError(f"{WANTED}. This is {version.strip()}.")


def npm(*arguments: str) -> None:
    """Run npm in the client's folder; on Windows it is a batch file, which needs its full name."""
    run(shutil.which("npm") or "npm", "--prefix", str(CLIENT), *arguments)


def run(*command: str) -> None:
    """Run a program, which may use this Python (client/generated.mjs).  Raises ClientError."""
    try:
        subprocess.run(command, check=True, env=os.environ | {"IBAU_PYTHON": sys.executable})  # noqa: S603 - our own words
    except (OSError, subprocess.CalledProcessError) as error:
        raise ClientError(str(error)) from error


def report(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - progress of a script


COMMANDS: dict[tuple[str, ...], Callable[[], None]] = {(): build, ("packages",): packages}

if __name__ == "__main__":
    asked = tuple(sys.argv[1:])
    if asked not in COMMANDS:
        sys.exit("usage: python scripts/client.py [packages]")
    try:
        COMMANDS[asked]()
    except ClientError as error:
        sys.exit(str(error))
