"""Files of records."""

import tracemalloc
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from ibau.adapters.record_files import read_record, read_records, write_records
from ibau.core.errors import RecordError
from ibau.core.record import Record
from ibau.games import game

RACE = Record.of(game("senet-race").initial(), ["t2", "8-10", "t4"], {"First": "Zoë"})
SEEGA = Record.of(game("seega").initial(), ["lot1", "a1"])


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    write_records([RACE, SEEGA, RACE], tmp_path / name)
    assert (tmp_path / name).read_text("utf-8").startswith("{" if name.endswith("l") else "[")
    assert list(read_records(tmp_path / name)) == [RACE, SEEGA, RACE]


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    write_records([RACE], tmp_path / "game")
    with pytest.raises(FileExistsError):
        write_records([SEEGA], tmp_path / "game")
    assert list(read_records(tmp_path / "game")) == [RACE]


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(b'[Ruleset "seega"]\n[First "\xff"]\n')
    with pytest.raises(RecordError, match="line 2: the text is no UTF-8"):
        list(read_records(file))


def peak_of(reading: Callable[[], object]) -> int:
    """The most bytes in use meanwhile."""
    tracemalloc.start()
    try:
        reading()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_file_streams_in_bounded_memory(tmp_path: Path) -> None:
    short = Record.of(game("seega+first_player=first").initial(), ["a1"])
    file = tmp_path / "many"
    write_records([short] * 1000, file)
    held = peak_of(lambda: list(read_records(file)))
    streamed = peak_of(lambda: deque(read_records(file), maxlen=1))
    assert streamed < held / 5


def test_one_record_from_a_text() -> None:
    assert read_record(str(RACE)) == RACE
    with pytest.raises(RecordError, match="line 1: expected a game"):
        read_record("  \n")
    with pytest.raises(RecordError, match="more than one game"):
        read_record(f"{RACE}\n{SEEGA}")
