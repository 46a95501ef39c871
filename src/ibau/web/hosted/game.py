"""A game of the server as the fold of its events: what was created, played and taken back, in order."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.line import Line
from ibau.core.match import Match, Sitting, points_of, seats_change
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION, Record
from ibau.games import game
from ibau.players import COMPUTER, stored_level_here
from ibau.records.files import read_record
from ibau.throws.fairness import Origin
from ibau.web.hosted.chance import Chance
from ibau.web.hosted.seats import Invitation, Seats, Sitter, match_names
from ibau.web.log.events import (
    Assisted,
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
    StoredEvent,
    Taken,
    Takenback,
    Unfollowed,
    Unreadable,
    Wished,
    Withdrawn,
)

MOST_IDS = 100  # that are remembered; who asks again asks for one of the last

OTHER_RULES = Phrase(
    N_("This game was played with another version of the program, and this one cannot open it; try the newest.")
)


class StoredGameError(IbauError):
    """Stored events that make no game under the rules of this version."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A line of play and who sits where.  A value: what happens next gives another one."""

    created: Created
    seats: Seats
    chance: Chance
    line: Line
    next: str | None = None  # the game that follows in the match
    offer: Offered | None = None  # that waits for an answer; a ply ends it
    declined: tuple[Offered, ...] = ()  # since the last ply
    fulfilled: tuple[str, ...] = ()  # the ids of the last wishes
    assisted: tuple[int, ...] = ()  # the seats that have asked for hints

    @classmethod
    def begun(cls, created: Created) -> "HostedGame":
        """A new game, or one that was played elsewhere.  Raises IbauError."""
        line = line_of(created)
        first, second = (_sitter(seat, created.key_hash, line.state.game) for seat in (created.first, created.second))
        seats = Seats((first, second), created.key_hash, elsewhere=bool(created.record))
        return cls(created, seats, Chance.of(created), line)

    @classmethod
    def stored(cls, events: Sequence[StoredEvent]) -> "HostedGame":
        """The game of stored events.  Raises StoredGameError."""
        try:
            created, *later = (stored.event for stored in events)
            if not isinstance(created, Created):
                raise StoredGameError("The game has no beginning.")
            hosted = cls.begun(created)
            for event in later:
                hosted = hosted.after(event)
        except IbauError as error:
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
    def waiting(self) -> Phrase | None:
        """Who has to come before anything is played."""
        match self.seats.awaited:
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
        first, second = (COMPUTER if level else name for level, _, name in self.seats.sitters)
        if first == second:
            return {}
        return {side: name for side, name in zip(self.game.system.seats, (first, second), strict=True) if name}

    @property
    def is_over(self) -> bool:
        return self.line.result is not None

    @property
    def takeback(self) -> int | None:
        """How many actions whoever plays all persons' seats may leave by taking back, or None."""
        return None if self.seats.takes_consent else self.takeback_of(self.seats.persons)

    def takeback_of(self, seats: Collection[int]) -> int | None:
        """How many actions would be left if these seats took back, or None where nothing can be."""
        return None if self.is_closed else self.line.takeback(seats)

    @property
    def is_closed(self) -> bool:
        """Is nothing taken back any more?  So it is once the seed of the throws is revealed."""
        return bool(self.next) or self.was_elsewhere or (self.is_over and bool(self.created.seed))

    @property
    def was_elsewhere(self) -> bool:
        """Was it played elsewhere, and brought in to be looked back on?"""
        return bool(self.created.record)

    @property
    def seats_change(self) -> bool:
        """Do the two change seats from game to game?  They always do where both are to play from one position."""
        return bool(self.created.start) or seats_change(self.game)

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
        """The game as a record; what was taken back is not in it, and one that was brought in is as it came."""
        if self.created.record:
            return read_record(self.created.record)
        first, second = (f"computer {level}" if level else name or "person" for level, _, name in self.seats.sitters)
        tags = {"Date": self.created.date, "First": first, "Second": second}
        if self.next or self.created.number > 1:
            tags["Match"] = str(self.created.number)
        if self.assisted:
            tags["Assisted"] = " ".join(SEATS[seat] for seat in self.assisted)
        return self.line.record(tags | self.chance.tags(self.origin))

    @property
    def origin(self) -> Origin | None:
        """What the throws follow from, as everybody may know it: all of it once the game is over."""
        return self.chance.secret_origin if self.is_over else self.chance.origin

    @property
    def seed_hash(self) -> str:
        """The commitment to the seed; "" where throws cannot be checked."""
        return self.origin.seed_hash if self.origin else ""

    @property
    def uncontributed(self) -> Phrase | None:
        """Whose browser has still to add its part before anything is thrown."""
        missing = self.chance.contributions.missing
        if not missing:
            return None
        text = N_("Waiting for {side}: before the first throw each browser adds a number that nobody knows.")
        return Phrase(text, {"side": self.side(missing[0])}).naming(self.names)

    # What happens --------------------------------------------------------------------------------------------------

    def after(self, event: Event) -> "HostedGame":
        """The game in which this event comes next.  Raises IllegalAction, and StoredGameError where it cannot come."""
        if not isinstance(event, Wished):
            return self._informed(event)
        after = self._granting(event)
        return replace(after, fulfilled=(*self.fulfilled, event.id)[-MOST_IDS:]) if event.id else after

    def _granting(self, event: Wished) -> "HostedGame":
        match event:
            case Played(action) if not self.seats.awaited:
                line = self.line.play(action)
                return self._moved(line, self.chance if line.last.is_move else self.chance.after_throw())
            case Takenback(at) if at < self.at and not self.is_closed:
                line = self.line.back_to(at)
                return self._moved(line, self.chance.back_to(sum(not ply.is_move for ply in line.plies)))
            case Settled(how, by) if not self.seats.awaited and by in self.seats.persons:
                return self._moved(settled(self.line, how, by), self.chance)
            case Offered(_, by) if by in self.seats.persons and not self.next:
                return replace(self, offer=event)
            case Declined() if self.offer:
                return replace(self, offer=None, declined=(*self.declined, self.offer))
            case _:
                raise self._misplaced(event)

    def _informed(self, event: Event) -> "HostedGame":
        match event:
            case Unreadable(reason):
                raise StoredGameError(reason)
            case Followed(by) if self.is_over and not self.next:
                return replace(self, next=by, offer=None)
            case Unfollowed() if self.next:
                return replace(self, next=None)
            case Assisted(seat) if seat in self.seats.persons and not self.is_over:
                return replace(self, assisted=tuple(sorted({*self.assisted, seat})))
            case Committed(seat, part_hash) if self.chance.takes_commitments:
                return replace(self, chance=self.chance.committed(seat, part_hash))
            case Revealed(seat, part) if self.chance.contributions.takes(seat, part):
                return replace(self, chance=self.chance.revealed(seat, part))
            case Taken(seat, key_hash, _, name, part_hash) if self._is_open(event):
                seats = self.seats.taken(seat, Sitter(None, key_hash, name))
                chance = self.chance.committed(seat, part_hash) if part_hash else self.chance
                return replace(self, seats=seats, chance=chance)
            case _:
                return replace(self, seats=self._seated(event))

    def _seated(self, event: Event) -> Seats:
        match event:
            case Invited(seat, invitation_hash) if seat in self.seats.awaited:
                return self.seats.invited(seat, invitation_hash)
            case Withdrawn(seat) if seat in self.seats.awaited:
                return self.seats.withdrawn(seat)
            case Named(seat, name) if seat in self.seats.persons:
                return self.seats.named(seat, name)
            case Left(seats, key_hash):
                return self.seats.left(seats, key_hash)
            case _:
                raise self._misplaced(event)

    def _is_open(self, taken: Taken) -> bool:
        """Has an invitation been open by which somebody has taken a seat?"""
        return Invitation(taken.seat, taken.invitation_hash) in self.seats.invitations

    def _misplaced(self, event: Event) -> StoredGameError:
        return StoredGameError(f"{type(event).__name__} cannot come after {self.at} actions.")

    def _moved(self, line: Line, chance: Chance) -> "HostedGame":
        """The game with another present; offers were made in the one before."""
        return replace(self, line=line, chance=chance, offer=None, declined=())

    def sequel(self, after: str, date: str, name: str = "", seed: str = "") -> Created:
        """How the next game of the match begins, with a seed of its own where this one has one.

        One that began from a position is played from there again, by the other side.

        `after` is the name of this game, `name` that of the next.  Raises ValueError before the end.
        """
        sitting = self._as_match.next_sitting
        if self.created.start:
            sitting = Sitting(self.game, (SECOND, FIRST))
        first, second = sitting.seats
        halves = [int(2 * points) for points in self.points]
        with_seed = bool(self.created.seed) and sitting.game.has_chance  # after a lot there may be none any more
        names = match_names(self.seats.sitters)
        return Created(
            str(sitting.game.ruleset),
            self._handed_down(first, names[first], contributes=with_seed),
            self._handed_down(second, names[second], contributes=with_seed),
            self.created.key_hash,
            RULES_VERSION,
            date,
            after,
            self.created.number + 1,
            (halves[first], halves[second]),
            name,
            seed if with_seed else "",
            self.created.own_sticks,
            self.created.start,
        )

    def _handed_down(self, seat: int, name: str, *, contributes: bool) -> PersonSeat | ComputerSeat:
        """Who sat at a seat, as the next game is to store it."""
        level, key_hash, _ = self.seats.sitters[seat]
        if level:
            return ComputerSeat(level)
        own = "" if key_hash == self.created.key_hash else key_hash
        return PersonSeat(name=name, key_hash=own, contributes=contributes and seat in self.chance.contributions.seats)


def line_of(created: Created) -> Line:
    """The line with which a game begins: all of it where it was played elsewhere.  Raises IbauError."""
    if created.record:
        return Line.replay(read_record(created.record))
    played = game(created.ruleset)
    return Line(played.state(created.start) if created.start else played.initial())


def settled(line: Line, how: str, by: int) -> Line:
    """A line that its players have ended.  Raises IllegalAction after the end."""
    match how:
        case "resigned":
            return line.resign(by)
        case "abandoned":
            return line.abandon(other(by))
        case _:
            return line.agree()


def _sitter(stored: PersonSeat | ComputerSeat, key_hash: str, played: Game) -> Sitter:
    """Who sits at a stored seat; a level is called as the game calls it today.  Raises PlayerError."""
    match stored:
        case ComputerSeat(level):
            return Sitter(stored_level_here(played.system, level).id)
        case PersonSeat(free=True):
            return Sitter()
        case PersonSeat(name=name, key_hash=own):
            return Sitter(None, own or key_hash, name)
