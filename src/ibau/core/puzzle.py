"""A puzzle: a position from a game in which one action is far better than every other.

A game's `puzzles.jsonl` holds those that are shipped with it, one a line, as `ibau puzzles` has written them.
"""

import zlib
from functools import cache
from pathlib import Path

import msgspec

LEAST_LEAD = 0.4  # of values from -1 to 1: a fifth of the chance to win


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the one action to be found in it; values are -1..1 for whoever decides."""

    ruleset: str
    position: str  # a position text
    solution: str
    line: tuple[str, ...]  # how it goes on at best, the solution first, up to the next throw at most
    value: float  # with the solution
    second: float  # with the best of the others
    level: str  # the weakest level of the computer that finds it more often than not
    answers: dict[str, str]  # what the other side answers to the other actions, where it has the next move
    threshold: float = LEAST_LEAD  # the least that the solution is better by

    @property
    def id(self) -> str:
        """Eight letters that stand for its position."""
        return f"{zlib.crc32(self.position.encode()):08x}"


def json_of(puzzle: Puzzle) -> str:
    """The line of a puzzle, without its line break."""
    return msgspec.json.encode(puzzle).decode()


@cache
def read_puzzles(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, those that weak players find first."""
    found = [msgspec.json.decode(line, type=Puzzle) for line in file.read_bytes().splitlines()]
    return tuple(sorted(found, key=lambda puzzle: puzzle.level))
