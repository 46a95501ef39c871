"""Read and write files of records, as text or JSON Lines, with any number of games; read files of tournaments."""

import codecs
import io
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from os import PathLike
from pathlib import Path

from ibau.core.errors import RecordError
from ibau.core.limits import check_items, check_type
from ibau.core.phrase import N_
from ibau.core.quoting import quote
from ibau.core.record import Record
from ibau.games import game
from ibau.machine.atomic_files import atomic_write
from ibau.records.jsonl import json_of, read_json
from ibau.records.record_text import read_text

TEXT_ENDINGS = ("", ".txt", ".pgn")
JSON_ENDINGS = (".json", ".jsonl")
PACKED_ENDINGS = (".gz", ".bz2", ".xz", ".zip", ".zst")
PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"PK\x03\x04", b"(\xb5/\xfd")  # the first bytes of such files
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # the first bytes of such texts
MARK = "\ufeff"  # byte order mark, with which some editors begin a text
JSON = re.compile(rb"\s*(\{|\[\s*([\[{\]]|$))")  # an object, or a list of them
TOURNAMENT = b'{"arena":'
OF_TOURNAMENTS = "ibau.lab.arena.tournament_file"  # the module that reads their games


def read_records(source: str | Path | Iterable[bytes]) -> Iterator[Record]:
    """Read the games of a file, or of an open binary file or other lines of bytes, one at a time.

    A file whose first line, after any empty ones, begins with `{` is JSON Lines, one with `{"arena":` the file of a
    tournament, any other is text.  Raises RecordError, which names file and line, and OSError.
    """
    if isinstance(source, str) and ("\n" in source or source.startswith('{"')):
        raise RecordError("read_records reads a file, and takes its path; the text of a record is for read_record.")
    if isinstance(source, str | Path):
        with Path(source).open("rb") as file, errors_named(str(source)):
            yield from read_records(file)
        return
    rest = iter(check_type(source, Iterable, "Games are read from a file or from lines of bytes", RecordError))
    first = check_type(next(rest, b""), bytes, "A line of an open file is bytes", RecordError)
    first = first.removeprefix(codecs.BOM_UTF8)
    empty: list[bytes] = []
    while not first.strip() and (following := next(rest, None)) is not None:
        empty.append(first)
        first = following
    lines = chain(empty, (first,), rest)
    if first.startswith(PACKED):
        raise RecordError.on_line(1, N_("the file is compressed; unpack it first"))
    if first.startswith(UTF_16):
        text = N_("the text is UTF-16, as some shells write what a command prints; save it as UTF-8")
        raise RecordError.on_line(1, text)
    if first.startswith(TOURNAMENT):
        yield from import_module(OF_TOURNAMENTS).read_tournament(lines, game)
    else:
        read = read_json if JSON.match(first) else read_text
        yield from read(_decoded(lines), game)


@contextmanager
def errors_named(source: str) -> Generator[None]:
    """Prefix the messages of RecordErrors raised in the block with their source, such as a file name."""
    try:
        yield
    except RecordError as error:
        text = "{where}, {reason}" if str(error).startswith("line ") else N_("{where}: {reason}")
        raise RecordError(text, where=source, reason=error) from error


def read_record(text: str) -> Record:
    """The one game of a text or of a line of JSON.  Raises RecordError for none, several, or an invalid one."""
    text = check_type(text, str, "A record is a text", RecordError).removeprefix(MARK)
    read = read_json if JSON.match(text.lstrip().partition("\n")[0].encode(errors="replace")) else read_text
    records = read(io.StringIO(text), game)
    record = next(records, None)
    if record is None:
        raise RecordError.on_line(1, N_('expected a game, which begins with a tag such as [Ruleset "seega"]'))
    if next(records, None) is not None:
        raise RecordError(N_("the text holds more than one game; read_records reads files of many"))
    return record


def write_records(records: Iterable[Record], path: str | Path) -> int:
    """Write games to a new file, all or none, as JSON Lines if its name ends in .jsonl or .json, else as text.

    Returns the number of games.  Raises RecordError for another ending of the name or a game that cannot be written,
    FileExistsError and other OSErrors.
    """
    file = Path(check_type(path, (str, PathLike), "A file is a path such as 'games.txt'", RecordError))
    ending = file.suffix.lower()
    if ending in PACKED_ENDINGS:
        plain = str(file.with_suffix(""))
        raise RecordError(N_("records are not written compressed; name the file {name!r}"), name=plain)
    if ending not in TEXT_ENDINGS + JSON_ENDINGS and ending[1:].isalpha():
        name = quote(file.name)
        raise RecordError(N_("{name}: records are files that end in .txt, .pgn, .jsonl or .json"), name=name)
    text = _json_line if ending in JSON_ENDINGS else _text
    every = check_items(records, Record, "The records to write are an iterable of Records", RecordError)
    games = 0
    with atomic_write(file, new=True) as stream:
        for games, record in enumerate(every, 1):
            stream.write(text(record, games).encode())
    return games


def _json_line(record: Record, _number: int) -> str:
    return f"{json_of(record)}\n"


def _text(record: Record, number: int) -> str:
    """The text of a record, after an empty line unless it is the first."""
    return f"\n{record}" if number > 1 else str(record)


def _decoded(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            raise RecordError.on_line(number, N_("the text is not UTF-8")) from error
