"""A game of the server as the fold of its events: what was created, played and taken back, in order."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

import msgspec

from ibau.core.errors import IbauError
from ibau.core.fairness import OWN_STICKS, Origin, commitment
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.match import Match, points_of
from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION, Record
from ibau.core.verification import numbers_tag
from ibau.games import game
from ibau.players import COMPUTER, stored_level
from ibau.web.contributions import Contributions
from ibau.web.events import (
    Committed,
    ComputerSeat,
    Created,
    Declined,
    Event,
    Followed,
    Invited,
    Left,
    Named,
    Offered,
    PersonSeat,
    Played,
    Revealed,
    Settled,
    Taken,
    Takenback,
    Unfollowed,
    Wished,
    Withdrawn,
    decode,
)
from ibau.web.keys import hash_of, opens
from ibau.web.seats import Invitation, Sitter, match_names

MOST_IDS = 100  # that are remembered; who asks again asks for one of the last

OTHER_RULES = Phrase(N_("This game follows the rules of another version of the program and cannot be opened."))


class StoredGameError(IbauError):
    """Stored events that make no game under the rules of this version."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A line of play and who sits where.  A value: what happens next gives another one."""

    created: Created
    sitters: tuple[Sitter, Sitter]
    line: Line
    next: str | None = None  # the game that follows in the match
    invitations: tuple[Invitation, ...] = ()  # all there ever were
    offer: Offered | None = None  # that waits for an answer; a ply ends it
    declined: tuple[Offered, ...] = ()  # since the last ply
    gone: frozenset[str] = frozenset()  # the hashes of the keys of those who have deleted their entries
    fulfilled: tuple[str, ...] = ()  # the ids of the last wishes
    contributions: Contributions = field(default_factory=Contributions)
    thrown: int = 0  # throws and lots so far, those taken back included
    throws_taken_back: tuple[int, ...] = ()  # by their numbers

    @classmethod
    def begun(cls, created: Created) -> "HostedGame":
        """A new game.  Raises RulesetError or PlayerError."""
        played = game(created.ruleset)
        first, second = (_sitter(seat, created.key_hash, played) for seat in (created.first, created.second))
        return cls(created, (first, second), Line(played.initial()), contributions=_expected(created))

    @classmethod
    def stored(cls, events: Sequence[str]) -> "HostedGame":
        """The game of stored events.  Raises StoredGameError."""
        try:
            created, *later = map(decode, events)
            if not isinstance(created, Created):
                raise StoredGameError("The game has no beginning.")
            hosted = cls.begun(created)
            for event in later:
                hosted = hosted.after(event)
        except (IbauError, msgspec.DecodeError) as error:
            raise StoredGameError(
                f"The stored game cannot be played under the rules of this version: {error}"
            ) from error
        return hosted

    # What there is -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def state(self) -> State:
        return self.line.state

    @property
    def at(self) -> int:
        """The number of actions played."""
        return self.line.at

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The level of the computer at each seat; None where a person sits."""
        return tuple(sitter.level for sitter in self.sitters)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that nobody has taken yet; until then nothing is played."""
        return tuple(seat for seat in (FIRST, SECOND) if self.sitters[seat].is_awaited)

    @property
    def waiting(self) -> Phrase | None:
        """Who has to come before anything is played."""
        match self.awaited:
            case ():
                return None
            case (seat,):
                return Phrase(
                    N_("Waiting for {side}: the invitation has not been accepted yet."), {"side": self.side(seat)}
                )
            case _:
                return Phrase(N_("Waiting for both players: the invitations have not been accepted yet."))

    def side(self, seat: int) -> Phrase:
        """What the pieces of a seat are called."""
        return Phrase(self.game.system.seats[seat])

    @property
    def names(self) -> dict[str, object]:
        """What sentences call the sides: the computer is named, and persons who have names of their own."""
        first, second = (COMPUTER if level else name for level, _, name in self.sitters)
        if first == second:
            return {}
        return {side: name for side, name in zip(self.game.system.seats, (first, second), strict=True) if name}

    @property
    def is_over(self) -> bool:
        return self.line.result is not None

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
        return any(self.sitters[seat].key_hash != self.created.key_hash for seat in self.persons)

    @property
    def takes_consent(self) -> bool:
        """Do two persons play who have different keys?"""
        first, second = self.sitters
        return len(self.persons) == len(self.sitters) and first.key_hash != second.key_hash

    @property
    def takeback(self) -> int | None:
        """How many actions whoever plays all persons' seats may leave by taking back, or None."""
        return None if self.takes_consent else self.takeback_of(self.persons)

    def takeback_of(self, seats: Collection[int]) -> int | None:
        """How many actions would be left if these seats took back, or None where nothing can be."""
        return None if self.is_closed else self.line.takeback(seats)

    @property
    def is_closed(self) -> bool:
        """Is nothing taken back any more?  So it is once the seed of the throws is revealed."""
        return bool(self.next) or (self.is_over and bool(self.created.seed))

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """The score of the match by seat of this game, which counts once it is over."""
        first, second = (Fraction(halves, 2) for halves in self.created.halves)
        if not self.is_over:
            return first, second
        more, most = points_of(self._as_match.played[-1])
        return first + more, second + most

    @property
    def _as_match(self) -> Match:
        """This game as one game of a match between its seats.  Raises ValueError while it is not over."""
        return Match(self.game, ("first", "second")).after(self.line)

    def record(self) -> Record:
        """The game as a record; what was taken back is not in it."""
        first, second = (f"computer {level}" if level else name or "person" for level, _, name in self.sitters)
        tags = {"Date": self.created.date, "First": first, "Second": second}
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        if self.created.own_sticks:
            tags["Throws"] = OWN_STICKS
        if self.origin:
            tags |= self.origin.tags() | numbers_tag(self.numbers)
        return self.line.record(tags)

    # Throws --------------------------------------------------------------------------------------------------------

    @property
    def secret_origin(self) -> Origin | None:
        """What the throws follow from, for whoever throws and for nobody else; None where they cannot be checked."""
        game, seed, found = self.created.game, self.created.seed, self.contributions
        return Origin(game, commitment(seed), found.hashes, seed, found.parts, found.anew) if seed else None

    @property
    def origin(self) -> Origin | None:
        """The same as everybody may know it: the commitments, and all of it once the game is over."""
        secret = self.secret_origin
        if secret is None or self.is_over:
            return secret
        return Origin(secret.game, secret.seed_hash, secret.part_hashes, anew=secret.anew)

    @property
    def server_throws(self) -> bool:
        """May the server throw now?  Not for people with sticks of their own, and not before all parts are there."""
        return not self.created.own_sticks and not self.contributions.missing

    @property
    def numbers(self) -> list[int]:
        """The numbers of the throws and lots in the line, from 1 on."""
        return [number for number in range(1, self.thrown + 1) if number not in self.throws_taken_back]

    @property
    def uncontributed(self) -> Phrase | None:
        """Whose browser has still to add its part before anything is thrown."""
        if not self.contributions.missing:
            return None
        text = N_("Waiting for {side}: before the first throw each browser adds a number that nobody knows.")
        return Phrase(text, {"side": self.side(self.contributions.missing[0])}).naming(self.names)

    # Keys ----------------------------------------------------------------------------------------------------------

    def is_makers(self, key: str) -> bool:
        """Is this the key of whoever began the game, and invites others to its free seats?"""
        return self._opens(key, self.created.key_hash)

    @property
    def has_maker(self) -> bool:
        """Is whoever began the game still known?"""
        return self.created.key_hash not in self.gone

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats that a key plays."""
        return tuple(seat for seat in (FIRST, SECOND) if self._opens(key, self.sitters[seat].key_hash))

    def _opens(self, key: str, kept: str) -> bool:
        return opens(key, kept) and kept not in self.gone

    def admits(self, key: str) -> bool:
        """Is this a key of the game at all?"""
        return self.is_makers(key) or bool(self.seats_of(key))

    def invitation(self, secret: str) -> Invitation | None:
        """The invitation that a secret is to."""
        return next((known for known in self.invitations if opens(secret, known.hash)), None)

    def leaving(self, key: str) -> Left:
        """What deletes the entry of whoever has a key of the game."""
        return Left(self.seats_of(key), hash_of(key))

    @property
    def is_deserted(self) -> bool:
        """Has everybody deleted their entry?  Where nobody sits who is a person, whoever began the game has."""
        keys = {self.sitters[seat].key_hash for seat in self.persons if seat not in self.awaited}
        return (keys or {self.created.key_hash}) <= self.gone

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event) -> "HostedGame":
        """The game in which this event comes next.  Raises IllegalAction, and StoredGameError where it cannot come."""
        if not isinstance(event, Wished):
            return self._informed(event)
        after = self._granting(event)
        return replace(after, fulfilled=(*self.fulfilled, event.id)[-MOST_IDS:]) if event.id else after

    def _granting(self, event: Wished) -> "HostedGame":
        match event:
            case Played(action) if not self.awaited:
                played = self._moved(self.line.play(action))
                return played if played.line.last.is_move else replace(played, thrown=self.thrown + 1)
            case Takenback(at) if at < self.at and not self.is_closed:
                left = self.numbers[: sum(not ply.is_move for ply in self.line.back_to(at).plies)]
                gone = tuple(number for number in range(1, self.thrown + 1) if number not in left)
                return replace(self._moved(self.line.back_to(at)), throws_taken_back=gone)
            case Settled(how, by) if not self.awaited and by in self.persons:
                return self._moved(settled(self.line, how, by))
            case Offered(_, by) if by in self.persons and not self.next:
                return replace(self, offer=event)
            case Declined() if self.offer:
                return replace(self, offer=None, declined=(*self.declined, self.offer))
            case _:
                raise self._misplaced(event)

    def _informed(self, event: Event) -> "HostedGame":
        match event:
            case Followed(by) if self.is_over and not self.next:
                return replace(self, next=by, offer=None)
            case Left(seats, key_hash):
                first, second = (
                    sitter._replace(name="") if seat in seats else sitter for seat, sitter in enumerate(self.sitters)
                )
                return replace(self, sitters=(first, second), gone=self.gone | {key_hash})
            case Unfollowed() if self.next:
                return replace(self, next=None)
            case Invited(seat, invitation_hash) if seat in self.awaited:
                return replace(self, invitations=(*self._closed(seat), Invitation(seat, invitation_hash)))
            case Withdrawn(seat) if seat in self.awaited:
                return replace(self, invitations=self._closed(seat))
            case Taken(seat, key_hash, invitation_hash, name) if Invitation(seat, invitation_hash) in self.invitations:
                sitters = self._sitters_with(seat, Sitter(None, key_hash, name))
                found = self.contributions
                found = found.committed(seat, event.part_hash) if event.part_hash else found
                return replace(self, sitters=sitters, invitations=self._closed(seat, "used"), contributions=found)
            case Committed(seat, part_hash) if self.created.seed and not self.thrown:
                return replace(self, contributions=self.contributions.committed(seat, part_hash))
            case Revealed(seat, part) if self.contributions.takes(seat, part):
                return replace(self, contributions=self.contributions.revealed(seat, part))
            case Named(seat, name) if seat in self.persons:
                return replace(self, sitters=self._sitters_with(seat, self.sitters[seat]._replace(name=name)))
            case _:
                raise self._misplaced(event)

    def _misplaced(self, event: Event) -> StoredGameError:
        return StoredGameError(f"{type(event).__name__} cannot come after {self.at} actions.")

    def _moved(self, line: Line) -> "HostedGame":
        """The game with another present; offers were made in the one before."""
        return replace(self, line=line, offer=None, declined=())

    def _closed(self, seat: int, status: Literal["used", "withdrawn"] = "withdrawn") -> tuple[Invitation, ...]:
        """The invitations, where the open one to a seat is no longer open."""
        return tuple(
            known._replace(status=status) if known.status == "open" and known.seat == seat else known
            for known in self.invitations
        )

    def _sitters_with(self, seat: int, sitter: Sitter) -> tuple[Sitter, Sitter]:
        first, second = self.sitters
        return (sitter, second) if seat == FIRST else (first, sitter)

    def sequel(self, after: str, date: str, name: str = "", seed: str = "") -> Created:
        """How the next game of the match begins, with a seed of its own where this one has one.

        `after` is the name of this game, `name` that of the next.  Raises ValueError before the end.
        """
        sitting = self._as_match.next_sitting
        first, second = sitting.seats
        halves = [int(2 * points) for points in self.points]
        names = match_names(self.sitters)
        return Created(
            str(sitting.game.ruleset),
            self._handed_down(first, names[first]),
            self._handed_down(second, names[second]),
            self.created.key_hash,
            RULES_VERSION,
            date,
            after,
            self.created.number + 1,
            (halves[first], halves[second]),
            name,
            seed if self.created.seed else "",
            self.created.own_sticks,
        )

    def _handed_down(self, seat: int, name: str) -> PersonSeat | ComputerSeat:
        """Who sat at a seat, as the next game is to store it."""
        level, key_hash, _ = self.sitters[seat]
        if level:
            return ComputerSeat(level)
        own = "" if key_hash == self.created.key_hash else key_hash
        return PersonSeat(name=name, key_hash=own, contributes=seat in self.contributions.seats)


def settled(line: Line, how: str, by: int) -> Line:
    """A line that its players have ended.  Raises IllegalAction after the end."""
    match how:
        case "resigned":
            return line.resign(by)
        case "abandoned":
            return line.abandon(other(by))
        case _:
            return line.agree()


def _expected(created: Created) -> Contributions:
    """The contributions that a game begins with: none yet, by those who made one in the game before."""
    seats = (created.first, created.second)
    return Contributions(tuple(n for n, seat in enumerate(seats) if isinstance(seat, PersonSeat) and seat.contributes))


def _sitter(stored: PersonSeat | ComputerSeat, key_hash: str, played: Game) -> Sitter:
    """Who sits at a stored seat; a level is called as the game calls it today.  Raises PlayerError."""
    match stored:
        case ComputerSeat(level):
            return Sitter(stored_level(played.system, level).id)
        case PersonSeat(free=True):
            return Sitter()
        case PersonSeat(name=name, key_hash=own):
            return Sitter(None, own or key_hash, name)
