"""Files of tables, one a layer: a header of JSON in the first 4,096 bytes, then a number a position, mapped to memory.

With throws it is the chance to win of whoever is to throw, from 0 to 65,535; the header says within what it is proved.
Without throws it is three times the distance, plus 0 for a loss, 1 for a draw, 2 for a win of whoever is to act: one
byte where the longest distance has room in it, else two.  A table packed with xz is read too, into memory as a whole.
"""

import hashlib
import lzma
import mmap
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from struct import calcsize
from typing import IO, Annotated, Any, Literal

import msgspec

from ibau.core.errors import TableError
from ibau.core.game import Game
from ibau.core.layers import Layer, Retrograde, Tables
from ibau.core.record import RULES_VERSION
from ibau.machine.files import Buffer, bytes_of, numbers_in, whole_file

HEADER_BYTES = 4096
FORMAT = "ibau-table-1"
ENDING = ".table"
PACKED = ENDING + ".xz"
STEPS = 65_535  # from no chance at all to certainty
RESULTS = 3  # loss, draw, win
LONGEST = 65_535 // RESULTS - 1  # distance
CHUNK = 1 << 22  # bytes
SOON_SUMMED = 1 << 26  # bytes of values whose checksum takes no time worth speaking of

Kind = Literal["chance16", "distance8", "distance16"]
FORMATS: dict[Kind, str] = {"chance16": "H", "distance8": "B", "distance16": "H"}  # of numbers, as memoryviews call it


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table says of itself."""

    ruleset: str  # by which its values are exact
    rules: str  # the version of the rules
    places: int  # the version of where positions stand
    layer: Layer
    positions: int
    error: Annotated[float, msgspec.Meta(ge=0, lt=1)]  # every value lies within so much of the true one; this is proved
    slack: float  # with which it was proved
    sha256: str  # of the values
    format: str
    kind: Kind = "chance16"  # of the numbers
    longest: int = 0  # distance

    @property
    def width(self) -> int:
        """Bytes of a number."""
        return calcsize(FORMATS[self.kind])

    @property
    def size(self) -> int:
        """Bytes of all numbers."""
        return self.width * self.positions


def header_of(game: Game, tables: Tables, layer: Layer, **proved: Any) -> Header:
    """The header of a layer; `proved` says what remains, such as error, slack and sha256."""
    return Header(
        ruleset=str(game.ruleset),
        rules=RULES_VERSION,
        places=tables.version,
        layer=layer,
        positions=tables.size(layer),
        format=FORMAT,
        **proved,
    )


def kinds_of(tables: Tables) -> tuple[Kind, ...]:
    """The numbers that tables of a game may hold."""
    return ("distance8", "distance16") if isinstance(tables.method, Retrograde) else ("chance16",)


class Table:
    """The exact values of a layer: `values` has a number for each place, of the header's kind."""

    def __init__(self, file: Path) -> None:
        """Raises TableError where it is no table, or damaged at first sight; OSError."""
        self.file = file
        self.header = _read_header(file)
        if not self.packed:
            _ = self._stored

    @property
    def packed(self) -> bool:
        """Is it unpacked when somebody asks for its values?"""
        return self.file.name.endswith(PACKED)

    @cached_property
    def values(self) -> memoryview:
        """Raises TableError where it is damaged; the checksum of a large table is compared by `check_sum` alone."""
        if self.header.size <= SOON_SUMMED:
            self.check_sum()
        return self._stored

    @cached_property
    def _stored(self) -> memoryview:
        """The values as they lie in the file.  Raises TableError where there are too many or too few."""
        data = self._data()
        whole = HEADER_BYTES + self.header.size
        if len(data) != whole:
            raise TableError(f"{self.file} is damaged: it has {len(data):,} bytes, and should have {whole:,}.")
        return numbers_in(data[HEADER_BYTES:], FORMATS[self.header.kind])

    def _data(self) -> memoryview:
        """The whole file: mapped, or unpacked into memory."""
        if self.packed:
            with _unpacked(self.file) as stream:
                return memoryview(stream.read())
        with self.file.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

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
        if header.kind not in (kinds := kinds_of(tables)):
            raise TableError(f"{self.file} holds numbers of the kind {header.kind}, not {kinds[0]}.")

    def check_sum(self) -> None:
        """Raises TableError where its values are not those that were written."""
        if checksum(self._stored) != self.header.sha256:
            raise TableError(
                f"{self.file} is damaged: its checksum is not that of its values. Without it, solve again."
            )


@contextmanager
def _unpacked(file: Path) -> Generator[IO[bytes]]:
    """Raises TableError where it cannot be unpacked."""
    try:
        with lzma.open(file) as stream:
            yield stream
    except (lzma.LZMAError, EOFError) as error:
        raise TableError(f"{file} is damaged: it cannot be unpacked ({error}).") from error


def _read_header(file: Path) -> Header:
    with _unpacked(file) if file.name.endswith(PACKED) else file.open("rb") as stream:
        text = stream.read(HEADER_BYTES)
    try:
        header = msgspec.json.decode(text.rstrip(b"\0"), type=Header)
    except msgspec.DecodeError as error:
        raise TableError(f"{file} is no table of Ibau's: {error}.") from error
    if header.format != FORMAT:
        raise TableError(f"{file} has the format {header.format!r}; this version reads {FORMAT!r}.")
    return header


def write_table(file: Path, header: Header, values: Buffer) -> None:
    """Write it whole or not at all."""
    text = msgspec.json.encode(header)
    with whole_file(file) as stream:
        stream.write(text.ljust(HEADER_BYTES, b"\0"))
        for chunk in _chunks(values):
            stream.write(chunk)


def checksum(values: Buffer) -> str:
    """SHA-256 of the values as they are written."""
    digest = hashlib.sha256()
    for chunk in _chunks(values):
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(values: Buffer) -> Iterator[memoryview]:
    """The bytes of some values as they are written, piece by piece."""
    data = bytes_of(values)
    return (data[first : first + CHUNK] for first in range(0, len(data), CHUNK))
