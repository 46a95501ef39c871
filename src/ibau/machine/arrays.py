"""Arrays of numbers that loops read and write, in the memory of each kind of machine.

An array is a `memoryview` with a format and one or two dimensions, or a NumPy array for Numba; in a web page it is a
BrowserArray, for numbers outside of Python's memory (browser_engine.py).  Loops use only what all of them offer:
`len(x)`, `x[n]`, `x[row, column]`, and `x[begin:end]` of one dimension.

    kind   q int64   i int32   h int16   H uint16   B uint8   d float64
"""

from array import array
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Shape: TypeAlias = int | tuple[int, int]
SIZES = {"q": 8, "i": 4, "h": 2, "H": 2, "B": 1, "d": 8}  # bytes per number of each kind
PAGE = 1 << 16  # bytes of a page of WebAssembly memory
LINE = 64  # bytes of a cache line, to which every array is aligned


# The type of arrays within loops; for Numba they are NumPy arrays, used in the same way.
Numbers: TypeAlias = memoryview
Floats: TypeAlias = "memoryview[float]"
Zeros: TypeAlias = Callable[[Shape, str], Any]  # (shape, kind) -> an array of zeros


class MemoryFullError(MemoryError):
    """An array does not fit into the memory of its machine."""


def storage_shape(shape: Shape) -> Shape:
    """The shape in which an array is stored: a `memoryview` of two dimensions has at least one number."""
    return shape if isinstance(shape, int) else (max(shape[0], 1), max(shape[1], 1))


def count(shape: Shape) -> int:
    """The number of numbers in an array of this shape."""
    made = storage_shape(shape)
    return made if isinstance(made, int) else made[0] * made[1]


def align(size: int) -> int:
    """A number of bytes rounded up to whole cache lines."""
    return -(-size // LINE) * LINE


def zeros(shape: Shape, kind: str) -> Any:
    """An array of zeros in Python's own memory."""
    memory = memoryview(bytearray(count(shape) * SIZES[kind] or SIZES[kind]))
    return array_over(memory, shape, kind)


def numpy_zeros(shape: Shape, kind: str) -> Any:
    """A NumPy array of zeros, for loops compiled by Numba, aligned to a cache line."""
    import numpy as np

    size = count(shape) * SIZES[kind]
    memory = np.zeros(size + LINE, np.uint8)
    begin = -memory.ctypes.data % LINE
    return memory[begin : begin + size].view(np.dtype(kind)).reshape(storage_shape(shape))


def array_over(memory: Any, shape: Shape, kind: str) -> Any:
    """The first bytes of `memory` as an array."""
    numbers = memory.cast("B")[: count(shape) * SIZES[kind]]
    return numbers.cast(kind) if isinstance(shape, int) else numbers.cast(kind, storage_shape(shape))


def array_of(values: Iterable[float], kind: str, made: Zeros = zeros) -> Any:
    """An array of these numbers, allocated by `made`."""
    numbers = array(kind, values)
    filled = made(len(numbers), kind)
    filled[:] = numbers
    return filled


class ArrayMemory:
    """A block of memory in which arrays are allocated one after the other; it never grows or moves.

    Unused pages of memory cost nothing.
    """

    def __init__(self, whole: Any, begin: int) -> None:
        """Allocate from byte `begin` of `whole`, a view of bytes that keeps the memory alive."""
        self.size = len(whole)
        self._whole = whole
        self._next = align(begin)
        self._places: dict[int, tuple[Any, int]] = {}

    def zeros(self, shape: Shape, kind: str) -> Any:
        """Allocate an array of zeros.  Raises MemoryFullError if it does not fit."""
        begin, size = self._next, max(count(shape), 1) * SIZES[kind]
        if begin + size > self.size:
            raise MemoryFullError(f"An array of {size:,} bytes does not fit: {begin:,} of {self.size:,} are taken.")
        self._next = align(begin + size)
        made = array_over(self._whole[begin : begin + size], shape, kind)
        self._places[id(made)] = made, begin
        return made

    def address_of(self, made: Any) -> int:
        """The address of an array.  Raises KeyError for one in other memory."""
        return self._places[id(made)][1]


def as_view(numbers: Any) -> Any:
    """A `memoryview` of the bytes; arrays that can be cast are returned as they are."""
    return numbers if hasattr(numbers, "cast") else memoryview(numbers)


def flat_bytes(numbers: Any) -> Any:
    """The bytes of an array as a view of one dimension."""
    return as_view(numbers).cast("B")


def fill(target: Any, first: int, source: Any) -> None:
    """Copy the numbers of `source` into `target`, of numbers of the same size, from index `first` on."""
    view = as_view(source)
    start = first * view.itemsize
    flat_bytes(target)[start : start + view.nbytes] = view.cast("B")
