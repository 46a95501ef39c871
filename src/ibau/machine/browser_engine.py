"""WebAssembly run by the page that Python itself runs in (Pyodide): the same modules, in the browser's own engine.

Python's memory there is that of another module, so a kernel's arrays are reached by copying a few bytes at a time.  A
search asks for few: loops work on whole arrays, and those stay where they are from one call to the next.
"""

import struct
import weakref
from collections.abc import Callable, Iterator
from importlib import import_module
from math import prod
from typing import Any

from ibau.machine.arrays import PAGE, SIZES, flat_bytes

OWN = 1 << 19  # bytes, more than any module has for itself: a page does not tell how many it asks for


class BrowserEngine:
    """The engine of a worker, which may compile and run a module at once, as Node may.

    A browser takes its time before it takes back memory, so that of a search that has gone is kept for the next one.
    """

    def __init__(self) -> None:
        self._js, self._ffi = import_module("js"), import_module("pyodide.ffi")
        self._spare: list[Any] = []  # a memory at most

    def compile(self, code: bytes) -> Any:
        """A module as code of this machine."""
        return self._js.WebAssembly.Module.new(self._ffi.to_js(code))

    def instance(self, module: Any, size: int) -> "BrowserInstance":
        """A module with this many bytes beside its own.  Raises MemoryError where the page has no more."""
        size = -(-(OWN + size) // PAGE) * PAGE
        memory = self._memory(size)
        imports = self._ffi.to_js({"env": {"memory": memory}}, dict_converter=self._js.Object.fromEntries)
        exports = self._js.WebAssembly.Instance.new(module, imports).exports
        held = MemoryHandle(self._js.Uint8Array.new(memory.buffer, 0, size))
        weakref.finalize(held, self._keep, memory)
        return BrowserInstance(exports, BrowserArray(held, 0, (size,), "B"))

    def _memory(self, size: int) -> Any:
        """A memory of zeros, of this many bytes or more.  Raises MemoryError."""
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
    """Zeros in the page's own memory: Python's and a kernel's never shrink."""
    return BrowserArray(MemoryHandle(import_module("js").Uint8Array.new(size)), 0, (size,), "B")


class MemoryHandle:
    """The bytes of a memory, for as long as any array looks at them."""

    def __init__(self, memory: Any) -> None:
        """The memory is a Uint8Array."""
        self.part = memory.subarray  # the bytes from one place to another


class BrowserInstance:
    """A module and its memory, whose bytes are copied."""

    def __init__(self, exports: Any, whole: "BrowserArray") -> None:
        self._exports = exports
        self.begin = int(getattr(exports, "__heap_base").value)
        self.whole = whole

    def loop(self, name: str) -> Callable[[int], int]:
        """A loop that the module exports."""
        found: Callable[[int], int] = getattr(self._exports, name)
        return found


class BrowserArray:
    """Numbers in the memory of a page's kernel: what a `memoryview` would be, as far as arrays need it.

    What is read is a copy.  A part of it, and its bytes in another format, are the numbers themselves.
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
        """A copy, which nobody writes to."""
        copy: Any = memoryview(self.tobytes()).cast("B")
        cast: memoryview = copy.cast(self.format, self.shape) if self.ndim > 1 else copy.cast(self.format)
        return cast

    def cast(self, kind: str, shape: tuple[int, ...] | None = None) -> "BrowserArray":
        """Its bytes as numbers of another format, in one dimension or a shape."""
        return BrowserArray(self._held, self._begin, shape or (self.nbytes // SIZES[kind],), kind)

    def tobytes(self) -> bytes:
        """A copy."""
        copy: bytes = self._all().to_bytes()
        return copy

    def tolist(self) -> list[Any]:
        """A copy."""
        return self.__buffer__(0).tolist()

    def _all(self) -> Any:
        return self._bytes(self._begin, self.nbytes)

    def _bytes(self, begin: int, size: int) -> Any:
        return self._held.part(begin, begin + size)

    def _place(self, at: int | tuple[int, ...]) -> int:
        """Where a number begins.  Raises IndexError."""
        places = at if isinstance(at, tuple) else (at,)
        begin = self._begin
        for place, size, stride in zip(places, self.shape, self.strides, strict=True):
            if not -size <= place < size:
                raise IndexError("There is no such number.")
            begin += (place + size if place < 0 else place) * stride
        return begin
