"""Who sits where: the computer at a level, or a person with a key; a free seat waits for whoever is invited to it."""

import secrets
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.keys import hash_of, opens
from ibau.web.log.events import Left

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


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays a game, and what keys and invitations open.  A value: what happens next gives another one."""

    sitters: tuple[Sitter, Sitter]
    maker: str  # the hash of the key of whoever began the game, and invites others to its free seats
    invitations: tuple[Invitation, ...] = ()  # all there ever were
    gone: frozenset[str] = frozenset()  # the hashes of the keys of those who have deleted their entries
    elsewhere: bool = False  # did they play elsewhere?  Then no key plays, and that of whoever brought it in deletes it

    # Who sits there ------------------------------------------------------------------------------------------------

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The level of the computer at each seat; None where a person sits."""
        return tuple(sitter.level for sitter in self.sitters)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that nobody has taken yet; until then nothing is played."""
        return tuple(seat for seat in (FIRST, SECOND) if self.sitters[seat].is_awaited)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is None)

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of the computer."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is not None)

    @property
    def alone(self) -> tuple[int, ...]:
        """The seats of persons who play no other one."""
        keys = [self.sitters[seat].key_hash for seat in self.persons]
        return tuple(seat for seat in self.persons if keys.count(self.sitters[seat].key_hash) == 1)

    @property
    def has_friends(self) -> bool:
        """Do persons play who have keys of their own?"""
        return any(self.sitters[seat].key_hash != self.maker for seat in self.persons)

    @property
    def takes_consent(self) -> bool:
        """Do two persons play who have different keys?"""
        first, second = self.sitters
        return len(self.persons) == len(self.sitters) and first.key_hash != second.key_hash

    # What opens ----------------------------------------------------------------------------------------------------

    def of(self, key: str) -> tuple[int, ...]:
        """The seats that a key plays."""
        if self.elsewhere:
            return ()
        return tuple(seat for seat in (FIRST, SECOND) if self._opens(key, self.sitters[seat].key_hash))

    def is_makers(self, key: str) -> bool:
        """Is this the key of whoever began the game?"""
        return self._opens(key, self.maker)

    def admits(self, key: str) -> bool:
        """Is this a key of the game at all?"""
        return self.is_makers(key) or bool(self.of(key))

    def _opens(self, key: str, kept: str) -> bool:
        return opens(key, kept) and kept not in self.gone

    def invitation(self, secret: str) -> Invitation | None:
        """The invitation that a secret is to."""
        return next((known for known in self.invitations if opens(secret, known.hash)), None)

    def leaving(self, key: str) -> Left:
        """What deletes the entry of whoever has a key of the game."""
        return Left(self.of(key), hash_of(key), self.is_makers(key))

    @property
    def has_maker(self) -> bool:
        """Is whoever began the game still known?"""
        return self.maker not in self.gone

    @property
    def is_deserted(self) -> bool:
        """Has everybody deleted their entry?  Where nobody sits who is a person, whoever began the game has."""
        keys = {self.sitters[seat].key_hash for seat in self.persons if seat not in self.awaited}
        return (keys or {self.maker}) <= self.gone

    # What happens --------------------------------------------------------------------------------------------------

    def taken(self, seat: int, sitter: Sitter) -> "Seats":
        """Somebody has taken a seat, by the open invitation to it."""
        return replace(self._with(seat, sitter), invitations=self._closed(seat, "used"))

    def named(self, seat: int, name: str) -> "Seats":
        """Who sits at a seat is called otherwise."""
        return self._with(seat, self.sitters[seat]._replace(name=name))

    def left(self, seats: Collection[int], key_hash: str) -> "Seats":
        """Whoever had a key has deleted their entry: it opens nothing any more, and their name is gone."""
        nameless = self
        for seat in seats:
            nameless = nameless.named(seat, "")
        return replace(nameless, gone=self.gone | {key_hash})

    def invited(self, seat: int, invitation_hash: str) -> "Seats":
        """Somebody has been invited to a seat, in place of whoever was before."""
        return replace(self, invitations=(*self._closed(seat, "withdrawn"), Invitation(seat, invitation_hash)))

    def withdrawn(self, seat: int) -> "Seats":
        """Nobody is invited to a seat any more."""
        return replace(self, invitations=self._closed(seat, "withdrawn"))

    def _with(self, seat: int, sitter: Sitter) -> "Seats":
        first, second = self.sitters
        return replace(self, sitters=(sitter, second) if seat == FIRST else (first, sitter))

    def _closed(self, seat: int, status: Literal["used", "withdrawn"]) -> tuple[Invitation, ...]:
        """The invitations, where the open one to a seat is no longer open."""
        return tuple(
            known._replace(status=status) if known.status == "open" and known.seat == seat else known
            for known in self.invitations
        )


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


def shown_name(text: str) -> str:
    """As much of a name that was given elsewhere as can be shown here."""
    seen = "".join(" " if unicodedata.category(letter) in UNSEEN else letter for letter in text)
    return " ".join(seen.split())[:LONGEST_NAME].strip()


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
