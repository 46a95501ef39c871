"""A puzzle: a position from a game in which one action is clearly better than every other.

A game's `puzzles.jsonl` holds those that are shipped with it, one a line, as `ibau puzzles` has written them.
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
    """A position, and the one action to be found in it; values are -1..1 for the player who decides."""

    ruleset: str
    position: str  # a position text
    solution: str
    line: tuple[str, ...]  # how it goes on at best, the solution first, up to the next throw at most
    value: float  # with the solution, -1..1 for the player who decides
    second: float  # with the best of the others, for the same
    level: str  # the weakest level of the computer that finds it more often than not
    answers: dict[str, str]  # what the other side answers to the other actions, where it has the next move
    threshold: float = DEFAULT_LEAD  # the least that the solution is better by

    def __repr__(self) -> str:
        return f"<Puzzle {self.ruleset} {self.position}>"

    @property
    def id(self) -> str:
        """Eight letters that stand for its position."""
        return f"{zlib.crc32(self.position.encode()):08x}"


def json_of(puzzle: Puzzle, more: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The line of a puzzle and of what `more` is said of it, without its line break."""
    return json.dumps({**puzzle._asdict(), **more}, ensure_ascii=False, separators=(",", ":"))


def puzzles_of(system: System) -> tuple[Puzzle, ...]:
    """The puzzles that are shipped with a game, if any, those that weak players find first."""
    file = system.folder / FILE
    return read_puzzles(file) if file.exists() else ()


@cache
def read_puzzles(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, those that weak players find first."""
    found = [read_puzzle(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
    return tuple(sorted(found, key=lambda puzzle: puzzle.level))


def read_puzzle(fields: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a line; what else the line says is passed over."""
    told: dict[str, Any] = {name: fields[name] for name in Puzzle._fields}
    told["line"] = tuple(told["line"])
    return Puzzle(**told)
