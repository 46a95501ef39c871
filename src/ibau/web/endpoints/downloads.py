"""Records as files."""

from collections.abc import Callable
from typing import NamedTuple

from starlette.exceptions import HTTPException

from ibau.core.errors import listed
from ibau.core.quoting import quoted
from ibau.core.record import Record
from ibau.records.jsonl import json_of


class RecordFormat(NamedTuple):
    """How a record is written to a file."""

    ending: str
    media_type: str
    write: Callable[[Record], str]


def _json_line(record: Record) -> str:
    return json_of(record) + "\n"


RECORD_FORMATS = {
    "text": RecordFormat("txt", "text/plain", str),
    "json": RecordFormat("jsonl", "application/json", _json_line),
}


def record_format(kind: str) -> RecordFormat:
    """The format of that name.  Raises HTTPException."""
    if kind not in RECORD_FORMATS:
        raise HTTPException(400, f"Unknown format {quoted(kind)}; known are {listed(RECORD_FORMATS)}.")
    return RECORD_FORMATS[kind]
