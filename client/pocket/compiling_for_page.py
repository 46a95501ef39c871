"""Packs Python as the page gets it: compiled, without its sources; see compile.mjs."""

import importlib.util
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

DATE = (2020, 1, 1, 0, 0, 0)  # of all files: the same sources make the same archive
LEFT_OUT = (  # of the standard library: what no page imports
    "bdb.py", "cmd.py", "cProfile.py", "doctest.py", "ftplib.py", "imaplib.py", "mailbox.py",
    "netrc.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py",
    "pyclbr.py", "pydoc.py", "rlcompleter.py", "shelve.py", "smtplib.py", "tabnanny.py", "telnetlib.py", "timeit.py",
    "trace.py", "turtle.py", "zipapp.py", "_pyio.py", "_pydecimal.py", "antigravity.py", "this.py",
    "idlelib/", "tkinter/", "turtledemo/", "ensurepip/", "lib2to3/", "pydoc_data/", "unittest/", "distutils/", "venv/",
    "curses/", "dbm/", "sqlite3/", "wsgiref/", "xmlrpc/", "xml/", "test/", "_pyrepl/", "multiprocessing/", "profiling/",
    "http/cookiejar.py", "http/server.py", "ctypes/macholib/", "nntplib.py",
)  # fmt: skip


def packed(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Put a file into an archive, as code where it is a module."""
    if name.endswith(".py"):
        code = compile(data, name, "exec", dont_inherit=True)
        name, data = f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))
    archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED, 9)


def main() -> None:
    """Pack both."""
    with (
        zipfile.ZipFile("/pyodide/python_stdlib.zip") as whole,
        zipfile.ZipFile("/folder/python_stdlib.zip", "w") as library,
    ):
        for name in sorted(whole.namelist()):
            if not name.startswith(LEFT_OUT) and not name.endswith("/"):
                packed(library, name, whole.read(name))
    with zipfile.ZipFile("/folder/app.zip", "w") as app:
        for file in sorted(Path("/stage/app").rglob("*")):
            if file.is_file():
                packed(app, str(file.relative_to("/stage/app")), file.read_bytes())
