"""Positions to learn from, as a network sees them, in arrays."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.lab.training.files import read_arrays, write_arrays

WORD = 64  # bits


class Positions(NamedTuple):
    """Some positions and what they turned out to be worth."""

    words: NDArray[np.int64]  # [n, ints] as Evaluation.inputs gives them
    values: NDArray[np.float32]  # [n] -1..1 for whose turn it is


def joined(parts: Sequence[Positions]) -> Positions:
    """Positions one after the other."""
    return Positions(np.concatenate([part.words for part in parts]), np.concatenate([part.values for part in parts]))


def write_positions(file: Path, positions: Positions) -> None:
    write_arrays(file, **positions._asdict())


def read_positions(file: Path) -> Positions:
    """Raises TrainingError where a file holds none."""
    return Positions(*read_arrays(file, Positions._fields))


def bits_of(words: NDArray[np.int64], widths: Sequence[int]) -> NDArray[np.uint8]:
    """The bits of some positions side by side: [n, inputs] of 0 and 1."""
    little = np.ascontiguousarray(words, "<i8").view(np.uint8)
    bits = np.unpackbits(little, axis=1, bitorder="little")
    return bits[:, [column * WORD + bit for column, width in enumerate(widths) for bit in range(width)]]
