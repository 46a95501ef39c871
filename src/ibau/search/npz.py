"""Read arrays from the .npz files of `numpy.savez`, without NumPy."""

import lzma
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

MAGIC = b"\x93NUMPY"
LENGTHS = {1: "<H", 2: "<I", 3: "<I"}  # struct formats of the header's length, by version of the file format
DESCRIPTION = re.compile(
    r"\{'descr': '([<|])([a-zA-Z])(\d{1,4})', 'fortran_order': (False|True), "
    r"'shape': \(((?:\d{1,7}(?:, ?)?){0,2})\), \} *\n"
)
NAMES = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex", "U": "str", "S": "bytes"}
LETTER = 4  # bytes
MOST_BYTES = 1 << 26  # of an array; those of networks are sixty times smaller
DAMAGED = (
    OSError,
    ValueError,
    LookupError,
    EOFError,
    RuntimeError,  # an encrypted file, or an unknown compression method
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)  # what reading a file raises that is no such file


class Array(NamedTuple):
    """An array as it is stored."""

    kind: str  # as NumPy calls it, such as "int16"
    shape: tuple[int, ...]
    data: bytes  # little-endian, row by row

    @property
    def text(self) -> str:
        """The text of an array that holds one string."""
        return self.data.decode("utf-32-le").rstrip("\0")


def read_arrays(file: Path, names: Iterable[str]) -> dict[str, Array]:
    """Read the named arrays.  Raises FileNotFoundError, or one of DAMAGED if the file does not hold them."""
    with file.open("rb") as stream, zipfile.ZipFile(stream) as kept:
        return {name: _array(_unpacked(kept, f"{name}.npy")) for name in names}


def _unpacked(kept: zipfile.ZipFile, name: str) -> bytes:
    """A member of the archive.  Raises ValueError if it is too large."""
    with kept.open(name) as packed:
        content = packed.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"An array has at most {MOST_BYTES} bytes.")
    return content


def _array(content: bytes) -> Array:
    """Parse the content of a .npy file."""
    if not content.startswith(MAGIC):
        raise ValueError("It does not begin like a .npy file.")
    length = LENGTHS[content[len(MAGIC)]]
    begin = len(MAGIC) + 2 + struct.calcsize(length)
    end = begin + struct.unpack_from(length, content, len(MAGIC) + 2)[0]
    found = DESCRIPTION.fullmatch(content[begin:end].decode("latin-1"))
    if not found:
        raise ValueError("Its header does not describe an array of numbers.")
    _, letter, size, turned, sides = found.groups()
    shape = tuple(int(side) for side in sides.split(",") if side.strip())
    width = int(size) * (LETTER if letter == "U" else 1)
    data = content[end:]
    if len(data) != math.prod(shape) * width:
        raise ValueError("It has more numbers than its header says, or fewer.")
    name = NAMES.get(letter, letter) + ("" if letter in "bUS" else str(8 * width))
    return Array(name, shape, _row_by_row(data, shape, width) if turned == "True" else data)


def _row_by_row(data: bytes, shape: tuple[int, ...], width: int) -> bytes:
    """Turn the numbers of an array stored column by column into row order."""
    if len(shape) < 2 or not data:
        return data
    rows, columns = shape
    cells = [data[n : n + width] for n in range(0, len(data), width)]
    return b"".join(b"".join(cells[row::rows][:columns]) for row in range(rows))
