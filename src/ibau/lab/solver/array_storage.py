"""Where the large arrays of a run lie: in memory, or in files where they would take more of it than they may.

The system reads such a file where it is looked at, and writes it where memory is short.  It has no name, so that
nothing is left of it however the run ends.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

CHUNK = 1 << 20  # numbers that are worked on at once, and bytes that are written


class ArrayStorage:
    """Makes arrays: in memory, or in files of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def array(self, size: int, numbers: DTypeLike = np.float64) -> NDArray[Any]:
        """An array of this many numbers, not yet set.  Raises OSError where the disk is full."""
        if self._folder is None or not size:
            return np.empty(size, numbers)
        with TemporaryFile(dir=self._folder) as file:
            _reserve(file, size * np.dtype(numbers).itemsize)
            return np.asarray(np.memmap(file, numbers, "r+", shape=(size,)))


def _reserve(file: IO[bytes], size: int) -> None:
    """Take the disk now: an array that finds it full later cannot say so.  Raises OSError."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        _fill(file, size)


def _fill(file: IO[bytes], size: int) -> None:
    """Write zeros, as macOS and Windows want it: they would leave a hole in a file of the same length."""
    for begin in range(0, size, CHUNK):
        file.write(bytes(min(CHUNK, size - begin)))
    file.flush()


def array_chunks(size: int) -> Iterator[slice]:
    """Parts of an array that fit into memory."""
    return (slice(first, min(first + CHUNK, size)) for first in range(0, size, CHUNK))
