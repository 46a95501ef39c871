"""Who sits where: the computer at a level, or a person with a key; a free seat waits for the person invited to it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar

from ibau.core.contract import System
from ibau.core.outcome import FIRST, SECOND
from ibau.players import stored_level_here
from ibau.web.hosted.game_keys import hash_key, key_matches
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


class SeatPlayer(NamedTuple):
    """Who plays a seat."""

    level: str | None = None  # of the computer; None for a person
    key_hash: str = ""  # of the person's key; none while the seat is free
    since: int = 0  # when they got it, in milliseconds since 1970, UTC

    @property
    def is_free(self) -> bool:
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

    players: tuple[SeatPlayer, SeatPlayer]
    creator: str  # the hash of the key of the person who began the game, and invites others to its free seats
    invitations: tuple[Invitation, ...] = ()  # all there ever were
    assisted: tuple[int, ...] = ()  # the seats that have asked for hints
    left_keys: frozenset[str] = frozenset()  # the hashes of the keys of those who have deleted their entries
    is_imported: bool = False  # did they play elsewhere?  Then no key plays, and that of the importer deletes it

    @classmethod
    def initial(cls, created: Created, system: System, time: int) -> "Seats":
        """The seats of a game that begins.  Raises PlayerError."""
        first, second = (_seat_player(seat, created.key_hash, system, time) for seat in (created.first, created.second))
        return cls((first, second), created.key_hash, is_imported=bool(created.record))

    # Who sits there ------------------------------------------------------------------------------------------------

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The level of the computer at each seat; None where a person sits."""
        return tuple(player.level for player in self.players)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that nobody has taken yet; until then nothing is played."""
        return tuple(seat for seat in (FIRST, SECOND) if self.players[seat].is_free)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is None)

    @property
    def computers(self) -> tuple[int, ...]:
        """The seats of the computer."""
        return tuple(seat for seat in (FIRST, SECOND) if self.levels[seat] is not None)

    @property
    def single(self) -> tuple[int, ...]:
        """The seats of persons who play no other one."""
        keys = [self.players[seat].key_hash for seat in self.persons]
        return tuple(seat for seat in self.persons if keys.count(self.players[seat].key_hash) == 1)

    @property
    def has_friends(self) -> bool:
        """Do persons play who have keys of their own?"""
        return any(self.players[seat].key_hash != self.creator for seat in self.persons)

    @property
    def needs_consent(self) -> bool:
        """Do two persons play who have different keys?"""
        first, second = self.players
        return len(self.persons) == len(self.players) and first.key_hash != second.key_hash

    @property
    def left_seats(self) -> tuple[int, ...]:
        """The seats of those who have deleted their entries."""
        return tuple(seat for seat in self.persons if self.players[seat].key_hash in self.left_keys)

    def away(self, unseen: Mapping[int, float], now: int) -> dict[int, float]:
        """For how many seconds the seats have been left where nobody was seen for this many: who has just come has not.

        `now` is in milliseconds since 1970, UTC.
        """
        return {seat: max(0.0, min(left, (now - self.players[seat].since) / 1000)) for seat, left in unseen.items()}

    # What opens ----------------------------------------------------------------------------------------------------

    def played_with(self, key: str) -> tuple[int, ...]:
        """The seats that a key plays."""
        if self.is_imported:
            return ()
        return tuple(seat for seat in (FIRST, SECOND) if self._matches(key, self.players[seat].key_hash))

    def is_creator(self, key: str) -> bool:
        """Is this the key of the person who began the game?"""
        return self._matches(key, self.creator)

    def admits(self, key: str) -> bool:
        """Is this a key of the game at all?"""
        return self.is_creator(key) or bool(self.played_with(key))

    def _matches(self, key: str, kept: str) -> bool:
        return key_matches(key, kept) and kept not in self.left_keys

    def invitation(self, secret: str) -> Invitation | None:
        """The invitation that a secret is to."""
        return next((known for known in self.invitations if key_matches(secret, known.hash)), None)

    def is_open(self, seat: int, invitation_hash: str) -> bool:
        """Can a seat be taken by this invitation?"""
        return Invitation(seat, invitation_hash) in self.invitations

    def leave_event(self, key: str) -> PlayerLeft:
        """What deletes the entry of the person who has a key of the game."""
        return PlayerLeft(self.played_with(key), hash_key(key), self.is_creator(key))

    def is_last(self, key: str) -> bool:
        """Is this the key of the only one who has not deleted their entry?"""
        return self.admits(key) and self._without_key(hash_key(key)).is_deserted

    @property
    def has_creator(self) -> bool:
        """Is the person who began the game still known?"""
        return self.creator not in self.left_keys

    @property
    def is_deserted(self) -> bool:
        """Has everybody deleted their entry?  If no seat is a person's, the person who began the game has."""
        keys = {self.players[seat].key_hash for seat in self.persons if seat not in self.free}
        return (keys or {self.creator}) <= self.left_keys

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event, time: int) -> "Seats":
        """The seats once this has happened."""
        match event:
            case Invited(seat, invitation_hash):
                invitations = (*self._close_invitations(seat, "withdrawn"), Invitation(seat, invitation_hash))
                return replace(self, invitations=invitations)
            case Uninvited(seat):
                return replace(self, invitations=self._close_invitations(seat, "withdrawn"))
            case SeatTaken(seat, key_hash):
                players = with_seat(self.players, seat, SeatPlayer(None, key_hash, time))
                return replace(self, players=players, invitations=self._close_invitations(seat, "used"))
            case HintGiven(seat):
                return replace(self, assisted=tuple(sorted({*self.assisted, seat})))
            case PlayerLeft(key_hash=key_hash):
                return self._without_key(key_hash)
            case _:
                return self

    def _without_key(self, key_hash: str) -> "Seats":
        return replace(self, left_keys=self.left_keys | {key_hash})

    def _close_invitations(self, seat: int, status: Literal["used", "withdrawn"]) -> tuple[Invitation, ...]:
        """The invitations, where the open one to a seat is no longer open."""
        return tuple(
            known._replace(status=status) if known.status == "open" and known.seat == seat else known
            for known in self.invitations
        )


def _seat_player(stored: PersonSeat | ComputerSeat, key_hash: str, system: System, time: int) -> SeatPlayer:
    """Who sits at a stored seat; a level is called as the game calls it today.  Raises PlayerError."""
    match stored:
        case ComputerSeat(level):
            return SeatPlayer(stored_level_here(system, level).id, "", time)
        case PersonSeat(free=True):
            return SeatPlayer()
        case PersonSeat(key_hash=own):
            return SeatPlayer(None, own or key_hash, time)


def with_seat(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair, by seat, in which one seat has another value."""
    first, second = pair
    return (first, value) if seat == SECOND else (value, second)
