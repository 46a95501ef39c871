"""Storage for the large arrays of a run: in memory, or in memory-mapped files if they exceed its limit.

The files are unnamed, so that nothing is left of them however the run ends.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

CHUNK = 1 << 20  # numbers that are processed at once, and bytes that are written at once


class ArrayStorage:
    """Allocates arrays, in memory or in files of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def array(self, size: int, numbers: DTypeLike = np.float64) -> NDArray[Any]:
        """An uninitialized array of this many numbers.  Raises OSError if the disk is full."""
        if self._folder is None or not size:
            return np.empty(size, numbers)
        with TemporaryFile(dir=self._folder) as file:
            _reserve(file, size * np.dtype(numbers).itemsize)
            return np.asarray(np.memmap(file, numbers, "r+", shape=(size,)))


def _reserve(file: IO[bytes], size: int) -> None:
    """Reserve disk space now: a memory-mapped array cannot report a full disk later.  Raises OSError."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        _fill(file, size)


def _fill(file: IO[bytes], size: int) -> None:
    """Write zeros, for macOS and Windows, where extending a file reserves no space."""
    for begin in range(0, size, CHUNK):
        file.write(bytes(min(CHUNK, size - begin)))
    file.flush()


def array_chunks(size: int) -> Iterator[slice]:
    """The slices of an array that are processed at once."""
    return (slice(first, min(first + CHUNK, size)) for first in range(0, size, CHUNK))
