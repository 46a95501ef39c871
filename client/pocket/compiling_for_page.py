"""Packs Python as the page gets it: compiled, without its sources; compile.mjs runs it in the Python of the page.

The standard library goes into an archive that Python reads itself, the rest into one that the page lays out for it;
scripts/pocket.py packs both.  Tables of exact values are files of their own, fetched when somebody asks for values.
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
ENCODINGS = "encodings/"  # of which few are met
MET = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_")


def compiled(name: str, data: bytes) -> tuple[str, bytes]:
    """A file as it is packed: a module as its code."""
    if not name.endswith(".py"):
        return name, data
    code = compile(data, name, "exec", dont_inherit=True, optimize=2)
    return f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))


def library() -> dict[str, bytes]:
    """The files of the standard library that a page may need."""
    with zipfile.ZipFile(ARCHIVE) as whole:
        names = [name for name in sorted(whole.namelist()) if not name.endswith("/") and not name.startswith(LEFT_OUT)]
        return {
            name: whole.read(name)
            for name in names
            if not name.startswith(ENCODINGS) or name.removeprefix(ENCODINGS).startswith(MET)
        }


def main() -> None:
    """Pack all of it."""
    with zipfile.ZipFile(STAGE / "python_stdlib.zip", "w") as archive:
        for name, data in library().items():
            name_, code = compiled(name, data)
            archive.writestr(zipfile.ZipInfo(name_, DATE), code)
    tables = [file for file in sorted(APP.rglob("exact/*/*")) if file.is_file()]
    app = {
        file.relative_to(APP): file.read_bytes()
        for file in sorted(APP.rglob("*"))
        if file.is_file() and file not in tables
    }
    with tarfile.open(STAGE / "app.tar", mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(app.items(), key=lambda one: (one[0].suffix, one[0])):
            name_, code = compiled(str(name), data)
            info = tarfile.TarInfo(name_)
            info.size = len(code)
            archive.addfile(info, io.BytesIO(code))
    for file in tables:
        place = FOLDER / "tables" / file.relative_to(APP)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.read_bytes())
    names = [str(file.relative_to(APP)) for file in tables]
    (FOLDER / "tables.json").write_text(json.dumps(names), "utf-8")
