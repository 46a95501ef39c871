"""Who sits where: the computer at a level, or a person with a key; a free seat waits for the person invited to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from ibau.core.contract import System
from ibau.core.outcome import FIRST, SECOND
from ibau.players import stored_level_here
from ibau.web.hosted.keys import hash_of, opens
from ibau.web.log.events import (
    ComputerSeat,
    Created,
    Event,
    HintGiven,
    Invited,
    PersonSeat,
    PlayerLeft,
    SeatTaken,
    Uninvited,
)

T = TypeVar("T")


class Sitter(NamedTuple):
    """Who plays a seat."""

    level: str | None = None  # of the computer; None for a person
    key_hash: str = ""  # of the person's key; none while the seat is free
    since: int = 0  # when they got it, in milliseconds since 1970, UTC

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
    maker: str  # the hash of the key of the person who began the game, and invites others to its free seats
    invitations: tuple[Invitation, ...] = ()  # all there ever were
    assisted: tuple[int, ...] = ()  # the seats that have asked for hints
    gone: frozenset[str] = frozenset()  # the hashes of the keys of those who have deleted their entries
    elsewhere: bool = False  # did they play elsewhere?  Then no key plays, and that of the importer deletes it

    @classmethod
    def begun(cls, created: Created, system: System, time: int) -> "Seats":
        """The seats of a game that begins.  Raises PlayerError."""
        first, second = (_sitter(seat, created.key_hash, system, time) for seat in (created.first, created.second))
        return cls((first, second), created.key_hash, elsewhere=bool(created.record))

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

    @property
    def left(self) -> tuple[int, ...]:
        """The seats of those who have deleted their entries."""
        return tuple(seat for seat in self.persons if self.sitters[seat].key_hash in self.gone)

    def away(self, unseen: Mapping[int, float], now: int) -> dict[int, float]:
        """For how many seconds the seats have been left where nobody was seen for this many: who has just come has not.

        `now` is in milliseconds since 1970, UTC.
        """
        return {seat: max(0.0, min(left, (now - self.sitters[seat].since) / 1000)) for seat, left in unseen.items()}

    # What opens ----------------------------------------------------------------------------------------------------

    def of(self, key: str) -> tuple[int, ...]:
        """The seats that a key plays."""
        if self.elsewhere:
            return ()
        return tuple(seat for seat in (FIRST, SECOND) if self._opens(key, self.sitters[seat].key_hash))

    def is_makers(self, key: str) -> bool:
        """Is this the key of the person who began the game?"""
        return self._opens(key, self.maker)

    def admits(self, key: str) -> bool:
        """Is this a key of the game at all?"""
        return self.is_makers(key) or bool(self.of(key))

    def _opens(self, key: str, kept: str) -> bool:
        return opens(key, kept) and kept not in self.gone

    def invitation(self, secret: str) -> Invitation | None:
        """The invitation that a secret is to."""
        return next((known for known in self.invitations if opens(secret, known.hash)), None)

    def is_open(self, seat: int, invitation_hash: str) -> bool:
        """Can a seat be taken by this invitation?"""
        return Invitation(seat, invitation_hash) in self.invitations

    def leaving(self, key: str) -> PlayerLeft:
        """What deletes the entry of the person who has a key of the game."""
        return PlayerLeft(self.of(key), hash_of(key), self.is_makers(key))

    def is_last(self, key: str) -> bool:
        """Is this the key of the only one who has not deleted their entry?"""
        return self.admits(key) and self._gone_with(hash_of(key)).is_deserted

    @property
    def has_maker(self) -> bool:
        """Is the person who began the game still known?"""
        return self.maker not in self.gone

    @property
    def is_deserted(self) -> bool:
        """Has everybody deleted their entry?  If no seat is a person's, the person who began the game has."""
        keys = {self.sitters[seat].key_hash for seat in self.persons if seat not in self.awaited}
        return (keys or {self.maker}) <= self.gone

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event, time: int) -> "Seats":
        """The seats once this has happened."""
        match event:
            case Invited(seat, invitation_hash):
                invitations = (*self._closed(seat, "withdrawn"), Invitation(seat, invitation_hash))
                return replace(self, invitations=invitations)
            case Uninvited(seat):
                return replace(self, invitations=self._closed(seat, "withdrawn"))
            case SeatTaken(seat, key_hash):
                sitters = with_seat(self.sitters, seat, Sitter(None, key_hash, time))
                return replace(self, sitters=sitters, invitations=self._closed(seat, "used"))
            case HintGiven(seat):
                return replace(self, assisted=tuple(sorted({*self.assisted, seat})))
            case PlayerLeft(key_hash=key_hash):
                return self._gone_with(key_hash)
            case _:
                return self

    def _gone_with(self, key_hash: str) -> "Seats":
        return replace(self, gone=self.gone | {key_hash})

    def _closed(self, seat: int, status: Literal["used", "withdrawn"]) -> tuple[Invitation, ...]:
        """The invitations, where the open one to a seat is no longer open."""
        return tuple(
            known._replace(status=status) if known.status == "open" and known.seat == seat else known
            for known in self.invitations
        )


def _sitter(stored: PersonSeat | ComputerSeat, key_hash: str, system: System, time: int) -> Sitter:
    """Who sits at a stored seat; a level is called as the game calls it today.  Raises PlayerError."""
    match stored:
        case ComputerSeat(level):
            return Sitter(stored_level_here(system, level).id, "", time)
        case PersonSeat(free=True):
            return Sitter()
        case PersonSeat(key_hash=own):
            return Sitter(None, own or key_hash, time)


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair, by seat, in which one seat has another value."""
    first, second = pair
    return (first, value) if seat == SECOND else (value, second)
