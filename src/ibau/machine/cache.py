"""An on-disk cache of compiled code, keyed by the text of every source that it depends on.

Numba's own cache does not notice changes of called functions in other files (and would run the old rule), never finds
a closure again, and may mix up two processes that save at the same time.
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

KEPT_FILES = 500  # of 0.2 MB each; all games and their levels need more than a hundred
PATIENCE = 300.0  # seconds; a process that compiles one function for longer has failed
PACKAGE = Path(__file__).parents[1]
SHARED = ("core", "machine", "search", "tables")  # packages whose rules are used by the loops of others
LOOP = re.compile(r"^ *@loop$", re.MULTILINE)
CLAIM = ".claim"  # the suffix of a lock file held while a file is being compiled

logger = logging.getLogger("ibau.machine")


class CacheWarning(UserWarning):
    """Compiled code could not be cached, so it is compiled again at the next start."""


def cache_folder() -> Path:
    """The folder of the cache: `$IBAU_CACHE_DIR`, or the user's cache folder."""
    named = os.environ.get("IBAU_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("ibau") / "compiled"


def untyped_module(module: str) -> Any:
    """Import a module of Numba as Any: its type hints lack attributes that it documents, or that we need."""
    return importlib.import_module(module)


class DiskCache:
    """A replacement for Numba's disk cache with the methods that Numba calls: one file per key."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.folder = cache_folder()
        self.function = function
        self.name = _name_of(function)
        self.sources = _fingerprint(_folders_behind(function))
        self.claims = ExitStack()
        weakref.finalize(self, self.claims.close)  # if compiling fails

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, signature: Any, codegen: Any) -> Path:
        """The file for the code of a signature."""
        key = repr((self.name, self.sources, str(signature), codegen.magic_tuple()))
        return self.folder / hashlib.sha256(key.encode()).hexdigest()[:32]

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The cached code; or None, and then other processes wait for the caller to compile it."""
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
                file.touch()  # recently used files are kept
            return result._rebuild(target_context, *pickle.loads(content))  # noqa: S301 - our own folder
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001 - compiling again repairs a damaged file
            return self._warn("read", error)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Cache compiled code."""
        file = self.file(signature, data.codegen)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(file, pickle.dumps(data._reduce()))
            _prune(self.folder)
        except OSError as error:
            self._warn("keep", error)
        self.claims.close()  # waiting processes go on

    def _claim(self, file: Path) -> None:
        """Lock the claim of a missing file, waiting for another process to compile it."""
        with suppress(OSError):  # a folder that cannot be written to has no claims either
            self.folder.mkdir(parents=True, exist_ok=True)
            claim = file.with_suffix(CLAIM)
            self.claims.callback(_remove, claim)  # after closing: Windows removes no open files
            lock_within(self.claims.enter_context(claim.open("ab")), PATIENCE)

    def _warn(self, verb: str, error: Exception) -> None:
        warnings.warn(
            f"cannot {verb} compiled code in {self.folder}: {error}; compiling again at each start. "
            "IBAU_CACHE_DIR names another folder.",
            CacheWarning,
            stacklevel=2,
        )

    def flush(self) -> None:
        """Do nothing.  Numba calls this to compile again; our keys change with the sources instead."""


_logged: set[str] = set()  # packages and games whose compilation has been logged


def log_compilation(function: Callable[..., Any]) -> None:
    """Log, once per package and game, that its loops are being compiled, and how many there are."""
    package = _home(function)
    games = {callee.__module__ for callee in callees(function) if callee.__module__.startswith("ibau.games.")}
    game = max((module.rpartition(".")[0].removeprefix("ibau.games.") for module in games), default="", key=len)
    if package not in _logged or (game and f"{package} {game}" not in _logged):
        _logged.update({package, f"{package} {game}"})
        what = f"{package} for {game}" if game else package
        logger.warning("Compiling %s: %d loops at most, once on this machine.", what, loops_in(package))
    logger.info("Compiling %s.", _name_of(function).partition(".<locals>")[0])


def loops_in(package: str) -> int:
    """The number of loops in a package's sources."""
    file = Path(str(sys.modules[package].__file__))
    sources = file.parent.rglob("*.py") if file.stem == "__init__" else (file,)
    return sum(len(LOOP.findall(source.read_text("utf-8"))) for source in sources)


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically; an existing one that Windows does not replace, being read, is as good."""
    try:
        with atomic_write(file) as stream:
            stream.write(data)
    except PermissionError:
        if not file.exists():
            raise


def _remove(file: Path) -> None:
    """Remove a file if it is there and the system allows it, which Windows does not while it is open."""
    with suppress(OSError):
        file.unlink()


def _prune(folder: Path) -> None:
    """Remove all but the KEPT_FILES most recently used files."""
    with suppress(FileNotFoundError):  # another process may prune too
        files = [file for file in folder.iterdir() if file.is_file() and file.suffix != CLAIM]
        for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT_FILES:]:
            _remove(file)


def callees(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The functions and classes in the closure of a function, and those in theirs."""
    for cell in getattr(function, "__closure__", None) or ():  # classes have none
        if callable(cell.cell_contents) and hasattr(cell.cell_contents, "__qualname__"):
            yield cell.cell_contents
            yield from callees(cell.cell_contents)


def _name_of(function: Callable[..., Any]) -> str:
    inner = [f"{callee.__module__}.{callee.__qualname__}" for callee in callees(function)]
    return " ".join([f"{function.__module__}.{function.__qualname__}", *inner])


def _folders_behind(function: Callable[..., Any]) -> tuple[Path, ...]:
    """The folders whose sources a loop depends on: the shared packages, and those of the functions in its closure.

    A game uses the sources of its family: `ibau.games.senet.race` stands for all of `ibau.games.senet`.
    """
    homes = {_home(f) for f in (function, *callees(function))}
    files = [sys.modules[home].__file__ for home in homes]
    return tuple(sorted({*(PACKAGE / name for name in SHARED), *(Path(file).parent for file in files if file)}))


def _home(function: Callable[..., Any]) -> str:
    """The package of Ibau that a function belongs to; for games, that of their family."""
    return ".".join(function.__module__.split(".")[:3])


@functools.cache
def _fingerprint(folders: tuple[Path, ...]) -> str:
    """A hash of all sources below the folders, and of the versions of Python, Numba and NumPy."""
    numba, numpy = untyped_module("numba"), untyped_module("numpy")
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {numpy.__version__}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
