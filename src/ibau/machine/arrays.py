"""Makes the arrays that loops read and write."""

import math
import struct
from collections.abc import Callable
from typing import Any, cast

Shape = int | tuple[int, int]
Zeros = Callable[[Shape, str], memoryview]  # (shape, format): an array of zeros, in a format of memoryviews


def zeros(shape: Shape, kind: str) -> memoryview:
    """An array of one dimension or two."""
    sides = (shape,) if isinstance(shape, int) else shape
    room: Any = memoryview(bytearray(math.prod(sides) * struct.calcsize(kind)))
    return cast("memoryview", room.cast(kind, sides) if all(sides) else room.cast(kind))


def numpy_zeros(shape: Shape, kind: str) -> memoryview:
    """The same as NumPy makes it, for compiled loops."""
    import numpy as np

    return cast("memoryview", np.zeros(shape, np.dtype(kind).str))


def fill(array: memoryview, first: int, numbers: memoryview) -> None:
    """Copy numbers of the same size into an array, from its number `first` on."""
    start = first * numbers.itemsize
    memoryview(array).cast("B")[start : start + numbers.nbytes] = numbers.cast("B")
