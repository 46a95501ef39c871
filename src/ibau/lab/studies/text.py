"""The text of a study: TOML whose parts know the line they stand in, so that what is wrong can be shown."""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ibau.core.errors import listed, nearest
from ibau.lab.studies.errors import StudyError

HEADER = re.compile(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?")


@dataclass(frozen=True, slots=True)
class Part:
    """A table of the text, and where it begins."""

    source: str  # the name of the file
    lines: tuple[str, ...]
    values: Mapping[str, Any]
    first: int = 0  # the index of its line

    def wrong(self, message: str, key: str = "") -> StudyError:
        """The error of something in this table, which names the line."""
        return StudyError(f"{self.source}, line {self._line_of(key) + 1}: {message}")

    def _line_of(self, key: str) -> int:
        for at in range(self.first, len(self.lines)):
            if at > self.first and HEADER.match(self.lines[at]):
                break
            if key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", self.lines[at]):
                return at
        return self.first

    def check_keys(self, known: Collection[str]) -> None:
        """Raises StudyError for a key that nobody reads."""
        for key in self.values:
            if key not in known:
                raise self.wrong(f"{key!r} is unknown here; known are {listed(known)}.{nearest(key, known)}", key)

    def take(self, key: str, kind: type | tuple[type, ...], what: str, default: Any = None) -> Any:
        """The value of a key, which is `what` in words.  Raises StudyError where it is something else."""
        value = self.values.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            given = f"not {value!r}" if key in self.values else "but it is missing"
            raise self.wrong(f"{key} is {what}, {given}.", key)
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of texts, or one."""
        given: str | list[Any] = self.values.get(key, list(default))
        texts = given if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in texts):
            raise self.wrong(f"{key} is a text or a list of texts, not {given!r}.", key)
        return tuple(texts)

    def table(self, name: str) -> "Part":
        """A table within the text, empty where there is none."""
        value = self.take(name, dict, "a table", {})
        return Part(self.source, self.lines, value, (self._headers(name) or [self._line_of(name)])[0])

    def tables(self, name: str) -> tuple["Part", ...]:
        """All tables of a name: [[name]]."""
        values = self.take(name, list, f"a list of tables, each begun by [[{name}]]", [])
        begin = self._headers(name)
        if len(begin) != len(values) or not all(isinstance(value, dict) for value in values):
            raise self.wrong(f"each of the {name} is a table of its own, begun by [[{name}]].", name)
        return tuple(Part(self.source, self.lines, value, first) for value, first in zip(values, begin, strict=True))

    def _headers(self, name: str) -> list[int]:
        found = ((at, HEADER.match(line)) for at, line in enumerate(self.lines))
        return [at for at, header in found if header and header[1] == name]


def parsed(text: str, source: str) -> Part:
    """The whole text.  Raises StudyError."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyError(f"{source} is no TOML: {error}.") from error
    return Part(source, tuple(text.splitlines()) or ("",), values)


def text_of(file: Path) -> str:
    """The text of a file.  Raises StudyError where it is none, and OSError."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise StudyError(f"{file} is no text in UTF-8.") from error
