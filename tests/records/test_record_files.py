"""Files of records."""

import gzip
import os
import threading
import tracemalloc
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from ibau.core.errors import RecordError
from ibau.core.line import Line
from ibau.core.record import Entry, Record, Variation
from ibau.games import game
from ibau.records.jsonl import json_of
from ibau.records.record_files import read_record, read_records, write_records

RACE = Line.of(game("senet-race").initial(), ["t2", "8-10", "t4"]).record({"First": "Zoë"})
SEEGA = Line.of(game("seega").initial(), ["lot1", "a1"]).record()


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl", "GAMES.JSONL", "games.json"])
def test_what_is_written_is_read(tmp_path: Path, name: str) -> None:
    write_records([RACE, SEEGA, RACE], tmp_path / name)
    assert (tmp_path / name).read_text("utf-8").startswith("[" if name.endswith("txt") else "{")
    assert list(read_records(tmp_path / name)) == [RACE, SEEGA, RACE]


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    write_records([RACE], tmp_path / "game")
    with pytest.raises(FileExistsError):
        write_records([SEEGA], tmp_path / "game")
    assert list(read_records(tmp_path / "game")) == [RACE]


@pytest.mark.parametrize("name", ["games.txt", "games.jsonl"])
def test_games_are_written_all_or_none(tmp_path: Path, name: str) -> None:
    """And what was refused can be written once it is mended."""
    bad = Record(game("seega"), Variation((Entry("lot1"), Entry("zz"))))
    with pytest.raises(RecordError, match="move 2: 'zz' is not legal here"):
        write_records([SEEGA, bad, SEEGA], tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    write_records([SEEGA, SEEGA], tmp_path / name)
    assert list(read_records(tmp_path / name)) == [SEEGA, SEEGA]


def test_a_foreign_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        RecordError, match=r"'games\.csv': records are files that end in \.txt, \.pgn, \.jsonl or \.json"
    ):
        write_records([SEEGA], tmp_path / "games.csv")
    assert write_records([SEEGA], tmp_path / "games of round 1.5") == 1


def test_the_text_of_a_record_is_no_path() -> None:
    for text in (str(SEEGA), json_of(SEEGA)):
        with pytest.raises(RecordError, match=r"read_records reads a file, and takes its path; .* is for read_record"):
            list(read_records(text))


@pytest.mark.parametrize("text", ["{", '{"ruleset":}', "[]", "[", "[{}]"])
def test_json_that_is_no_line_of_json_lines_is_told_so(text: str) -> None:
    message = "line 2: no whole JSON object( .byte 11.)?; in JSON Lines each game is an object on one line$"
    with pytest.raises(RecordError, match=message):
        list(read_records([b"\n", text.encode()]))
    with pytest.raises(RecordError, match=message):
        read_record(f"\n{text}")


def test_what_would_be_compressed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"not written compressed; name the file '.*games\.jsonl'"):
        write_records([SEEGA], tmp_path / "games.jsonl.gz")
    assert list(tmp_path.iterdir()) == []
    packed = tmp_path / "games"
    packed.write_bytes(gzip.compress(str(SEEGA).encode()))
    with pytest.raises(RecordError, match="line 1: the file is compressed; unpack it first"):
        list(read_records(packed))


@pytest.mark.parametrize("text", [str(SEEGA), json_of(SEEGA)], ids=["text", "JSON"])
def test_a_pipe_is_read_like_a_file(text: str) -> None:
    reading, writing = os.pipe()

    def write_letters() -> None:
        with os.fdopen(writing, "wb", buffering=0) as sink:
            for letter in text.encode():
                sink.write(bytes((letter,)))

    writer = threading.Thread(target=write_letters)
    writer.start()
    with os.fdopen(reading, "rb") as source:
        assert list(read_records(source)) == [SEEGA]
    writer.join()


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(b'[Ruleset "seega"]\n[First "\xff"]\n')
    with pytest.raises(RecordError, match="line 2: the text is not UTF-8"):
        list(read_records(file))


def test_text_as_powershell_writes_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(str(SEEGA), "utf-16")
    with pytest.raises(RecordError, match=r"line 1: the text is UTF-16, .*; save it as UTF-8"):
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
    short = Line.of(game("seega+first_player=first").initial(), ["a1"]).record()
    file = tmp_path / "many"
    write_records([short] * 1000, file)
    held = peak_of(lambda: list(read_records(file)))
    streamed = min(  # a table of the interpreter's own may grow meanwhile, but not every time
        peak_of(lambda: deque(read_records(file), maxlen=1)) for _ in range(3)
    )
    assert streamed < held / 5


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_mark_at_the_beginning_means_nothing(tmp_path: Path, form: str) -> None:
    """Some editors put one before a text that they save as UTF-8."""
    record = Line.of(game("seega").initial(), ["lot1", "a1"]).record()
    text = str(record) if form == "text" else json_of(record)
    assert read_record(f"\ufeff{text}") == record
    file = tmp_path / "marked"
    file.write_bytes(f"\ufeff{text}".encode())
    assert list(read_records(file)) == [record]


def test_one_record_from_a_text() -> None:
    assert read_record(str(RACE)) == RACE
    with pytest.raises(RecordError, match="line 1: expected a game"):
        read_record("  \n")
    with pytest.raises(RecordError, match="more than one game"):
        read_record(f"{RACE}\n{SEEGA}")
