"""Throws that can be checked: they follow from numbers to which everybody has committed before (notation.md section 8).

The server commits to a seed, and the browser of each person to a part; a commitment is the SHA-256 of what will be
revealed.  Throw n is four bits of an HMAC-SHA256 of the game, n and the parts, its key the seed.  So nobody can choose
a throw, and who has seed and parts can work out all of them.

    origin = Origin("aBcD", seed_hash, (part_hash, ""), seed, (part, ""))
    state.drawn(origin.sixteenth(1))           # the first throw
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from ibau.core.errors import RecordError
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_
from ibau.core.quoting import quoted
from ibau.core.record import Record

HEADING = "ibau throw"  # of the message, so that it is no message of anything else
BYTES = 32  # of a seed or a part
NUMBER = re.compile("[0-9a-f]{64}")  # a seed, a part or a commitment, as it is written
BITS_LEFT_OUT = 4  # of the first byte: its upper four are the throw
NO_PARTS = ("", "")
NUMBERS = "ThrowNumbers"  # the tag with the numbers of the throws, where some were taken back
RECORDED = ("Game", "SeedHash", "PartHashes", "CommittedAnew", "Seed", "Parts", NUMBERS)  # tags about the throws
OWN_STICKS = "own sticks"  # what the tag Throws says where people throw sticks of their own


def commitment(number: str) -> str:
    """What commits to a seed or part without telling it: its SHA-256, in hexadecimal as the number itself."""
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


@dataclass(frozen=True, slots=True)
class Origin:
    """What the throws of a game follow from, as far as it is known: before the end, the commitments.

    Numbers are written in 64 hexadecimal digits.  Parts are by seat, '' where that seat's browser adds nothing.
    """

    game: str  # its name
    seed_hash: str
    part_hashes: tuple[str, str] = NO_PARTS
    seed: str = ""
    parts: tuple[str, str] = NO_PARTS
    anew: tuple[int, ...] = ()  # the seats that committed once more, in order: their browsers had lost the part

    @property
    def is_revealed(self) -> bool:
        return bool(self.seed)

    def sixteenth(self, number: int) -> int:
        """The number in 0..15 of a throw or lot, counted from 1: one for `State.drawn`."""
        message = "\n".join((HEADING, self.game, str(number), *self.parts))
        return hmac.digest(bytes.fromhex(self.seed), message.encode(), "sha256")[0] >> BITS_LEFT_OUT

    @property
    def broken(self) -> tuple[str, ...]:
        """The tags of what was revealed and is not what was committed to; none while nothing has been."""
        if not self.is_revealed:
            return ()
        kept = [_kept(part, part_hash) for part, part_hash in zip(self.parts, self.part_hashes, strict=True)]
        return ("Seed",) * (not _kept(self.seed, self.seed_hash)) + ("Parts",) * (not all(kept))

    @property
    def withheld(self) -> tuple[str, ...]:
        """The tags of what was committed to and not revealed, as in a game that was given up before its first throw."""
        lacking = [part_hash and not part for part, part_hash in zip(self.parts, self.part_hashes, strict=True)]
        return ("Parts",) * (self.is_revealed and any(lacking))

    # Tags of a record ----------------------------------------------------------------------------------------------

    def tags(self) -> dict[str, str]:
        """What a record says of it."""
        tags = {"Game": self.game, "SeedHash": self.seed_hash, "PartHashes": ",".join(self.part_hashes)}
        if self.anew:
            tags["CommittedAnew"] = ",".join(SEATS[seat] for seat in self.anew)
        if self.is_revealed:
            tags |= {"Seed": self.seed, "Parts": ",".join(self.parts)}
        return tags

    @classmethod
    def of_tags(cls, tags: Mapping[str, str]) -> "Origin | None":
        """What a record says of it; None where it has nothing to say.  Raises RecordError."""
        if "SeedHash" not in tags:
            return None
        seed, parts = ("", NO_PARTS) if "Parts" not in tags else (_number(tags, "Seed"), _pair(tags, "Parts"))
        anew = tuple(_seat(word) for word in tags.get("CommittedAnew", "").split(",") if word)
        return cls(tags.get("Game", ""), _number(tags, "SeedHash"), _pair(tags, "PartHashes"), seed, parts, anew)


def _kept(number: str, hashed: str) -> bool:
    """Is a number what was committed to, where there is one?"""
    return not number or commitment(number) == hashed


def _number(tags: Mapping[str, str], name: str) -> str:
    value = tags.get(name, "")
    if not NUMBER.fullmatch(value):
        raise RecordError(
            N_("the tag {name} is 64 hexadecimal digits in small letters, not {value}"), name=name, value=quoted(value)
        )
    return value


def _pair(tags: Mapping[str, str], name: str) -> tuple[str, str]:
    first, comma, second = tags.get(name, "").partition(",")
    if not comma or not all(NUMBER.fullmatch(value) for value in (first, second) if value):
        raise RecordError(
            N_(
                "the tag {name} is two numbers of 64 hexadecimal digits with a comma between them, each of "
                "which may be missing, not {given}"
            ),
            name=name,
            given=quoted(tags.get(name, "")),
        )
    return first, second


def _seat(word: str) -> int:
    if word not in SEATS[:2]:
        raise RecordError(N_("the tag CommittedAnew names seats, first or second, not {word}"), word=quoted(word))
    return SEATS.index(word)


def numbers(record: Record, throws: int) -> Sequence[int]:
    """The numbers of the throws of a record, in order.  Raises RecordError."""
    text = record.tags.get(NUMBERS)
    if text is None:
        return range(1, throws + 1)
    words = text.split()
    found = [int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 10]
    if len(found) != len(words) or len(found) != throws or sorted(set(found)) != found:
        raise RecordError(
            N_("the tag {numbers} is {throws} whole numbers, each larger than the one before, not {text}"),
            numbers=NUMBERS,
            throws=throws,
            text=quoted(text),
        )
    return found


def numbers_tag(numbers: Sequence[int]) -> dict[str, str]:
    """What a record says of the numbers of its throws: nothing where they are 1, 2, 3 and so on."""
    usual = all(number == n for number, n in zip(numbers, count(1), strict=False))
    return {} if usual else {NUMBERS: " ".join(map(str, numbers))}
