"""The files of a training: written whole or not at all, so that a killed training can go on, and checked when read.

Positions to learn from lie in arrays, as a network sees them.
"""

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
    """A training that can neither begin nor go on."""


def check_network_path(file: Path) -> None:
    """Raise TrainingError where the name or the folder of a network's file will not do."""
    if file.suffix.lower() != NETWORK_SUFFIX:
        raise TrainingError(
            f"The file of a network is named like seneti{NETWORK_SUFFIX}, not {str(file)!r}: name another --out."
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
    with atomic_write(file) as stream:
        stream.write(msgspec.json.format(msgspec.json.encode(result)))


def read_result(file: Path, kind: type[T]) -> T:
    """What a file keeps.  Raises TrainingError where it holds something else, and OSError where it cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except JSON_ERRORS as error:
        raise damaged_error(file, str(error)) from error


def write_arrays(file: Path, **arrays: Any) -> None:
    """Keep some arrays and numbers by their names."""
    with atomic_write(file) as stream:
        np.savez(stream, **arrays)


def read_arrays(file: Path, names: Sequence[str]) -> list[NDArray[Any]]:
    """The arrays of these names.  Raises TrainingError where a file lacks one."""
    try:
        with file.open("rb") as stream, np.load(stream) as kept:
            return [kept[name] for name in names]
    except ARRAY_ERRORS as error:
        raise damaged_error(file, f"it does not hold {', '.join(names)}") from error


def damaged_error(file: Path, why: str) -> TrainingError:
    """The error for a file that does not hold what a training wrote there."""
    return TrainingError(
        f"{str(file)!r} is not as a training left it: {why}. Put it back, or move it away: "
        "what is missing is made again from the rest."
    )


WORD_BITS = 64  # bits


class Positions(NamedTuple):
    """Some positions and what they turned out to be worth."""

    words: NDArray[np.int64]  # [n, ints] as Evaluation.inputs gives them
    values: NDArray[np.float32]  # [n] -1..1 for whose turn it is


def join_positions(parts: Sequence[Positions]) -> Positions:
    """Positions one after the other."""
    return Positions(np.concatenate([part.words for part in parts]), np.concatenate([part.values for part in parts]))


def write_positions(file: Path, positions: Positions) -> None:
    write_arrays(file, **positions._asdict())


def read_positions(file: Path) -> Positions:
    """Raises TrainingError where a file holds none."""
    return Positions(*read_arrays(file, Positions._fields))


def unpack_bits(words: NDArray[np.int64], widths: Sequence[int]) -> NDArray[np.uint8]:
    """The bits of some positions side by side: [n, inputs] of 0 and 1."""
    little = np.ascontiguousarray(words, "<i8").view(np.uint8)
    bits = np.unpackbits(little, axis=1, bitorder="little")
    return bits[:, [column * WORD_BITS + bit for column, width in enumerate(widths) for bit in range(width)]]
