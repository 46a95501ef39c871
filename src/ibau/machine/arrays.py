"""Arrays of numbers that loops read and write, each kind of machine in memory of its own.

An array is a `memoryview` with a format and one or two dimensions, or a NumPy array where Numba runs; in a page a
kernel's array stands for numbers that lie outside of Python's memory (page.py).  Loops ask of all only what all can do:
`len(x)`, `x[n]`, `x[row, column]`, and `x[begin:end]` of one dimension.

    kind   q int64   i int32   h int16   H uint16   B uint8   d float64
"""

from array import array
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Shape: TypeAlias = int | tuple[int, int]
SIZES = {"q": 8, "i": 4, "h": 2, "H": 2, "B": 1, "d": 8}  # bytes of a number of each kind
PAGE = 1 << 16  # bytes that WebAssembly counts memory in
LINE = 64  # bytes of a line of a processor's cache, where every array begins


# An array as loops see it; where Numba runs it is NumPy's, of which they ask no more.
Numbers: TypeAlias = memoryview
Floats: TypeAlias = "memoryview[float]"
Zeros: TypeAlias = Callable[[Shape, str], Any]  # (shape, kind): makes an array that is all zeros


class MemoryFullError(MemoryError):
    """A room is too small for what is to lie in it."""


def storage_shape(shape: Shape) -> Shape:
    """The shape that an array is made in: a `memoryview` of two dimensions has at least one number."""
    return shape if isinstance(shape, int) else (max(shape[0], 1), max(shape[1], 1))


def count(shape: Shape) -> int:
    """How many numbers an array of a shape holds."""
    made = storage_shape(shape)
    return made if isinstance(made, int) else made[0] * made[1]


def align(size: int) -> int:
    """A number of bytes rounded up to whole lines."""
    return -(-size // LINE) * LINE


def zeros(shape: Shape, kind: str) -> Any:
    """An array in memory of its own."""
    room = memoryview(bytearray(count(shape) * SIZES[kind] or SIZES[kind]))
    return array_over(room, shape, kind)


def numpy_zeros(shape: Shape, kind: str) -> Any:
    """An array of NumPy's, for loops that Numba compiles; it begins with a line of the processor's cache."""
    import numpy as np

    size = count(shape) * SIZES[kind]
    room = np.zeros(size + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + size].view(np.dtype(kind)).reshape(storage_shape(shape))


def array_over(memory: Any, shape: Shape, kind: str) -> Any:
    """The first bytes of a room as an array."""
    numbers = memory.cast("B")[: count(shape) * SIZES[kind]]
    return numbers.cast(kind) if isinstance(shape, int) else numbers.cast(kind, storage_shape(shape))


def array_of(values: Iterable[float], kind: str, made: Zeros = zeros) -> Any:
    """An array of these numbers."""
    numbers = array(kind, values)
    filled = made(len(numbers), kind)
    filled[:] = numbers
    return filled


class ArrayMemory:
    """A stretch of memory in which arrays are laid one after the other; it never grows, so no array ever moves.

    What is not in use costs nothing.
    """

    def __init__(self, whole: Any, begin: int) -> None:
        """Arrays lie from byte `begin` of the `whole` on, which is a view of bytes that keeps the memory alive."""
        self.size = len(whole)
        self._whole = whole
        self._next = align(begin)
        self._places: dict[int, tuple[Any, int]] = {}

    def zeros(self, shape: Shape, kind: str) -> Any:
        """An array; raises RoomError where there is no room for it."""
        begin, size = self._next, max(count(shape), 1) * SIZES[kind]
        if begin + size > self.size:
            raise MemoryFullError(
                f"An array of {size:,} bytes finds no room: {begin:,} of {self.size:,} bytes are taken."
            )
        self._next = align(begin + size)
        made = array_over(self._whole[begin : begin + size], shape, kind)
        self._places[id(made)] = made, begin
        return made

    def address_of(self, made: Any) -> int:
        """Where an array begins.  Raises KeyError for one that lies elsewhere."""
        return self._places[id(made)][1]


def as_view(numbers: Any) -> Any:
    """An array, or anything that has bytes, as what can be cast."""
    return numbers if hasattr(numbers, "cast") else memoryview(numbers)


def flat_bytes(numbers: Any) -> Any:
    """The bytes of an array where they lie, in one dimension."""
    return as_view(numbers).cast("B")


def fill(target: Any, first: int, source: Any) -> None:
    """Copy an array into another one of numbers of the same size, from its number `first` on."""
    view = as_view(source)
    start = first * view.itemsize
    flat_bytes(target)[start : start + view.nbytes] = view.cast("B")
