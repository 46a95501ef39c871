"""The files of a training, written atomically, so that a killed training can be resumed, and checked when read."""

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import IbauError
from ibau.machine.atomic_files import atomic_write

T = TypeVar("T")

NETWORK_SUFFIX = ".npz"  # the ending of a network's file
ARRAY_ERRORS = (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)
JSON_ERRORS = (msgspec.DecodeError, UnicodeDecodeError)


class TrainingError(IbauError):
    """A training that can neither begin nor continue."""


def check_network_path(file: Path) -> None:
    """Raise TrainingError unless the file of a network is named .npz and its folder exists."""
    if file.suffix.lower() != NETWORK_SUFFIX:
        raise TrainingError(
            f"The name of a network's file ends in {NETWORK_SUFFIX}, unlike {str(file)!r}: name another --out."
        )
    folder = file.parent
    if not folder.is_dir():
        problem = "is no folder" if folder.exists() else "does not exist"
        raise TrainingError(
            f"The network cannot be written to {str(file)!r}: {str(folder)!r} {problem}. "
            "Make the folder, or name another --out."
        )


def write_result(file: Path, result: object) -> None:
    """Write a result as JSON."""
    with atomic_write(file) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(result)))


def read_result(file: Path, kind: type[T]) -> T:
    """Read a result.  Raises TrainingError if the file is damaged, and OSError if it cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except JSON_ERRORS as error:
        raise damaged_error(file, str(error)) from error


def write_arrays(file: Path, **arrays: Any) -> None:
    """Write arrays and numbers by name."""
    with atomic_write(file) as stream:
        np.savez(stream, **arrays)


def read_arrays(file: Path, names: Sequence[str]) -> list[NDArray[Any]]:
    """Read the arrays of these names.  Raises TrainingError if the file lacks one."""
    try:
        with file.open("rb") as stream, np.load(stream) as kept:
            return [kept[name] for name in names]
    except ARRAY_ERRORS as error:
        raise damaged_error(file, f"it does not hold {', '.join(names)}") from error


def damaged_error(file: Path, why: str) -> TrainingError:
    """The error for a file that does not have what a training wrote there."""
    return TrainingError(
        f"{str(file)!r} is damaged: {why}. Restore it, or move it away: a missing file is made again from the others."
    )


WORD_BITS = 64


class Positions(NamedTuple):
    """Positions to learn from, with their targets."""

    words: NDArray[np.int64]  # [n, words] network inputs, as by Evaluation.inputs
    values: NDArray[np.float32]  # [n] -1..1 for the player to move


def join_positions(parts: Sequence[Positions]) -> Positions:
    """Concatenate positions."""
    return Positions(np.concatenate([part.words for part in parts]), np.concatenate([part.values for part in parts]))


def write_positions(file: Path, positions: Positions) -> None:
    write_arrays(file, **positions._asdict())


def read_positions(file: Path) -> Positions:
    """Read positions.  Raises TrainingError."""
    return Positions(*read_arrays(file, Positions._fields))


def unpack_bits(words: NDArray[np.int64], widths: Sequence[int]) -> NDArray[np.uint8]:
    """The inputs of some positions as bits, uint8 [n, inputs]."""
    little = np.ascontiguousarray(words, "<i8").view(np.uint8)
    bits = np.unpackbits(little, axis=1, bitorder="little")
    return bits[:, [column * WORD_BITS + bit for column, width in enumerate(widths) for bit in range(width)]]
