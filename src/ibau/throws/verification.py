"""Checking the throws of a record against the numbers that they follow from (notation.md section 8)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import NamedTuple

from ibau.core.chance import Weights
from ibau.core.errors import RecordError
from ibau.core.line import Line, Ply
from ibau.core.quoting import quoted
from ibau.core.record import Record
from ibau.throws.fairness import NUMBERS, Origin


class CheckedThrow(NamedTuple):
    """A throw or lot of a game, and what it had to be; '' while the seed is not revealed."""

    number: int
    ply: Ply
    due: str

    @property
    def agrees(self) -> bool:
        return self.ply.text == self.due


class Frequency(NamedTuple):
    """How often a throw came up, and how often chance expects it."""

    text: str
    seen: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Verification:
    """What became of checking a game; without an origin there is nothing to check, before its end not yet."""

    origin: Origin | None
    throws: tuple[CheckedThrow, ...]

    @property
    def is_possible(self) -> bool:
        return self.origin is not None and self.origin.is_revealed

    @property
    def wrong(self) -> tuple[CheckedThrow, ...]:
        """The throws that are not what they had to be."""
        return tuple(throw for throw in self.throws if not throw.agrees) if self.is_possible else ()

    @property
    def agrees(self) -> bool:
        """Have all been checked, and is nothing amiss?"""
        return self.is_possible and not self.wrong and not self.broken

    @property
    def broken(self) -> tuple[str, ...]:
        """The tags of commitments that were not kept; where nothing was thrown, nobody had to reveal a part."""
        if self.origin is None:
            return ()
        return tuple(dict.fromkeys(self.origin.broken + (self.origin.withheld if self.throws else ())))

    @property
    def frequencies(self) -> list[list[Frequency]]:
        """How often each throw came up; of lots and throws a list each, where there were any."""
        return [
            _frequencies([throw.ply for throw in self.throws if throw.ply.before.weights == kind])
            for kind in self._kinds
        ]

    @property
    def _kinds(self) -> tuple[Weights, ...]:
        return tuple(dict.fromkeys(throw.ply.before.weights for throw in self.throws))


def _frequencies(plies: Sequence[Ply]) -> list[Frequency]:
    seen, chances = Counter(ply.text for ply in plies), plies[0].before.chances
    return [Frequency(text, seen[text], len(plies) * chance) for text, chance in chances.items()]


def verify(record: Record) -> Verification:
    """Check the throws of a record.  Raises RecordError where it cannot be read."""
    origin = Origin.of_tags(record.tags)
    if origin is None:
        return Verification(None, ())
    thrown = [ply for ply in Line.replay(record).plies if not ply.is_move]
    throws = tuple(
        CheckedThrow(number, ply, ply.before.drawn(origin.sixteenth(number)) if origin.is_revealed else "")
        for number, ply in zip(numbers(record, len(thrown)), thrown, strict=True)
    )
    return Verification(origin, throws)


def numbers(record: Record, throws: int) -> Sequence[int]:
    """The numbers of the throws of a record, in order.  Raises RecordError."""
    text = record.tags.get(NUMBERS)
    if text is None:
        return range(1, throws + 1)
    words = text.split()
    found = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 10]
    if len(found) != len(words) or len(found) != throws or sorted(set(found)) != found:
        raise RecordError(
            f"the tag {NUMBERS} is {throws} whole numbers, each larger than the one before, not {quoted(text)}"
        )
    return found


def numbers_tag(numbers: Sequence[int]) -> dict[str, str]:
    """What a record says of the numbers of its throws: nothing where they are 1, 2, 3 and so on."""
    usual = all(number == n for number, n in zip(numbers, count(1), strict=False))
    return {} if usual else {NUMBERS: " ".join(map(str, numbers))}
