"""A puzzle: a position from a game in which one action is clearly better than every other.

The puzzles shipped with a game are in its `puzzles.jsonl`, one per line, as written by `ibau puzzles`.
"""

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ibau.core.contract import DEFAULT_LEAD, System
from ibau.core.errors import IbauError

FILE = "puzzles.jsonl"  # in the folder of a game


class PuzzleError(IbauError):
    """A puzzle that does not exist."""


class Puzzle(NamedTuple):
    """A position, and the one action to find in it; values are -1..1 for the player who decides."""

    ruleset: str  # a ruleset text
    position: str  # a position text
    solution: str  # an action text
    line: tuple[str, ...]  # the best continuation, beginning with the solution, up to the next throw at most
    value: float  # of the solution, -1..1 for the player who decides
    second: float  # of the best other action, likewise
    level: str  # the weakest level of the computer that finds it more often than not
    answers: dict[str, str]  # the opponent's best reply to each other action, where the opponent is to move after it
    threshold: float = DEFAULT_LEAD  # the least difference between `value` and `second`

    def __repr__(self) -> str:
        return f"<Puzzle {self.ruleset} {self.position}>"

    @property
    def id(self) -> str:
        """Eight hexadecimal digits: the CRC-32 of its position text."""
        return f"{zlib.crc32(self.position.encode()):08x}"


def json_of(puzzle: Puzzle, more: Mapping[str, Any] = MappingProxyType({})) -> str:
    """A puzzle and the fields `more` as a line of JSON, without the line break."""
    return json.dumps({**puzzle._asdict(), **more}, ensure_ascii=False, separators=(",", ":"))


def puzzles_of(system: System) -> tuple[Puzzle, ...]:
    """The puzzles shipped with a game, the easiest first; empty if there are none."""
    file = system.folder / FILE
    return read_puzzles(file) if file.exists() else ()


@cache
def read_puzzles(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, the easiest first."""
    found = [read_puzzle(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
    return tuple(sorted(found, key=lambda puzzle: puzzle.level))


def read_puzzle(fields: Mapping[str, Any]) -> Puzzle:
    """The puzzle with these fields; fields that Puzzle does not have are ignored."""
    known: dict[str, Any] = {name: fields[name] for name in Puzzle._fields}
    known["line"] = tuple(known["line"])
    return Puzzle(**known)
