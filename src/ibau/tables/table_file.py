"""Table files, one per layer: a JSON header in the first 4,096 bytes, checksums, then one number per position.

The numbers are memory-mapped, and checked block by block when first read.  With throws, a number is the chance to win
of the player to throw, from 0 to 65,535, with an error that the header states.  Without throws, it is three times the
distance, plus 0 for a loss, 1 for a draw or 2 for a win of the player to move: one byte if the longest distance fits
into it, else two.  A table compressed with xz is read into memory as a whole.
"""

import hashlib
import lzma
import mmap
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from struct import calcsize
from typing import IO, Annotated, Any, Literal, cast

import msgspec

from ibau.core.errors import TableError
from ibau.core.game import Game
from ibau.core.quoting import MOST_REPEATED, decoder_message, quote, shorten
from ibau.core.record import RULES_VERSION
from ibau.core.table_layout import Layer, Retrograde, TableLayout
from ibau.machine.atomic_files import Buffer, atomic_write, bytes_from_numbers, numbers_from_bytes

HEADER_BYTES = 4096
SUM_BYTES = 32  # per block
FORMAT = "ibau-table-2"
ENDING = ".table"
PACKED = ENDING + ".xz"
STEPS = 65_535  # stands for a chance of 1
RESULTS = 3  # loss, draw, win
LONGEST = 65_535 // RESULTS - 1  # the greatest distance
BLOCK = 1 << 20  # bytes of values per checksum
PIECE = 1 << 16  # bytes decompressed at once
MOST_POSITIONS = 1 << 40  # far more than can be solved

