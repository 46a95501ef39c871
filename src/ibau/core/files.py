"""Files that are written whole or not at all."""

import errno
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

UNFINISHED = ".part"  # the ending of what a kill may leave behind


@contextmanager
def whole_file(file: Path, *, new: bool = False) -> Generator[IO[bytes]]:
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
    finally:
        part.unlink(missing_ok=True)


def _check_new(file: Path) -> None:
    if os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
