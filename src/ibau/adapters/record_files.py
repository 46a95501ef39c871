"""Files of records: text or JSON Lines, one game or many, read as a stream; and those of tournaments."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from ibau.core.errors import RecordError
from ibau.core.record import Record
from ibau.core.record_json import json_of, read_json
from ibau.core.record_text import read_text
from ibau.games import game

JSON_ENDINGS = (".json", ".jsonl")
TOURNAMENT = b'{"arena":'


def read_records(path: str | Path) -> Iterator[Record]:
    """The games of a file, one after the other; a first line that begins with `{` says that it is JSON Lines.

    The file of a tournament begins with `{"arena":`.  Raises RecordError naming the line, and OSError where the file
    cannot be opened.
    """
    with Path(path).open("rb") as file:
        beginning = file.read(len(TOURNAMENT))
        file.seek(0)
        if beginning == TOURNAMENT:
            from ibau.adapters.arena_files import read_arena  # brings NumPy, which most sessions do not need

            yield from read_arena(file, game)
        else:
            read = read_json if beginning.startswith(b"{") else read_text
            yield from read(_decoded(file), game)


def read_record(text: str) -> Record:
    """The one game of a text, or of a line of JSON.  Raises RecordError when it is another number of games."""
    read = read_json if text.startswith("{") else read_text
    records = read(io.StringIO(text), game)
    record = next(records, None)
    if record is None:
        raise RecordError('line 1: expected a game, which begins with a tag such as [Ruleset "seega"]')
    if next(records, None) is not None:
        raise RecordError("the text holds more than one game; read_records reads files of many")
    return record


def write_records(records: Iterable[Record], path: str | Path) -> None:
    """Write games to a new file, as JSON Lines when its name ends so.  Raises FileExistsError and other OSErrors."""
    as_json = Path(path).suffix in JSON_ENDINGS
    with Path(path).open("x", encoding="utf-8", newline="\n") as file:
        for n, record in enumerate(records):
            if as_json:
                file.write(json_of(record) + "\n")
            else:
                file.write(f"\n{record}" if n else str(record))


def _decoded(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            raise RecordError(f"line {number}: the text is no UTF-8: {error}") from error