Kind = Literal["chance16", "distance8", "distance16"]
FORMATS: dict[Kind, str] = {"chance16": "H", "distance8": "B", "distance16": "H"}  # the format codes of memoryviews


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The header of a table file."""

    ruleset: str  # for which the values are exact
    rules: str  # the version of the rules
    places: int  # the version of the table layout
    layer: Layer
    positions: Annotated[int, msgspec.Meta(ge=0, le=MOST_POSITIONS)]
    error: Annotated[float, msgspec.Meta(ge=0, lt=1)]  # proven bound of every value's error
    slack: float  # the slack of that proof
    sha256: str = ""  # of the header without this field, and the checksums of all blocks
    format: str
    kind: Kind = "chance16"
    longest: int = 0  # the greatest distance

    @property
    def width(self) -> int:
        """Bytes per number."""
        return calcsize(FORMATS[self.kind])

    @property
    def size(self) -> int:
        """Bytes of all numbers."""
        return self.width * self.positions

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.size // BLOCK)


def header_of(game: Game, tables: TableLayout, layer: Layer, **proved: Any) -> Header:
    """The header of a layer; `proved` gives the remaining fields, such as `error` and `slack`."""
    return Header(
        ruleset=str(game.ruleset),
        rules=RULES_VERSION,
        places=tables.version,
        layer=layer,
        positions=tables.size(layer),
        format=FORMAT,
        **proved,
    )


def kinds_of(tables: TableLayout) -> tuple[Kind, ...]:
    """The kinds of numbers that tables of a game may hold."""
    return ("distance8", "distance16") if isinstance(tables.method, Retrograde) else ("chance16",)


class Table:
    """The table of a layer: `values` has a number of the header's kind for each place."""

    def __init__(self, file: Path) -> None:
        """Open a table file.  Raises OSError, and TableError if it is no table or visibly damaged."""
        self.file = file
        with _unpacked(file) if self.packed else file.open("rb") as stream:
            self.header = _read_header(file, stream.read(HEADER_BYTES))
            self._sums = stream.read(SUM_BYTES * self.header.blocks)
        self._right: set[int] = set()  # blocks whose checksum is right
        if _sum_of(self.header, self._sums) != self.header.sha256:
            raise self._damaged("its header does not match its checksum")
        if not self.packed:
            _ = self._stored

    @property
    def packed(self) -> bool:
        """Is the file compressed, and so decompressed on the first access to its values?"""
        return self.file.name.endswith(PACKED)

    @cached_property
    def values(self) -> memoryview:
        """The numbers of all positions.  Raises TableError if any block is damaged."""
        self.check_sum()
        return self._stored

    def number(self, place: int) -> int:
        """The number at a place.  Raises TableError if its block is damaged."""
        self._check_block(place * self.header.width // BLOCK)
        return int(self._stored[place])

    @cached_property
    def _stored(self) -> memoryview:
        """The unchecked numbers of the file.  Raises TableError if there are too many or too few."""
        before = HEADER_BYTES + len(self._sums)
        whole = before + self.header.size
        data = self._data(whole)
        if len(data) != whole:
            raise self._damaged(f"it has {len(data)} bytes, and should have {whole}")
        return numbers_from_bytes(data[before:], FORMATS[self.header.kind])

    def _data(self, whole: int) -> memoryview:
        """The content of the file: mapped, or decompressed, then of at most one byte too many."""
        if self.packed:
            with _unpacked(self.file) as stream:
                return _read(stream, whole + 1)
        with self.file.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def check_belongs(self, game: Game, tables: TableLayout) -> None:
        """Raise TableError unless the table is of this game, these rules and this version."""
        header, file = self.header, self.file
        if not any(header.layer in group for group in tables.groups(tables.max_pieces)):
            raise TableError(f"{file} is a table of {header.layer}, which {game.system.id} does not have.")
        wanted = header_of(game, tables, header.layer, error=0.0, slack=0.0)
        if header.ruleset != wanted.ruleset:
            given = shorten(header.ruleset, MOST_REPEATED)
            raise TableError(f"{file} is a table of {given}, not of {wanted.ruleset}.")
        if (header.rules, header.places) != (wanted.rules, wanted.places):
            raise TableError(
                f"{file} is of version {shorten(header.rules)} of the rules and {header.places} of their tables, not "
                f"of {wanted.rules} and {wanted.places}; remove the file, and `ibau solve` makes a new one."
            )
        if header.positions != wanted.positions:
            raise TableError(f"{file} has {header.positions} positions, not {wanted.positions}.")
        if header.kind not in (kinds := kinds_of(tables)):
            raise TableError(f"{file} holds numbers of the kind {header.kind}, not {kinds[0]}.")

    def check_sum(self) -> None:
        """Raise TableError unless all values match their checksums."""
        for block in range(self.header.blocks):
            self._check_block(block)

    def _check_block(self, block: int) -> None:
        if block not in self._right:
            values = bytes_from_numbers(self._stored)[block * BLOCK : (block + 1) * BLOCK]
            if hashlib.sha256(values).digest() != self._sums[block * SUM_BYTES : (block + 1) * SUM_BYTES]:
                raise self._damaged("its checksum does not match its values; remove the file and solve again")
            self._right.add(block)

    def _damaged(self, how: str) -> TableError:
        return TableError(f"{self.file} is damaged: {how}.")


@contextmanager
def _unpacked(file: Path) -> Generator[IO[bytes]]:
    """Open a compressed file.  Raises TableError if it cannot be decompressed."""
    try:
        with lzma.open(file) as stream:
            yield stream
    except (lzma.LZMAError, EOFError) as error:
        raise TableError(f"{file} is damaged: it cannot be unpacked ({error}).") from error


def _read(stream: IO[bytes], most: int) -> memoryview:
    """Read up to `most` bytes from a stream, in pieces to keep one copy in memory only."""
    data, used = _buffer(most), 0
    while piece := stream.read(min(PIECE, most - used)):
        data[used : used + len(piece)] = piece
        used += len(piece)
    read: Any = data[:used]
    return cast("memoryview", read.toreadonly() if isinstance(read, memoryview) else read)


def _buffer(size: int) -> Any:
    """Zeroed memory; in the browser, outside of Python's own."""
    if sys.platform == "emscripten":
        from ibau.machine.browser_engine import zeros_in_page

        return zeros_in_page(size)
    return memoryview(bytearray(size))


def _read_header(file: Path, text: bytes) -> Header:
    try:
        header = msgspec.json.decode(text.rstrip(b"\0"), type=Header)
    except msgspec.ValidationError as error:
        raise TableError(f"{file} is not an Ibau table: {decoder_message(error)}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TableError(f"{file} is not an Ibau table.") from error
    if header.format != FORMAT:
        raise TableError(
            f"{file} has the format {quote(header.format)}; this version reads {FORMAT!r}. `ibau solve` makes it again "
            "once it is removed."
        )
    return header


def write_table(file: Path, header: Header, values: Buffer) -> Header:
    """Write a table atomically; returns the header with its checksum."""
    data = bytes_from_numbers(values)
    blocks = [data[first : first + BLOCK] for first in range(0, len(data), BLOCK)]
    sums = b"".join(hashlib.sha256(block).digest() for block in blocks)
    header = msgspec.structs.replace(header, sha256=_sum_of(header, sums))
    with atomic_write(file) as stream:
        stream.write(msgspec.json.encode(header).ljust(HEADER_BYTES, b"\0"))
        stream.write(sums)
        for block in blocks:
            stream.write(block)
    return header


def _sum_of(header: Header, sums: bytes) -> str:
    """SHA-256 of a header without this field, and of the checksums of all blocks."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(header, sha256="")) + sums).hexdigest()
