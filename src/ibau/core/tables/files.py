"""Files of tables, one a layer: a header of JSON in the first 4,096 bytes, then two bytes a position, mapped to memory.

A value is the chance to win of whoever is to throw, from 0 to 65,535; the header says within what it is proved.
"""

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ibau.core.errors import TableError
from ibau.core.files import whole_file
from ibau.core.game import Game
from ibau.core.record import RULES_VERSION
from ibau.core.tables.layers import Layer, Tables

HEADER_BYTES = 4096
FORMAT = "ibau-table-1"
ENDING = ".table"
STEPS = 65_535  # from no chance at all to certainty
CHUNK = 1 << 22  # positions


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table says of itself."""

    ruleset: str  # by which its values are exact
    rules: str  # the version of the rules
    places: int  # the version of where positions stand
    layer: Layer
    positions: int
    error: float  # every value lies within so much of the true one; this is proved
    slack: float  # with which it was proved
    sha256: str  # of the values
    format: str = FORMAT


def header_of(game: Game, tables: Tables, layer: Layer, **proved: Any) -> Header:
    """The header of a layer; `proved` says what remains: error, slack and sha256."""
    return Header(str(game.ruleset), RULES_VERSION, tables.version, layer, tables.size(layer), **proved)


class Table:
    """The exact values of a layer, mapped into memory: `values` has a number of STEPS for each place."""

    def __init__(self, file: Path) -> None:
        """Raises TableError where it is no table, or damaged at first sight; OSError."""
        self.file = file
        self.header = _read_header(file)
        self.values: NDArray[np.uint16] = np.memmap(file, "<u2", "r", HEADER_BYTES, (self.header.positions,))

    def check_belongs(self, game: Game, tables: Tables) -> None:
        """Raises TableError where it is a table of another game, of other rules or of another version."""
        header, wanted = self.header, header_of(game, tables, self.header.layer, error=0.0, slack=0.0, sha256="")
        if header.ruleset != wanted.ruleset:
            raise TableError(f"{self.file} is a table of {header.ruleset}, not of {wanted.ruleset}.")
        if (header.rules, header.places) != (wanted.rules, wanted.places):
            raise TableError(
                f"{self.file} is of version {header.rules} of the rules and {header.places} of their tables, not of "
                f"{wanted.rules} and {wanted.places}; `ibau solve` makes it anew once it is away."
            )
        if header.positions != wanted.positions:
            raise TableError(f"{self.file} has {header.positions:,} positions, not {wanted.positions:,}.")

    def check_sum(self) -> None:
        """Raises TableError where its values are not those that were written."""
        if checksum(self.values) != self.header.sha256:
            raise TableError(
                f"{self.file} is damaged: its checksum is not that of its values. Without it, solve again."
            )


def _read_header(file: Path) -> Header:
    with file.open("rb") as stream:
        text = stream.read(HEADER_BYTES)
    try:
        header = msgspec.json.decode(text.rstrip(b"\0"), type=Header)
    except msgspec.DecodeError as error:
        raise TableError(f"{file} is no table of Ibau's: {error}.") from error
    if header.format != FORMAT:
        raise TableError(f"{file} has the format {header.format!r}; this version reads {FORMAT!r}.")
    if file.stat().st_size != (whole := HEADER_BYTES + 2 * header.positions):
        raise TableError(f"{file} is damaged: it has {file.stat().st_size:,} bytes, and should have {whole:,}.")
    return header


def write_table(file: Path, header: Header, values: NDArray[np.uint16]) -> None:
    """Write it whole or not at all."""
    text = msgspec.json.encode(header)
    with whole_file(file) as stream:
        stream.write(text.ljust(HEADER_BYTES, b"\0"))
        for first in range(0, len(values), CHUNK):
            stream.write(values[first : first + CHUNK].astype("<u2").tobytes())


def checksum(values: NDArray[np.uint16]) -> str:
    """SHA-256 of the values as they are written."""
    digest = hashlib.sha256()
    for first in range(0, len(values), CHUNK):
        digest.update(values[first : first + CHUNK].astype("<u2").tobytes())
    return digest.hexdigest()
