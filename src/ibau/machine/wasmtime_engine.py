"""Kernels run by the `wasmtime` package."""

import atexit
import ctypes
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import wasmtime

from ibau.machine.arrays import PAGE

R = TypeVar("R")

_kept: "weakref.WeakSet[Any]" = weakref.WeakSet()


def keep_until_exit(kept: R) -> R:
    """Keep an object of the engine from being finalized at exit, when half of the engine is gone."""
    _kept.add(kept)
    return kept


@atexit.register
def _keep() -> None:
    for kept in _kept:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))


class WasmtimeEngine:
    """The engine of this process."""

    def __init__(self) -> None:
        self._engine = keep_until_exit(wasmtime.Engine())

    def compile(self, code: bytes) -> Any:
        """Compile a module."""
        return keep_until_exit(wasmtime.Module(self._engine, code))

    def instance(self, module: Any, size: int) -> "WasmtimeInstance":
        """Instantiate a module with `size` bytes for arrays.  Raises MemoryError if there is no memory."""
        return WasmtimeInstance(self._engine, module, size)


class WasmtimeInstance:
    """An instance of a module, and its memory, which Python accesses directly."""

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
        """The function of a loop that the module exports."""
        return partial(self._exports[name], self._store)


def _address(pointer: Any) -> int:
    return ctypes.addressof(pointer.contents)
