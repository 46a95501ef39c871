"""Packs Python as the page gets it: compiled, without its sources; compile.mjs runs it in the Python of the page.

The standard library goes into an archive that Python reads itself, the rest into one that the page lays out for it;
scripts/pocket.py packs them.  Tables of exact values are files of their own, fetched when somebody asks for values.
"""

import importlib.util
import io
import json
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

ARCHIVE = "/pyodide/python_stdlib.zip"
FOLDER = Path("/folder")
STAGE = Path("/stage")
APP = STAGE / "app"
DATE = (2020, 1, 1, 0, 0, 0)  # of all files: the same sources make the same archive
LEFT_OUT = (  # of the standard library: what no page imports
    "bdb.py", "cmd.py", "cProfile.py", "doctest.py", "ftplib.py", "imaplib.py", "mailbox.py", "netrc.py", "optparse.py",
    "pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py", "pyclbr.py", "pydoc.py",
    "rlcompleter.py", "shelve.py", "smtplib.py", "tabnanny.py", "timeit.py", "trace.py", "turtle.py", "zipapp.py",
    "_pyio.py", "_pydecimal.py", "_pydatetime.py", "antigravity.py", "this.py", "argparse.py", "configparser.py",
    "pydoc_data/", "unittest/", "ensurepip/", "idlelib/", "tkinter/", "turtledemo/", "venv/", "curses/", "dbm/",
    "sqlite3/", "wsgiref/", "xmlrpc/", "xml/", "test/", "_pyrepl/", "multiprocessing/", "profiling/",
    "logging/config.py", "logging/handlers.py", "http/cookiejar.py", "http/server.py", "ctypes/macholib/",
    "asyncio/windows_",
    "asyncio/proactor_events.py", "webbrowser.py",
)  # fmt: skip
READ = ("anyio/__init__.py", "anyio/abc/__init__.py")  # by themselves, to import no more than is asked for
ENCODINGS = "encodings/"  # of which few are met
MET = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_")


def compiled(name: str, data: bytes) -> tuple[str, bytes]:
    """A file as it is packed: a module as its code."""
    if not name.endswith(".py") or name in READ:
        return name, data
    code = compile(data, name, "exec", dont_inherit=True, optimize=2)
    return f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))


def is_needed(name: str) -> bool:
    """Is a file of the standard library one that a page may need?"""
    is_met = not name.startswith(ENCODINGS) or name.removeprefix(ENCODINGS).startswith(MET)
    return is_met and not name.startswith(LEFT_OUT)


def library() -> dict[str, bytes]:
    """The files of the standard library that a page may need."""
    with zipfile.ZipFile(ARCHIVE) as whole:
        names = [name for name in sorted(whole.namelist()) if not name.endswith("/") and is_needed(name)]
        return {name: whole.read(name) for name in names}


def gathered(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def pack(files: dict[str, bytes], name: str) -> None:
    """Put files into an archive that a page lays out."""
    with tarfile.open(STAGE / name, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name_, data in sorted(files.items(), key=lambda one: (Path(one[0]).suffix, Path(one[0]))):
            compiled_name, code = compiled(name_, data)
            info = tarfile.TarInfo(compiled_name)
            info.size = len(code)
            archive.addfile(info, io.BytesIO(code))


def main() -> None:
    """Pack all of it."""
    with zipfile.ZipFile(STAGE / "python_stdlib.zip", "w") as archive:
        for name, data in library().items():
            name_, code = compiled(name, data)
            archive.writestr(zipfile.ZipInfo(name_, DATE), code)
    app = gathered(APP)
    tables = {name: app.pop(name) for name in list(app) if "/exact/" in name}
    pack(app, "app.tar")
    for name, data in tables.items():
        place = FOLDER / "tables" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    (FOLDER / "tables.json").write_text(json.dumps(list(tables)), "utf-8")
