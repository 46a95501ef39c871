"""Who sits where: the computer at a level, or a person with a key; a free seat waits for whoever is invited to it."""

import secrets
import unicodedata
from collections.abc import Collection
from typing import Literal, NamedTuple

from ibau.core.phrase import N_, Phrase

LONGEST_NAME = 24  # letters

# Names that people bore in ancient Egypt; the same in every language.
FRIENDLY = ("Ankhu", "Henut", "Hesire", "Intef", "Ipuy", "Iti", "Kawit", "Khety", "Menna", "Meryt", "Nakht", "Nebet",
            "Nofret", "Paheri", "Senbi", "Tahut", "Tjeti", "Wah")  # fmt: skip

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # Unicode's categories of what controls, and of what is not there

NAME_TOO_LONG = Phrase(N_("A name has at most {most} letters."), {"most": LONGEST_NAME})
NAME_UNREADABLE = Phrase(N_("A name is of letters, digits and signs that can be seen."))


class Sitter(NamedTuple):
    """Who plays a seat."""

    level: str | None = None  # of the computer; None for a person
    key_hash: str = ""  # of the person's key; none while the seat is free
    name: str = ""

    @property
    def is_awaited(self) -> bool:
        """Is the seat free?"""
        return self.level is None and not self.key_hash


class Invitation(NamedTuple):
    """A way to a free seat; of its secret only the hash is kept."""

    seat: int
    hash: str
    status: Literal["open", "used", "withdrawn"] = "open"


class NameFault(ValueError):  # noqa: N818 - it says what is the matter
    """A name that nobody can bear; `reason` is the sentence for people."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(str(reason))
        self.reason = reason


def name_given(text: str) -> str:
    """A name as it is shown, with single spaces between its words; '' is none.  Raises NameFault."""
    if any(unicodedata.category(letter) in UNSEEN for letter in text):
        raise NameFault(NAME_UNREADABLE)
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME:
        raise NameFault(NAME_TOO_LONG)
    return name


def match_names(sitters: tuple[Sitter, Sitter]) -> tuple[str, str]:
    """By which names a score is told: of two persons each has one, since they may change sides from game to game."""
    first, second = sitters
    if first.level or second.level:
        return first.name, second.name
    one = first.name or friendly_name([second.name])
    return one, second.name or friendly_name([one])


def friendly_name(taken: Collection[str]) -> str:
    """A name for somebody who gave none."""
    return secrets.choice([name for name in FRIENDLY if name not in taken])
