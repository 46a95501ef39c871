"""WebAssembly run by `wasmtime`, a package with an engine of its own."""

import atexit
import ctypes
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import wasmtime

from ibau.machine.arrays import PAGE

R = TypeVar("R")

_things: "weakref.WeakSet[Any]" = weakref.WeakSet()


def keep_until_exit(thing: R) -> R:
    """Something of the engine's that is never taken down at the end of the process, when half of the engine is gone."""
    _things.add(thing)
    return thing


@atexit.register
def _keep() -> None:
    for thing in _things:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


class WasmtimeEngine:
    """The engine of a process."""

    def __init__(self) -> None:
        self._engine = keep_until_exit(wasmtime.Engine())

    def compile(self, code: bytes) -> Any:
        """A module as code of this machine."""
        return keep_until_exit(wasmtime.Module(self._engine, code))

    def instance(self, module: Any, size: int) -> "WasmtimeInstance":
        """A module with this many bytes beside its own.  Raises MemoryError where the machine has no more."""
        return WasmtimeInstance(self._engine, module, size)


class WasmtimeInstance:
    """A module and its memory, whose bytes are at hand."""

    def __init__(self, engine: wasmtime.Engine, module: Any, size: int) -> None:
        self._store = keep_until_exit(wasmtime.Store(engine))
        (wanted,) = module.imports
        pages = int(wanted.type.limits.min) + -(-size // PAGE)
        try:
            memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(pages, pages)))
        except wasmtime.WasmtimeError as error:
            raise MemoryError(f"There is no memory for a search of {size:,} bytes: {error}") from error
        self._exports = cast("Any", wasmtime.Instance(self._store, module, [memory]).exports(self._store))
        self.begin = int(self._exports["__heap_base"].value(self._store))
        whole = (ctypes.c_ubyte * (pages * PAGE)).from_address(_address(memory.data_ptr(self._store)))
        whole.owner = self._store  # type: ignore[attr-defined]
        self.whole = memoryview(whole).cast("B")

    def loop(self, name: str) -> Callable[[int], int]:
        """A loop that the module exports."""
        return partial(self._exports[name], self._store)


def _address(pointer: Any) -> int:
    return ctypes.addressof(pointer.contents)
