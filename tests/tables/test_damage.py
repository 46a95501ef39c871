"""Tables that are damaged, or were never whole: each is named, none gives a value, and the others still serve."""

import lzma
import random
import re
import shutil
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ibau.core.errors import TableError
from ibau.core.game import Game
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.tables import table_file
from ibau.tables.table_file import FORMAT, HEADER_BYTES, SUM_BYTES, Table, write_table
from ibau.tables.tablebase import Tablebase, essential, shipped_folder

PAIR = "24DL4 first - - 0"
OTHER = "3D23LLD first - - 0"  # two pawns against two


@pytest.fixture
def race() -> Game:
    return essential(game("senet-race"))


@pytest.fixture
def folder(race: Game, tmp_path: Path) -> Path:
    """A copy of the tables that come with Ibau."""
    return Path(shutil.copytree(shipped_folder(race), tmp_path / "tables"))


def flip(file: Path, bit: int) -> None:
    data = bytearray(file.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)


def test_no_flipped_bit_goes_unnoticed(folder: Path) -> None:
    """Of header, filling, sums and values alike."""
    file, lot = folder / "1v1.table", random.Random(1)
    whole = file.read_bytes()
    header = len(whole[:HEADER_BYTES].rstrip(b"\0"))
    parts = [range(header), range(header, HEADER_BYTES), range(HEADER_BYTES, HEADER_BYTES + SUM_BYTES)]
    for part in (*parts, range(HEADER_BYTES + SUM_BYTES, len(whole))):
        for bit in lot.sample(range(8 * part.start, 8 * part.stop), 200):
            file.write_bytes(whole)
            flip(file, bit)
            with pytest.raises(TableError) as refused:
                Table(file).number(0)
            assert str(refused.value).startswith(str(file))
            assert len(str(refused.value)) < len(str(file)) + 300


@pytest.mark.parametrize("packed", [False, True])
def test_no_table_that_is_cut_or_goes_on_is_read(folder: Path, *, packed: bool) -> None:
    whole = (folder / "1v1.table").read_bytes()
    for data in (*(whole[:length] for length in range(0, len(whole), 97)), whole + b"\0", whole + whole):
        file = folder / ("1v1.table.xz" if packed else "1v1.table")
        file.write_bytes(lzma.compress(data, preset=0) if packed else data)
        with pytest.raises(TableError):
            Table(file).number(0)


def changed(file: Path, **changes: Any) -> Path:
    """A table with another header, and valid checksums."""
    table = Table(file)
    write_table(file, msgspec.structs.replace(table.header, **changes), table.values.tobytes())
    return file


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"error": -5.0}, "not an Ibau table: Expected `float` >= 0"),
        ({"error": 1.0}, "not an Ibau table: Expected `float` < 1"),
        ({"positions": -1}, "not an Ibau table: Expected `int` >= 0"),
        ({"positions": 1 << 50}, "not an Ibau table: Expected `int` <= "),
        ({"format": "ibau-table-1"}, "'ibau-table-1'; this version reads .* makes it again once it is removed"),
        ({"format": "x" * 3000}, "has the format 'xxxx"),
        ({"layer": Layer(-1, 3)}, "which senet-race does not have"),
        ({"layer": Layer(8, 8)}, "which senet-race does not have"),
        ({"ruleset": "x" * 3000}, "is a table of xxx"),
    ],
    ids=lambda case: next(iter(case)) if isinstance(case, dict) else "",
)
def test_a_table_that_says_nonsense_is_refused(race: Game, folder: Path, changes: dict[str, Any], text: str) -> None:
    changed(folder / "1v1.table", **changes)
    complaints: list[str] = []
    tablebase = Tablebase(race, [folder], on_error=lambda error: complaints.append(str(error)))
    [complaint] = complaints
    assert re.search(text, complaint)
    assert complaint.startswith(str(folder / "1v1.table"))
    assert len(complaint) < len(str(folder)) + 600
    assert tablebase.value(race.state(OTHER))


def test_what_is_proved_cannot_be_edited(folder: Path) -> None:
    file = folder / "1v1.table"
    data = file.read_bytes()
    header = msgspec.json.decode(data[:HEADER_BYTES].rstrip(b"\0"))
    for error in (0.0, header["error"] / 2, 0.9):
        edited = msgspec.json.encode({**header, "error": error}).ljust(HEADER_BYTES, b"\0")
        file.write_bytes(edited + data[HEADER_BYTES:])
        with pytest.raises(TableError, match="is damaged: its header does not match its checksum"):
            Table(file)


def test_a_large_table_is_compared_block_by_block_as_it_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "2v2.table"
    whole = Table(file)
    header, values = whole.header, whole.values.tolist()
    monkeypatch.setattr(table_file, "BLOCK", 256)  # bytes, so that it has more than a thousand
    write_table(file, header, whole.values)
    assert header.blocks > 1000
    flip(file, 8 * (HEADER_BYTES + SUM_BYTES * header.blocks + 2 * (128 * 7 + 5)))
    table = Table(file)
    assert [table.number(n) for n in range(128 * 7)] == values[: 128 * 7]
    assert [table.number(n) for n in range(128 * 8, len(values))] == values[128 * 8 :]
    for damaged in (128 * 7, 128 * 7 + 5, 128 * 8 - 1):
        with pytest.raises(TableError, match=r"2v2\.table is damaged: its checksum does not match its values"):
            table.number(damaged)
    with pytest.raises(TableError, match="checksum"):
        _ = table.values


def test_a_packed_table_takes_no_more_room_than_its_header_says(folder: Path) -> None:
    whole = (folder / "1v1.table").read_bytes()
    file = folder / "1v1.table.xz"
    file.write_bytes(lzma.compress(whole + bytes(1 << 26), preset=1))
    tracemalloc.start()
    with pytest.raises(TableError, match="is damaged: it has"):
        _ = Table(file).values
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 22  # of the sixty and more that are packed there


def test_those_that_come_with_ibau_are_whole() -> None:
    for file in Path(game("seega").system.folder).parents[0].rglob("*.table*"):
        table = Table(file)
        assert table.header.format == FORMAT
        table.check_sum()
