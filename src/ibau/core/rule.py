"""`@rule` and `@loop`: one source text, read and stepped as plain Python, compiled inside whole loops.

A `@rule` function called from Python *is* the plain function: screens, records and the debugger use it.
A `@loop` (playouts, perft, search) is an entry point that Numba compiles on its first call together with
every rule it reaches.  `IBAU_PLAIN=1` leaves the loops plain too, for tests, pdb and coverage.

Numba is imported by the first compiled call, so that programs which only play stay quick to start.
"""

import functools
import hashlib
import importlib
import os
import pickle
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, ParamSpec, TypeVar, cast

import platformdirs

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = bool(os.environ.get("IBAU_PLAIN"))
KEPT_FILES = 100
COMPILING, LOADING = "numba:compile", "ibau:load"  # events; the second is our own

_awaiting: list[Callable[..., Any]] = []
_registering = threading.Lock()


class CacheWarning(UserWarning):
    """Compiled code could not be kept; it will be compiled again at the next start."""


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of the rules: plain from Python, compiled inside a compiled loop."""
    if not PLAIN:
        _awaiting.append(function)
    return function


def loop(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a compiled entry point; it is compiled on its first call and kept on disk."""
    if PLAIN:
        return function
    compiled: list[Callable[P, R]] = []

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not compiled:
            compiled.append(_compiled(function))
        return compiled[0](*args, **kwargs)

    return call


def once(make: Callable[P, R]) -> Callable[P, R]:
    """Keep what a factory of loops has made for the same arguments (`functools.cache` forgets their types)."""
    return cast("Callable[P, R]", functools.cache(make))


@contextmanager
def watch_compilation(report: Callable[[int], None], *, loads: bool = False) -> Generator[None]:
    """Call `report(n)` each time the n-th function is being compiled within the block; never if nothing is.

    With `loads` also each time that compiled code is looked for on the disk.
    """
    if PLAIN:
        yield
        return
    from numba.core.event import Listener

    class Counter(Listener):
        count = 0

        def on_start(self, event: Any) -> None:  # noqa: ARG002 - Numba's signature
            self.count += 1
            report(self.count)

        def on_end(self, event: Any) -> None:
            pass

    events = _untyped("numba.core.event")
    counter = Counter()
    kinds = (COMPILING, LOADING) if loads else (COMPILING,)
    for kind in kinds:
        events.register(kind, counter)
    try:
        yield
    finally:
        for kind in kinds:
            events.unregister(kind, counter)


def cache_folder() -> Path:
    """The folder of compiled code: `$IBAU_CACHE_DIR`, or the user's cache folder."""
    named = os.environ.get("IBAU_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("ibau") / "compiled"


def _untyped(module: str) -> Any:
    """A module of Numba's, without its type hints: they deny attributes that Numba documents or that we rely on."""
    return importlib.import_module(module)


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    numba = _untyped("numba")
    with _registering:
        _teach_numba_integers()
        while _awaiting:
            # A rule allocates nothing, so it needs no reference counts; counting made tree search half as fast.
            numba.extending.register_jitable(forceinline=True, _nrt=False)(_awaiting.pop())
    dispatcher = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        dispatcher._cache = DiskCache(function)
    compiled: Callable[P, R] = dispatcher
    return compiled


@functools.cache
def _teach_numba_integers() -> None:
    """Give compiled integers the `bit_count` and `bit_length` that Python's have."""
    ir, types, extending = _untyped("llvmlite.ir"), _untyped("numba.core.types"), _untyped("numba.extending")

    def teach(name: str, emit: Callable[[Any, Any], Any]) -> None:
        def typed(_typing_context: Any, _x: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return emit(builder, args[0])

            return types.int64(types.int64), generate

        instruction = extending.intrinsic(typed)

        def method(x: Any) -> Any:
            return instruction(x)

        def method_of(x: Any) -> Any:  # noqa: ARG001 - Numba compares the two signatures
            return method

        extending.overload_method(types.Integer, name, inline="always")(method_of)

    def bit_length(builder: Any, x: Any) -> Any:
        leading_zeros = builder.ctlz(x, ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), leading_zeros)

    teach("bit_count", lambda builder, x: builder.ctpop(x))
    teach("bit_length", bit_length)


class DiskCache:
    """Numba's disk cache, made safe: one file a key, the key holding the text of every source it came from.

    Numba alone does not see that a called function in another file changed (it would run the old rule), never
    finds a closure again, and can mix up two processes that save at once.  The methods are those Numba calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.folder = cache_folder()
        self.name = _name_of(function)
        self.sources = _fingerprint(_folders_behind(function))

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def file(self, signature: Any, codegen: Any) -> Path:
        """Where the code of a signature is kept."""
        key = repr((self.name, self.sources, str(signature), codegen.magic_tuple()))
        return self.folder / hashlib.sha256(key.encode()).hexdigest()[:32]

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The kept code, or None."""
        with _untyped("numba.core.event").trigger_event(LOADING):
            return self._loaded(signature, target_context)

    def _loaded(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self.file(signature, target_context.codegen())
        result = _untyped("numba.core.compiler").CompileResult
        try:
            return result._rebuild(target_context, *pickle.loads(file.read_bytes()))  # noqa: S301 - our own folder
        except FileNotFoundError:
            return None
        except Exception as error:  # noqa: BLE001 - whatever a damaged file does, compiling anew mends it
            return self.complain("read", error)

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep compiled code."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(self.file(signature, data.codegen), pickle.dumps(data._reduce()))
            _prune(self.folder)
        except OSError as error:
            self.complain("keep", error)

    def complain(self, verb: str, error: Exception) -> None:
        warnings.warn(
            f"cannot {verb} compiled code in {self.folder}: {error}; compiling again at each start. "
            "IBAU_CACHE_DIR names another folder.",
            CacheWarning,
            stacklevel=2,
        )

    def flush(self) -> None:
        """Numba asks for this when it compiles anew; our keys change with the sources instead."""


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with NamedTemporaryFile(dir=file.parent, delete=False) as temporary:
        try:
            temporary.write(data)
            temporary.flush()
            Path(temporary.name).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(temporary.name).unlink()
            raise


def _prune(folder: Path) -> None:
    """Keep the newest files; the others belong to sources long changed."""
    with suppress(FileNotFoundError):  # another process prunes too
        files = [file for file in folder.iterdir() if file.is_file()]
        for file in sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)[KEPT_FILES:]:
            file.unlink()


def _callees(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The functions a closure was made with, and theirs."""
    for cell in function.__closure__ or ():
        if callable(cell.cell_contents) and hasattr(cell.cell_contents, "__qualname__"):
            yield cell.cell_contents
            yield from _callees(cell.cell_contents)


def _name_of(function: Callable[..., Any]) -> str:
    inner = [f"{callee.__module__}.{callee.__qualname__}" for callee in _callees(function)]
    return " ".join([f"{function.__module__}.{function.__qualname__}", *inner])


def _folders_behind(function: Callable[..., Any]) -> tuple[Path, ...]:
    """The folders whose sources decide what a loop does: core, and where the functions stand that it was made with."""
    modules = {sys.modules[f.__module__].__file__ for f in (function, *_callees(function))}
    return tuple(sorted({Path(__file__).parent, *(Path(file).parent for file in modules if file)}))


@functools.cache
def _fingerprint(folders: tuple[Path, ...]) -> str:
    """A hash of every source text below the folders, and of the versions that compile them."""
    numba, numpy = _untyped("numba"), _untyped("numpy")
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {numpy.__version__}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
