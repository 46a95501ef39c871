"""The files of a training: written whole or not at all, so that a killed training can go on, and checked when read."""

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import IbauError
from ibau.machine.files import whole_file

T = TypeVar("T")

NETWORK = ".npz"  # the ending of a network's file
NO_ARRAYS = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)
NO_JSON = (msgspec.DecodeError, UnicodeDecodeError)


class TrainingError(IbauError):
    """A training that can neither begin nor go on."""


def check_place(file: Path) -> None:
    """Raise TrainingError where the name or the folder of a network's file will not do."""
    if file.suffix.lower() != NETWORK:
        raise TrainingError(
            f"The file of a network is named like seneti{NETWORK}, not {str(file)!r}: name another --out."
        )
    folder = file.parent
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise TrainingError(
            f"The network cannot be written to {str(file)!r}: {str(folder)!r} {what}. "
            "Make the folder, or name another --out."
        )


def write_result(file: Path, result: object) -> None:
    """Keep a result as JSON."""
    with whole_file(file) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(result)))


def read_result(file: Path, kind: type[T]) -> T:
    """What a file keeps.  Raises TrainingError where it holds something else, and OSError where it cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except NO_JSON as error:
        raise damaged(file, str(error)) from error


def write_arrays(file: Path, **arrays: Any) -> None:
    """Keep some arrays and numbers by their names."""
    with whole_file(file) as stream:
        np.savez(stream, **arrays)


def read_arrays(file: Path, names: Sequence[str]) -> list[NDArray[Any]]:
    """The arrays of these names.  Raises TrainingError where a file lacks one."""
    try:
        with file.open("rb") as stream, np.load(stream) as kept:
            return [kept[name] for name in names]
    except NO_ARRAYS as error:
        raise damaged(file, f"it does not hold {', '.join(names)}") from error


def damaged(file: Path, why: str) -> TrainingError:
    """The error for a file that does not hold what a training wrote there."""
    return TrainingError(
        f"{str(file)!r} is not as a training left it: {why}. Put it back, or move it away: "
        "what is missing is made again from the rest."
    )
