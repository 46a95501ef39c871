"""Files that are written whole or not at all, and the numbers in them."""

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

UNFINISHED = ".part"  # the ending of what a kill may leave behind

Buffer: TypeAlias = Any  # what a memoryview can be made of: bytes, or an array of NumPy's


@contextmanager
def atomic_write(file: Path, *, new: bool = False) -> Generator[IO[bytes]]:
    """A stream whose content becomes the file at the end of the block; after an error within, all is as it was.

    A `new` file overwrites none: raises FileExistsError.
    """
    part = file.with_name(f".{secrets.token_hex(8)}{UNFINISHED}")
    if new:
        _check_new(file)
    try:
        with part.open("xb") as stream:
            yield stream
        if new:
            _check_new(file)  # it may have taken a while
        part.replace(file)
    except OSError as error:
        if error.filename != str(part):
            raise
        raise OSError(error.errno, error.strerror, str(file)) from error  # the name that somebody has given
    finally:
        part.unlink(missing_ok=True)


def _check_new(file: Path) -> None:
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))


def numbers_from_bytes(data: Buffer, kind: str, shape: Sequence[int] | None = None) -> memoryview:
    """The numbers of a file where they lie, in a format of memoryviews.  Raises IbauError on a big-endian machine."""
    _check_byte_order()
    numbers = as_view(data)
    return cast("memoryview", numbers.cast(kind, shape) if shape else numbers.cast(kind))


def bytes_from_numbers(numbers: Buffer) -> memoryview:
    """Numbers as a file has them.  Raises IbauError on a big-endian machine."""
    _check_byte_order()
    return cast("memoryview", flat_bytes(numbers))


def _check_byte_order() -> None:
    if sys.byteorder != "little":
        raise IbauError("Ibau's tables and networks can be used on little-endian machines alone; this one is not.")
