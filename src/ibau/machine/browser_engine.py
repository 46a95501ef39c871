"""Kernels in a web page: WebAssembly run by the browser that Python itself runs in (Pyodide).

Python's memory is that of another module there, so a kernel's arrays are accessed by copying a few bytes at a time.
Searches need few: loops work on whole arrays, which stay in place between calls.
"""

import struct
import weakref
from collections.abc import Callable, Iterator
from importlib import import_module
from math import prod
from typing import Any

from ibau.machine.arrays import PAGE, SIZES, flat_bytes

OWN = 1 << 19  # bytes, more than any module uses itself, as JavaScript has no way to ask


class BrowserEngine:
    """The engine of a web worker (or Node), which may compile and run a module synchronously.

    It reuses the memory of the last search, as browsers are slow to free memory.
    """

    def __init__(self) -> None:
        self._js, self._ffi = import_module("js"), import_module("pyodide.ffi")
        self._spare: list[Any] = []  # at most one memory

    def compile(self, code: bytes) -> Any:
        """Compile a module."""
        return self._js.WebAssembly.Module.new(self._ffi.to_js(code))

    def instance(self, module: Any, size: int) -> "BrowserInstance":
        """Instantiate a module with `size` bytes for arrays.  Raises MemoryError if there is no memory."""
        size = -(-(OWN + size) // PAGE) * PAGE
        memory = self._memory(size)
        imports = self._ffi.to_js({"env": {"memory": memory}}, dict_converter=self._js.Object.fromEntries)
        exports = self._js.WebAssembly.Instance.new(module, imports).exports
        held = MemoryHandle(self._js.Uint8Array.new(memory.buffer, 0, size))
        weakref.finalize(held, self._keep, memory)
        return BrowserInstance(exports, BrowserArray(held, 0, (size,), "B"))

    def _memory(self, size: int) -> Any:
        """A zeroed memory of at least `size` bytes.  Raises MemoryError."""
        memory = self._spare.pop() if self._spare else self._js.WebAssembly.Memory.new(initial=0)
        held = memory.buffer.byteLength
        self._js.Uint8Array.new(memory.buffer, 0, min(held, size)).fill(0)
        try:
            memory.grow(max(0, size - held) // PAGE)
        except (self._ffi.JsException, OverflowError) as error:
            raise MemoryError(f"There is no memory for a search of {size:,} bytes: {error}") from error
        return memory

    def _keep(self, memory: Any) -> None:
        self._spare[:] = [memory]


def zeros_in_page(size: int) -> "BrowserArray":
    """An array of zeros in the page's own memory; that of Python and of kernels never shrinks."""
    return BrowserArray(MemoryHandle(import_module("js").Uint8Array.new(size)), 0, (size,), "B")


class MemoryHandle:
    """A memory, kept as long as an array refers to it."""

    def __init__(self, memory: Any) -> None:
        """`memory` is a Uint8Array."""
        self.part = memory.subarray  # (begin, end) -> a Uint8Array of these bytes


class BrowserInstance:
    """An instance of a module and its memory."""

    def __init__(self, exports: Any, whole: "BrowserArray") -> None:
        self._exports = exports
        self.begin = int(getattr(exports, "__heap_base").value)
        self.whole = whole

    def loop(self, name: str) -> Callable[[int], int]:
        """The function of a loop that the module exports."""
        found: Callable[[int], int] = getattr(self._exports, name)
        return found


class BrowserArray:
    """An array in the memory of the page or a kernel: as much of `memoryview` as arrays need.

    Reading copies numbers; slices and casts share them.
    """

    def __init__(self, held: MemoryHandle, begin: int, shape: tuple[int, ...], kind: str) -> None:
        self._held = held
        self._begin = begin
        self.shape = shape
        self.format = kind
        self.itemsize = SIZES[kind]
        self.ndim = len(shape)
        self.nbytes = prod(shape) * self.itemsize
        self.strides = tuple(self.itemsize * prod(shape[n:]) for n in range(1, len(shape) + 1))

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            first, end, _ = at.indices(len(self))
            return BrowserArray(self._held, self._begin + first * self.itemsize, (max(end - first, 0),), self.format)
        begin = self._place(at)
        return struct.unpack(f"<{self.format}", self._bytes(begin, self.itemsize).to_bytes())[0]

    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(at, slice):
            self._bytes(self._place(at), self.itemsize).assign(struct.pack(f"<{self.format}", value))
            return
        part, numbers = self[at], flat_bytes(value)
        if part.nbytes != len(numbers):
            raise ValueError(f"{len(numbers)} bytes do not fit where there are {part.nbytes}.")
        if isinstance(numbers, BrowserArray):
            part._all().set(numbers._all())  # noqa: SLF001 - of its own kind
        else:
            part._all().assign(numbers)  # noqa: SLF001

    def __buffer__(self, _flags: int) -> memoryview:
        """Return a copy; writing to it has no effect."""
        copy: Any = memoryview(self.tobytes()).cast("B")
        cast: memoryview = copy.cast(self.format, self.shape) if self.ndim > 1 else copy.cast(self.format)
        return cast

    def cast(self, kind: str, shape: tuple[int, ...] | None = None) -> "BrowserArray":
        """View the bytes as numbers of another format, in one dimension or of a shape."""
        return BrowserArray(self._held, self._begin, shape or (self.nbytes // SIZES[kind],), kind)

    def tobytes(self) -> bytes:
        """Return a copy of the bytes."""
        copy: bytes = self._all().to_bytes()
        return copy

    def tolist(self) -> list[Any]:
        """Return the numbers as a list."""
        return self.__buffer__(0).tolist()

    def _all(self) -> Any:
        return self._bytes(self._begin, self.nbytes)

    def _bytes(self, begin: int, size: int) -> Any:
        return self._held.part(begin, begin + size)

    def _place(self, at: int | tuple[int, ...]) -> int:
        """The address of a number.  Raises IndexError."""
        places = at if isinstance(at, tuple) else (at,)
        begin = self._begin
        for place, size, stride in zip(places, self.shape, self.strides, strict=True):
            if not -size <= place < size:
                raise IndexError("The index is out of range.")
            begin += (place + size if place < 0 else place) * stride
        return begin
