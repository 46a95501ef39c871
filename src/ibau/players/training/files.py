"""Files that are written whole or not at all, so that a training that was killed can go on."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(file: Path) -> Generator[IO[bytes]]:
    """A stream whose content becomes the file at the end of the block; after an error there within, nothing is left."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as stream:
            yield stream
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
