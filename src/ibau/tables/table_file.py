"""Files of tables, one a layer: a header of JSON in the first 4,096 bytes, sums, then a number a position.

The numbers are mapped to memory, and compared with their sums block by block as they are first read.

With throws it is the chance to win of the player to throw, from 0 to 65,535; the header says within what it is proved.
Without throws it is three times the distance, plus 0 for a loss, 1 for a draw, 2 for a win of the player to act: one
byte where the longest distance has room in it, else two.  A table packed with xz is read too, into memory as a whole.
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
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import MOST_REPEATED, decoder_message, quote, shorten
from ibau.core.record import RULES_VERSION
from ibau.core.table_layout import Layer, Retrograde, TableLayout
from ibau.machine.atomic_files import Buffer, atomic_write, bytes_from_numbers, numbers_from_bytes

HEADER_BYTES = 4096
SUM_BYTES = 32  # of a block
FORMAT = "ibau-table-2"
ENDING = ".table"
PACKED = ENDING + ".xz"
STEPS = 65_535  # from no chance at all to certainty
RESULTS = 3  # loss, draw, win
LONGEST = 65_535 // RESULTS - 1  # distance
BLOCK = 1 << 20  # bytes of values that have a sum of their own
PIECE = 1 << 16  # bytes that are unpacked at once
MOST_POSITIONS = 1 << 40  # nobody solves as many

Kind = Literal["chance16", "distance8", "distance16"]
FORMATS: dict[Kind, str] = {"chance16": "H", "distance8": "B", "distance16": "H"}  # of numbers, as memoryviews call it


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table says of itself."""

    ruleset: str  # by which its values are exact
    rules: str  # the version of the rules
    places: int  # the version of where positions stand
    layer: Layer
    positions: Annotated[int, msgspec.Meta(ge=0, le=MOST_POSITIONS)]
    error: Annotated[float, msgspec.Meta(ge=0, lt=1)]  # every value lies within so much of the true one; this is proved
    slack: float  # with which it was proved
    sha256: str = ""  # of the header without this, and of the sums of all blocks
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

    @property
    def blocks(self) -> int:
        """How many blocks they lie in."""
        return -(-self.size // BLOCK)


def header_of(game: Game, tables: TableLayout, layer: Layer, **proved: Any) -> Header:
    """The header of a layer; `proved` says what remains, such as error and slack."""
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
    """The numbers that tables of a game may hold."""
    return ("distance8", "distance16") if isinstance(tables.method, Retrograde) else ("chance16",)


class Table:
    """The exact values of a layer: `values` has a number for each place, of the header's kind."""

    def __init__(self, file: Path) -> None:
        """Raises TableError where it is no table, or damaged at first sight; OSError."""
        self.file = file
        with _unpacked(file) if self.packed else file.open("rb") as stream:
            self.header = _read_header(file, stream.read(HEADER_BYTES))
            self._sums = stream.read(SUM_BYTES * self.header.blocks)
        self._right: set[int] = set()  # the blocks that have been compared with their sums
        if _sum_of(self.header, self._sums) != self.header.sha256:
            raise self._damaged(Phrase(N_("its header is not the one that was written")))
        if not self.packed:
            _ = self._stored

    @property
    def packed(self) -> bool:
        """Is it unpacked when somebody asks for its values?"""
        return self.file.name.endswith(PACKED)

    @cached_property
    def values(self) -> memoryview:
        """All of them.  Raises TableError where any is damaged."""
        self.check_sum()
        return self._stored

    def number(self, place: int) -> int:
        """The number in a place.  Raises TableError where one of its block is damaged."""
        self._check_block(place * self.header.width // BLOCK)
        return int(self._stored[place])

    @cached_property
    def _stored(self) -> memoryview:
        """The values as they lie in the file.  Raises TableError where there are too many or too few."""
        before = HEADER_BYTES + len(self._sums)
        whole = before + self.header.size
        data = self._data(whole)
        if len(data) != whole:
            raise self._damaged(
                Phrase(N_("it has {count} bytes, and should have {whole}"), {"count": len(data), "whole": whole})
            )
        return numbers_from_bytes(data[before:], FORMATS[self.header.kind])

    def _data(self, whole: int) -> memoryview:
        """The whole file: mapped, or unpacked into memory, and then no more of it than a byte too many."""
        if self.packed:
            with _unpacked(self.file) as stream:
                return _read(stream, whole + 1)
        with self.file.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def check_belongs(self, game: Game, tables: TableLayout) -> None:
        """Raises TableError where it is a table of another game, of other rules or of another version."""
        header = self.header
        if not any(header.layer in group for group in tables.groups(tables.max_pieces)):
            raise TableError(
                N_("{file} is a table of {layer}, which {game} has not."),
                file=self.file,
                layer=header.layer,
                game=game.system.id,
            )
        wanted = header_of(game, tables, header.layer, error=0.0, slack=0.0)
        if header.ruleset != wanted.ruleset:
            said = shorten(header.ruleset, MOST_REPEATED)
            raise TableError(
                N_("{file} is a table of {given}, not of {ruleset}."),
                file=self.file,
                given=said,
                ruleset=wanted.ruleset,
            )
        if (header.rules, header.places) != (wanted.rules, wanted.places):
            raise TableError(
                N_(
                    "{file} is of version {rules} of the rules and {places} of their tables, not of {new_rules} and "
                    "{new_places}; remove the file, and `ibau solve` makes a new one."
                ),
                file=self.file,
                rules=shorten(header.rules),
                places=header.places,
                new_rules=wanted.rules,
                new_places=wanted.places,
            )
        if header.positions != wanted.positions:
            raise TableError(
                N_("{file} has {positions} positions, not {wanted}."),
                file=self.file,
                positions=header.positions,
                wanted=wanted.positions,
            )
        if header.kind not in (kinds := kinds_of(tables)):
            raise TableError(
                N_("{file} holds numbers of the kind {kind}, not {wanted}."),
                file=self.file,
                kind=header.kind,
                wanted=kinds[0],
            )

    def check_sum(self) -> None:
        """Raises TableError where its values are not those that were written."""
        for block in range(self.header.blocks):
            self._check_block(block)

    def _check_block(self, block: int) -> None:
        if block not in self._right:
            values = bytes_from_numbers(self._stored)[block * BLOCK : (block + 1) * BLOCK]
            if hashlib.sha256(values).digest() != self._sums[block * SUM_BYTES : (block + 1) * SUM_BYTES]:
                raise self._damaged(Phrase(N_("its checksum is not that of its values. Without it, solve again")))
            self._right.add(block)

    def _damaged(self, how: Phrase) -> TableError:
        return TableError(N_("{file} is damaged: {how}."), file=self.file, how=how)


@contextmanager
def _unpacked(file: Path) -> Generator[IO[bytes]]:
    """Raises TableError where it cannot be unpacked."""
    try:
        with lzma.open(file) as stream:
            yield stream
    except (lzma.LZMAError, EOFError) as error:
        raise TableError(N_("{file} is damaged: it cannot be unpacked ({error})."), file=file, error=error) from error


def _read(stream: IO[bytes], most: int) -> memoryview:
    """What a stream still has, up to a number of bytes; piece by piece, or it would lie in memory several times."""
    data, used = _room(most), 0
    while piece := stream.read(min(PIECE, most - used)):
        data[used : used + len(piece)] = piece
        used += len(piece)
    read: Any = data[:used]
    return cast("memoryview", read.toreadonly() if isinstance(read, memoryview) else read)


def _room(size: int) -> Any:
    """Zeros; in a page beside Python's memory."""
    if sys.platform == "emscripten":
        from ibau.machine.browser_engine import zeros_in_page

        return zeros_in_page(size)
    return memoryview(bytearray(size))


def _read_header(file: Path, text: bytes) -> Header:
    try:
        header = msgspec.json.decode(text.rstrip(b"\0"), type=Header)
    except msgspec.ValidationError as error:
        raise TableError(
            N_("{file} is not an Ibau table: {error}."), file=file, error=decoder_message(error)
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TableError(N_("{file} is not an Ibau table."), file=file) from error
    if header.format != FORMAT:
        raise TableError(
            N_(
                "{file} has the format {format}; this version reads {known!r}. `ibau solve` makes it again "
                "once it is removed."
            ),
            file=file,
            format=quote(header.format),
            known=FORMAT,
        )
    return header


def write_table(file: Path, header: Header, values: Buffer) -> Header:
    """Write it whole or not at all; the header with its sum."""
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
    """SHA-256 of a header without it, and of the sums of all blocks."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(header, sha256="")) + sums).hexdigest()
