"""Atomic writing of files, and numbers in files."""

import errno
import os
import secrets
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from ibau.core.errors import IbauError
from ibau.machine.arrays import as_view, flat_bytes

UNFINISHED = ".part"  # the suffix of files that a killed process may leave behind

Buffer: TypeAlias = Any  # anything with a buffer: bytes, a memoryview, a NumPy array


@contextmanager
def atomic_write(file: Path, *, new: bool = False) -> Generator[IO[bytes]]:
    """Open a stream whose content replaces the file at the end of the block; after an error the file is as before.

    With `new`, raises FileExistsError if there is such a file.
    """
    part = file.with_name(f".{secrets.token_hex(8)}{UNFINISHED}")
    if new:
        _check_new(file)
    try:
        with part.open("xb") as stream:
            yield stream
        if new:
            _check_new(file)  # again, as writing may have taken long
        part.replace(file)
    except OSError as error:
        if error.filename != str(part):
            raise
        raise OSError(error.errno, error.strerror, str(file)) from error  # name the file asked for
    finally:
        part.unlink(missing_ok=True)


def _check_new(file: Path) -> None:
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


def numbers_from_bytes(data: Buffer, kind: str, shape: Sequence[int] | None = None) -> memoryview:
    """View the bytes of a file as numbers of a memoryview format.  Raises IbauError on a big-endian machine."""
    _check_byte_order()
    numbers = as_view(data)
    return cast("memoryview", numbers.cast(kind, shape) if shape else numbers.cast(kind))


def bytes_from_numbers(numbers: Buffer) -> memoryview:
    """View numbers as the bytes of a file.  Raises IbauError on a big-endian machine."""
    _check_byte_order()
    return cast("memoryview", flat_bytes(numbers))


def _check_byte_order() -> None:
    if sys.byteorder != "little":
        raise IbauError("Ibau's tables and networks work on little-endian machines only; this one is big-endian.")
