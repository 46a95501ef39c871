"""Compiled code kept on disk, under a key made of the text of every source it came from.

Numba's own cache does not see that a called function in another file has changed (it would run the old rule), never
finds a closure again, and can mix up two processes that save at once.
"""

import functools
import hashlib
import importlib
import logging
import os
import pickle
import re
import sys
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import platformdirs

from ibau.machine.atomic_files import atomic_write
from ibau.machine.lock import lock_within

KEPT_FILES = 500  # a fifth of a megabyte each; all games and their levels need more than a hundred
PATIENCE = 300.0  # seconds; a process that compiles one function for longer has failed
PACKAGE = Path(__file__).parents[1]
SHARED = ("core", "machine", "search", "tables")  # rooms whose rules the loops of others reach
LOOP = re.compile(r"^ *@loop$", re.MULTILINE)
CLAIM = ".claim"  # the ending of what says that a file is being made

logger = logging.getLogger("ibau.machine")


class CacheWarning(UserWarning):
    """Compiled code could not be kept; it will be compiled again at the next start."""


def cache_folder() -> Path:
    """The folder of compiled code: `$IBAU_CACHE_DIR`, or the user's cache folder."""
    named = os.environ.get("IBAU_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("ibau") / "compiled"


def untyped_module(module: str) -> Any:
    """A module of Numba's, without its type hints: they deny attributes that Numba documents or that we rely on."""
    return importlib.import_module(module)


class DiskCache:
    """What stands in for Numba's disk cache: one file a key.  The methods are those that Numba calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.folder = cache_folder()
        self.function = function
        self.name = _name_of(function)
        self.sources = _fingerprint(_folders_behind(function))
        self.claims = ExitStack()
        weakref.finalize(self, self.claims.close)  # where compiling failed

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, signature: Any, codegen: Any) -> Path:
        """Where the code of a signature is kept."""
        key = repr((self.name, self.sources, str(signature), codegen.magic_tuple()))
        return self.folder / hashlib.sha256(key.encode()).hexdigest()[:32]

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The kept code; or None, and then the caller compiles it while other processes wait for that."""
        file = self.file(signature, target_context.codegen())
        if not file.exists():
            self._claim(file)
        kept = self._loaded(file, target_context)
        if kept is None:
            log_compilation(self.function)
        else:
            self.claims.close()
        return kept

    def _loaded(self, file: Path, target_context: Any) -> Any:
        target_context.refresh()
        result = untyped_module("numba.core.compiler").CompileResult
        try:
            content = file.read_bytes()
            with suppress(OSError):
                file.touch()  # what is used stays
            return result._rebuild(target_context, *pickle.loads(content))  # noqa: S301 - our own folder
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001 - whatever a damaged file does, compiling again repairs it
            return self.complain("read", error)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep compiled code."""
        file = self.file(signature, data.codegen)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(file, pickle.dumps(data._reduce()))
            _prune(self.folder)
        except OSError as error:
            self.complain("keep", error)
        self.claims.close()  # those who wait go on

    def _claim(self, file: Path) -> None:
        """Claim a file that is missing, once nobody else does."""
        with suppress(OSError):  # a folder where nothing can be kept keeps no claims either
            self.folder.mkdir(parents=True, exist_ok=True)
            claim = file.with_suffix(CLAIM)
            self.claims.callback(_remove, claim)  # once it is closed: Windows removes nothing that is open
            lock_within(self.claims.enter_context(claim.open("ab")), PATIENCE)

    def complain(self, verb: str, error: Exception) -> None:
        warnings.warn(
            f"cannot {verb} compiled code in {self.folder}: {error}; compiling again at each start. "
            "IBAU_CACHE_DIR names another folder.",
            CacheWarning,
            stacklevel=2,
        )

    def flush(self) -> None:
        """Numba asks for this when it compiles again; our keys change with the sources instead."""


_told: set[str] = set()  # the rooms and games that somebody has been told of


def log_compilation(function: Callable[..., Any]) -> None:
    """Say once, for each room of the house and each game, that its loops are compiled, and how many there are."""
    room = _home(function)
    games = {callee.__module__ for callee in callees(function) if callee.__module__.startswith("ibau.games.")}
    game = max((module.rpartition(".")[0].removeprefix("ibau.games.") for module in games), default="", key=len)
    if room not in _told or (game and f"{room} {game}" not in _told):
        _told.update({room, f"{room} {game}"})
        what = f"{room} for {game}" if game else room
        logger.warning("Compiling %s: %d loops at most, once on this machine.", what, loops_in(room))
    logger.info("Compiling %s.", _name_of(function).partition(".<locals>")[0])


def loops_in(package: str) -> int:
    """How many loops the sources of a room have."""
    file = Path(str(sys.modules[package].__file__))
    sources = file.parent.rglob("*.py") if file.stem == "__init__" else (file,)
    return sum(len(LOOP.findall(source.read_text("utf-8"))) for source in sources)


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all; where another process reads the one before, Windows keeps that, as good."""
    try:
        with atomic_write(file) as stream:
            stream.write(data)
    except PermissionError:
        if not file.exists():
            raise


def _remove(file: Path) -> None:
    """Remove a file, unless it is gone, or somebody holds it open and the system minds."""
    with suppress(OSError):
        file.unlink()


def _prune(folder: Path) -> None:
    """Keep the files used last; the others belong to sources long changed."""
    with suppress(FileNotFoundError):  # another process prunes too
        files = [file for file in folder.iterdir() if file.is_file() and file.suffix != CLAIM]
        for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT_FILES:]:
            _remove(file)


def callees(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The functions and classes a closure was made with, and theirs."""
    for cell in getattr(function, "__closure__", None) or ():  # a class has none
        if callable(cell.cell_contents) and hasattr(cell.cell_contents, "__qualname__"):
            yield cell.cell_contents
            yield from callees(cell.cell_contents)


def _name_of(function: Callable[..., Any]) -> str:
    inner = [f"{callee.__module__}.{callee.__qualname__}" for callee in callees(function)]
    return " ".join([f"{function.__module__}.{function.__qualname__}", *inner])


def _folders_behind(function: Callable[..., Any]) -> tuple[Path, ...]:
    """The folders whose sources decide what a loop does: what all share, and where those stand that it was made with.

    A game reads what its whole family shares, so a function of `ibau.games.senet.race` stands for `ibau.games.senet`.
    """
    homes = {_home(f) for f in (function, *callees(function))}
    files = [sys.modules[home].__file__ for home in homes]
    return tuple(sorted({*(PACKAGE / room for room in SHARED), *(Path(file).parent for file in files if file)}))


def _home(function: Callable[..., Any]) -> str:
    """The room of the house that a function belongs to, or the family of a game."""
    return ".".join(function.__module__.split(".")[:3])


@functools.cache
def _fingerprint(folders: tuple[Path, ...]) -> str:
    """A hash of every source text below the folders, and of the versions that compile them."""
    numba, numpy = untyped_module("numba"), untyped_module("numpy")
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {numpy.__version__}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
